"""The events of a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .errors import ConnectionFailedError
from .sse import SseMessage
from .types import (
    AnswerChunkEventData,
    AnswerVerification,
    BibliographyEventData,
    ComparisonEventData,
    DoneEventData,
    ErrorEventData,
    PairError,
    PairVerdict,
    ReferencesEventData,
    ReviewFigures,
    RunRecord,
    ScreeningEventData,
    ThinkingEventData,
    ToolCallEventData,
    ToolResultEventData,
    TrustEventData,
)


@dataclass(frozen=True)
class ThinkingEvent:
    """Progress. One of them, before the first word, has ``sources``: the papers chosen."""

    data: ThinkingEventData
    event: Literal["thinking"] = "thinking"


@dataclass(frozen=True)
class ToolCallEvent:
    """A tool is called, for example a literature search."""

    data: ToolCallEventData
    event: Literal["tool_call"] = "tool_call"


@dataclass(frozen=True)
class ToolResultEvent:
    """Result of a tool call."""

    data: ToolResultEventData
    event: Literal["tool_result"] = "tool_result"


@dataclass(frozen=True)
class AnswerChunkEvent:
    """A fragment of the answer."""

    data: AnswerChunkEventData
    event: Literal["answer_chunk"] = "answer_chunk"


@dataclass(frozen=True)
class ReferencesEvent:
    """The articles that the answer cites."""

    data: ReferencesEventData
    event: Literal["references"] = "references"


@dataclass(frozen=True)
class TrustEvent:
    """Trust cards, requested by ``include=["trust"]``."""

    data: TrustEventData
    event: Literal["trust"] = "trust"


@dataclass(frozen=True)
class RunEvent:
    """Run record, requested by ``include=["run"]``."""

    data: RunRecord
    event: Literal["run"] = "run"


@dataclass(frozen=True)
class VerificationEvent:
    """Check of every sentence, requested by ``include=["verification"]``."""

    data: AnswerVerification
    event: Literal["verification"] = "verification"


@dataclass(frozen=True)
class ComparisonEvent:
    """Comparison table of a review with ``include=["comparison"]``."""

    data: ComparisonEventData
    event: Literal["comparison"] = "comparison"


@dataclass(frozen=True)
class FiguresEvent:
    """Figures of a review with ``include=["figures"]``."""

    data: ReviewFigures
    event: Literal["figures"] = "figures"


@dataclass(frozen=True)
class BibliographyEvent:
    """Whole references of an answer or review with ``include=["bibliography"]``."""

    data: BibliographyEventData
    event: Literal["bibliography"] = "bibliography"


@dataclass(frozen=True)
class ScreeningEvent:
    """Screening of a review with ``include=["screening"]``."""

    data: ScreeningEventData
    event: Literal["screening"] = "screening"


@dataclass(frozen=True)
class VerdictEvent:
    """Result of one pair of a batch of citation checks."""

    data: PairVerdict | PairError
    event: Literal["verdict"] = "verdict"


@dataclass(frozen=True)
class ErrorEvent:
    """A failure; ``done`` follows."""

    data: ErrorEventData
    event: Literal["error"] = "error"


@dataclass(frozen=True)
class DoneEvent:
    """The stream has ended: once, and last."""

    data: DoneEventData
    event: Literal["done"] = "done"


AnswerEvent: TypeAlias = (
    ThinkingEvent
    | ToolCallEvent
    | ToolResultEvent
    | AnswerChunkEvent
    | ReferencesEvent
    | TrustEvent
    | RunEvent
    | VerificationEvent
    | ComparisonEvent
    | FiguresEvent
    | BibliographyEvent
    | ScreeningEvent
    | ErrorEvent
    | DoneEvent
)
"""The events of a streamed answer, review, chat or polished text, distinguished by ``event``."""

CitationBatchEvent: TypeAlias = VerdictEvent | ErrorEvent | DoneEvent

_ANSWER_EVENTS: Mapping[str, Callable[[Any], AnswerEvent]] = {
    "thinking": ThinkingEvent,
    "tool_call": ToolCallEvent,
    "tool_result": ToolResultEvent,
    "answer_chunk": AnswerChunkEvent,
    "references": ReferencesEvent,
    "trust": TrustEvent,
    "run": RunEvent,
    "verification": VerificationEvent,
    "comparison": ComparisonEvent,
    "figures": FiguresEvent,
    "bibliography": BibliographyEvent,
    "screening": ScreeningEvent,
    "error": ErrorEvent,
    "done": DoneEvent,
}
_BATCH_EVENTS: Mapping[str, Callable[[Any], CitationBatchEvent]] = {
    "verdict": VerdictEvent,
    "error": ErrorEvent,
    "done": DoneEvent,
}


def read_answer_event(message: SseMessage) -> AnswerEvent | None:
    """Return the event of a message, or ``None`` if this version does not know it.

    Raises:
        ConnectionFailedError: If its data is not a JSON object.
    """
    make = _ANSWER_EVENTS.get(message.event)
    return make(_parse(message)) if make else None


def read_batch_event(message: SseMessage) -> CitationBatchEvent | None:
    """Return the event of a message of a batch of citation checks, read the same way.

    Raises:
        ConnectionFailedError: If its data is not a JSON object.
    """
    make = _BATCH_EVENTS.get(message.event)
    return make(_parse(message)) if make else None


def _parse(message: SseMessage) -> Any:
    try:
        value = json.loads(message.data)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ConnectionFailedError(f"The data of a {message.event} event cannot be read.")
    return value
