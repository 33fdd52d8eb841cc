"""The prompts of the engine, found in its modules."""

from importlib import import_module
from pkgutil import walk_packages

import lgm_core
from lgm_core.llm.prompt import Prompt

ROOMS = ("learning", "retrieval", "feedback", "reasoning")


def all_prompts() -> list[Prompt]:
    modules = [found.name for found in walk_packages(lgm_core.__path__, "lgm_core.")]
    named = [name for name in modules if name.split(".")[1] in ROOMS]
    held = (each for name in named for each in vars(import_module(name)).values())
    found = (one for each in held for one in (each if isinstance(each, tuple) else (each,)) if isinstance(one, Prompt))
    return list({id(prompt): prompt for prompt in found}.values())
