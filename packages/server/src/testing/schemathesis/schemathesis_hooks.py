"""Corrects generated requests where /openapi.json cannot: JSON Schema has no words for these rules.

Only cases that are meant to be valid are changed, and of them only this: the text of a file must
not be the bytes of one; images need a model that sees, which the service of the test has not; the
last message of the user is the question; a range of years or days ends after it begins (of days,
within a year of today); a star after too short a word of a search cannot be answered; and keys
that reach a prototype are refused wherever they stand.
"""

from __future__ import annotations

import re
from typing import Any

import schemathesis
from schemathesis import Case, GenerationMode, HookContext

# Beyond it are the signs by which a file read in the wrong encoding is told, and Base64.
SIGNS = r"\x00-\x08\x0b-\x1f\x7f-\xff\u0152-\u017e\u02c0-\u02df\u2010-\u2122\ufffd"
PLAIN = re.compile(f"[^{SIGNS}]{{0,999}}")
# Types of items of /v1/responses that are messages; messages of chats have no types.
KINDS = (None, "", "message")
QUESTION = "Does metformin reduce body weight in type 2 diabetes? [PMID 9900000001]"


def read_last(messages: list[dict[str, Any]], *, chat: bool) -> None:
    """Make the question of a conversation one that every model can answer."""
    for message in reversed(messages):
        if message.get("role") == "user" and (chat or message.get("type") in KINDS):
            message["content"] = QUESTION
            return


def drop_prototype_keys(value: Any) -> None:
    """Take away the keys that the service refuses on purpose."""
    if isinstance(value, dict):
        value.pop("__proto__", None)
        value.pop("constructor", None)
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, (dict, list)):
            drop_prototype_keys(inner)


@schemathesis.hook
def before_call(_context: HookContext, case: Case, _kwargs: dict[str, Any]) -> None:
    """Change a case that is meant to be valid, as the module says."""
    if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
        return
    body = case.body
    if isinstance(body, dict):
        drop_prototype_keys(body)
        text = body.get("file_content")
        if isinstance(text, str) and not PLAIN.fullmatch(text):
            body["file_content"] = "Metformin lowered HbA1c by 1.1% in 120 adults."
        body.pop("images", None)
        for name in ("messages", "input") if case.path.startswith("/v1/") else ():
            if isinstance(body.get(name), list):
                read_last(body[name], chat=name == "messages")
            elif isinstance(body.get(name), str):
                body[name] = QUESTION
        for term in body.get("terms") or ():
            # Alone it is a value of its own.
            if isinstance(term, dict) and len(str(term.get("value")).strip()) > 1:
                term["value"] = re.sub("[*\uff0a]", "x", term["value"])
        for first, last in (("date_from", "date_to"), ("year_from", "year_to")):
            if body.get(first) and body.get(last):
                body[first], body[last] = sorted((body[first], body[last]))
    if case.path == "/ai/api/my_usage" and isinstance(case.query, dict):
        for name in ("from", "to"):
            case.query.pop(name, None)
