"""The doors that hostile input comes through, and the attacks on each."""
