"""One of two programs that write and read one graph at once, each through a door of its own.

`python -m tests.support.door_writer DOOR PLACE SECONDS`; PLACE is as in `tests.support.door_program`. It learns,
replaces, deletes and asks until the time is over, and prints the ids of the documents it has left there.
"""

import json
import sys
import time
from typing import Any

from tests.support.door_program import DOORS, opened

SHARED = {"id": "shared", "title": "", "text": "A barrow is a cart."}


def called(door: str, number: int) -> str:
    """Return a word that only one document has."""
    return f"{door.replace('_', '')}wain{number}"


def own(door: str, number: int) -> dict[str, Any]:
    """Return a document of a door's own; what it states, all of them state."""
    text = f"A cart is a vehicle. The cart called {called(door, number)} has {number % 7 + 2} wheels."
    return {"id": f"{door}-{number}", "title": "", "text": text}


def changed(door: str, number: int) -> dict[str, Any]:
    """Return what replaces the first version of a document."""
    first = own(door, number)
    return first | {"text": f"{first['text']} It is painted."}


def work(user: Any, door: str, seconds: float) -> list[str]:
    """Learn document after document, replace each third one, delete each fourth; return the ids of what is left."""
    left: list[str] = []
    deadline = time.monotonic() + seconds
    number = 0
    while time.monotonic() < deadline or number < 8:
        document = own(door, number)
        user.learn([document])
        user.learn([SHARED])
        if number % 3 == 0:
            user.learn([changed(door, number)])
        sentence_ids = [result[0] for result in user.find(f"How many wheels has {called(door, number)}?", "sentences")]
        if f"{document['id']}#1" not in sentence_ids:
            raise AssertionError(f"{document['id']} was learned, and is not found among {sentence_ids}")
        if document["id"] not in user.documents():
            raise AssertionError(f"{document['id']} was learned, and is not there")
        if number % 4 == 0:
            user.delete(document["id"])
        else:
            left.append(document["id"])
        number += 1
    return left


def main() -> None:
    door, place, seconds = sys.argv[1:]
    with opened(place, door) as store:
        left = work(DOORS[door](store), door, float(seconds))
    sys.stdout.write(json.dumps(left) + "\n")


if __name__ == "__main__":
    main()
