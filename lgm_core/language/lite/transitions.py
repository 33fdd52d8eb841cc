"""The arc-hybrid transition system (Kuhlmann et al. 2011): configurations and the transitions between them."""

from __future__ import annotations

from typing import Final

__all__ = ["LEFT_ARC", "NO_HEAD", "RIGHT_ARC", "SHIFT", "Configuration"]

SHIFT: Final = 0
"""Put the front of the buffer on the stack."""
RIGHT_ARC: Final = 1
"""Attach the top of the stack to the word below it."""
LEFT_ARC: Final = 2
"""Attach the top of the stack to the front of the buffer."""
NO_HEAD: Final = -1


class Configuration:
    """A partly built tree: a stack, the front of the buffer, and the heads and children of each word so far.

    The word after the last one is the root. Children are in the order of attachment, so the last one is the outermost.
    """

    __slots__ = ("front", "heads", "left_children", "right_children", "size", "stack")

    def __init__(self, size: int) -> None:
        """Start a sentence of `size` words with the first one on the stack."""
        self.size = size
        self.heads = [NO_HEAD] * (size + 1)
        self.stack: list[int] = [0]
        self.front = 1
        self.left_children: list[list[int]] = [[] for _ in range(size + 1)]
        self.right_children: list[list[int]] = [[] for _ in range(size + 1)]

    def permitted(self) -> tuple[int, ...]:
        """Return the permitted transitions, none when every word has its head; the root takes only the last word."""
        stacked = len(self.stack)
        if self.front < self.size:
            return (SHIFT, RIGHT_ARC, LEFT_ARC) if stacked > 1 else (SHIFT, LEFT_ARC) if stacked else (SHIFT,)
        return (RIGHT_ARC,) if stacked > 1 else (LEFT_ARC,) if stacked else ()

    def apply(self, transition: int) -> None:
        """Apply a permitted transition to the configuration."""
        if transition == SHIFT:
            self.stack.append(self.front)
            self.front += 1
        elif transition == RIGHT_ARC:
            child = self.stack.pop()
            self.heads[child] = head = self.stack[-1]
            self.right_children[head].append(child)
        else:
            child = self.stack.pop()
            self.heads[child] = head = self.front
            self.left_children[head].append(child)
