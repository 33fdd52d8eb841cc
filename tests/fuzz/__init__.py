"""Fuzz targets: any bytes, as input of what reads files, replies, logical forms and filters.

`python -m tests.fuzz NAME` tries one for LGM_SECONDS (60) with Atheris, of the dependency group `fuzz`, which sees what
code an input reaches; without a name it lists them. LGM_CORPUS is a folder that keeps the inputs which reached new
code. What is found is kept among the seeds, which the tests try.
"""
