from __future__ import annotations

import inspect
import json
import types as builtin_types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from citewell import AsyncCitewell, Citewell, StreamedAnswer, slice_utf16, types
from citewell._compat import NotRequired
from citewell.events import read_answer_event
from citewell.sse import SseMessage

# Requests: the fields besides those that a method takes as its arguments.
REQUESTS = {
    "AskOptions": ("AskRequest", {"question"}),
    "AskStreamOptions": ("AskStreamRequest", {"question"}),
    "ReviewOptions": ("ReviewRequest", {"question"}),
    "CheckOptions": ("CitationCheckRequest", {"sentence", "pmid"}),
    "BatchOptions": ("CitationBatchRequest", {"pairs"}),
    "PolishOptions": ("PolishRequest", {"text"}),
    "ChatOptions": ("AvatarChatRequest", {"message", "stream"}),
    "SearchOptions": ("LocalSearchRequest", set()),
    "ApplyOptions": ("ApplyRequest", {"name", "email", "purpose"}),
}
# Without a schema of the same name: parts of others, and queries, whose parameters have none.
OTHERS = {"LiteratureOptions", "UsageFilter", "UsageOptions", "UsageGrouping"}


def replies() -> list[str]:
    return [name for name in types.__all__ if name not in {*REQUESTS, *OTHERS}]


def names_of(hint: object) -> str:
    """Write a type hint as ``kind_of`` writes a schema."""
    origin = get_origin(hint)
    if origin is NotRequired:
        return names_of(get_args(hint)[0])
    if origin is Literal:
        return " | ".join(sorted(json.dumps(value) for value in get_args(hint)))
    if origin in (Union, builtin_types.UnionType):
        return " | ".join(sorted(names_of(each) for each in get_args(hint)))
    if origin is list:
        return f"list[{names_of(get_args(hint)[0])}]"
    if origin is dict:
        return "object"
    known = {str: "string", int: "integer", float: "number", bool: "boolean"}
    if hint is builtin_types.NoneType:
        return "null"
    assert isinstance(hint, type), hint
    return known.get(hint, hint.__name__)


def kind_of(schema: dict[str, Any], components: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        component = components[name]
        # Ids that the operator defines are texts; other choices are written out.
        if name in ("CategoryId", "PersonaId"):
            return "string"
        return kind_of(component, components) if "enum" in component else name
    if "anyOf" in schema:
        return " | ".join(sorted(kind_of(each, components) for each in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(sorted(json.dumps(value) for value in schema["enum"]))
    if "const" in schema:
        return json.dumps(schema["const"])
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(sorted(kind_of({**schema, "type": each}, components) for each in kind))
    return f"list[{kind_of(schema['items'], components)}]" if kind == "array" else str(kind)


@pytest.mark.parametrize("name", replies())
def test_a_type_has_the_fields_of_its_schema(name: str, components: dict[str, Any]) -> None:
    hint = getattr(types, name)
    schema = components[name]
    if get_origin(hint) is Literal:
        assert names_of(hint) == kind_of(schema, components)
        return
    assert hint.__required_keys__ == set(schema.get("required", []))
    assert hint.__required_keys__ | hint.__optional_keys__ == set(schema["properties"])
    hints = get_type_hints(hint, include_extras=True)
    for field, described in schema["properties"].items():
        ours = names_of(hints[field])
        assert ours == kind_of(described, components), f"{name}.{field}"


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_has_the_fields_of_its_schema(name: str, components: dict[str, Any]) -> None:
    schema_name, arguments = REQUESTS[name]
    fields = set(components[schema_name]["properties"])
    assert set(getattr(types, name).__annotations__) == fields - arguments
    assert arguments <= fields


def test_every_schema_of_a_reply_has_its_type(components: dict[str, Any]) -> None:
    def below(schema: object) -> set[str]:
        found = set()
        for part in json.dumps(schema).split('"#/components/schemas/')[1:]:
            found.add(part.split('"')[0])
        return found

    wanted = {name for name in components if name.endswith("Response")} - {"ModelsResponse"}
    wanted |= {name for name in components if name.endswith("EventData")}
    reached: set[str] = set()
    while wanted - reached:
        name = (wanted - reached).pop()
        reached.add(name)
        wanted |= below(components[name])
    # Claiming a key is for the person who follows the mailed link; a verdict is one of two types.
    assert reached - {"ClaimResponse", "VerdictEventData"} <= set(types.__all__)


def test_every_event_of_a_stream_is_read(components: dict[str, Any]) -> None:
    for name in components["AnswerEvent"]["discriminator"]["mapping"]:
        assert read_answer_event(SseMessage(event=name, data="{}")) is not None, name


def test_a_streamed_answer_has_every_supplement_of_a_reply() -> None:
    fields = set(types.AskResponse.__annotations__) | set(types.ReviewResponse.__annotations__)
    of_json_reviews = {"title", "review", "sections", "incomplete"}
    assert set(StreamedAnswer.__annotations__) == fields - of_json_reviews


def test_both_clients_have_the_same_methods() -> None:
    def methods(client: type) -> dict[str, str]:
        found = inspect.getmembers(client, inspect.isfunction)
        return {
            name: str(inspect.signature(method)).split(" -> ")[0]
            for name, method in found
            if not name.startswith("_")
        }

    assert methods(AsyncCitewell) == methods(Citewell)
    for name in methods(Citewell):
        assert getattr(Citewell, name).__doc__, name
        assert getattr(AsyncCitewell, name).__doc__, name


def test_offsets_of_the_service_count_utf_16_code_units() -> None:
    assert slice_utf16("𝛽-blockers", 0, 2) == "𝛽"
    assert slice_utf16("𝛽-blockers", 3, 11) == "blockers"
