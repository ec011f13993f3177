"""Data of the events of a stream."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import BibliographicRecord, Reference
from .evidence import RunShortfall, SearchStep, TrustCard
from .reviews import ComparisonRow, ScreenedRecord


class ToolResultItem(TypedDict):
    """An article as a tool found it, the abstract cut to its beginning."""

    pmid: str
    title: str
    journal: str
    year: str
    abstract: str
    retracted: NotRequired[bool]
    demonstration: NotRequired[bool]


class ToolSearch(TypedDict):
    """One query that a tool sent."""

    query: str
    """Query as sent, in the syntax of the source"""
    total: int
    translation: NotRequired[str]
    not_found: NotRequired[list[str]]


class SectionProgress(TypedDict):
    """State of one section.

    ``finished`` means written, checked and sent as soon as those before it are.
    """

    heading: str
    level: Literal[2, 3]
    state: Literal["writing", "finished", "failed"]


class WritingProgress(TypedDict):
    """State of each section of a long text, in reading order."""

    sections: list[SectionProgress]


class FinishedSection(TypedDict):
    """A section to read before its turn: ``[n]`` cites the n-th paper of ``sources``."""

    heading: str
    text: str


class ThinkingEventData(TypedDict):
    """Progress of an answer."""

    message: str
    sources: NotRequired[list[Reference]]
    elapsed_seconds: NotRequired[float]
    progress: NotRequired[WritingProgress]
    finished: NotRequired[list[FinishedSection]]


class ToolCallEventData(TypedDict):
    """A tool that is called, such as a literature search."""

    tool: str
    input: dict[str, object]


class ToolResultEventData(TypedDict):
    """Result of a tool call: ``total`` matching records, of which ``items`` are the first."""

    tool: str
    total: int
    items: list[ToolResultItem]
    translation: NotRequired[str]
    searches: NotRequired[list[ToolSearch]]
    step: NotRequired[SearchStep]
    unavailable: NotRequired[bool]
    busy: NotRequired[bool]
    shortfall: NotRequired[RunShortfall]
    not_asked: NotRequired[bool]


class AnswerChunkEventData(TypedDict):
    """A fragment of the answer; all fragments joined are the answer."""

    text: str


class ReferencesEventData(TypedDict):
    """The articles that the answer cites."""

    refs: list[Reference]


class TrustEventData(TypedDict):
    """Trust cards, ``cards[n - 1]`` about ``refs[n - 1]``."""

    cards: list[TrustCard]


class ComparisonEventData(TypedDict):
    """Rows of the comparison table."""

    rows: list[ComparisonRow]


class ScreeningEventData(TypedDict):
    """Every record found, with the decision on it."""

    records: list[ScreenedRecord]


class BibliographyEventData(TypedDict):
    """The records of the references, whole and in their order."""

    records: list[BibliographicRecord]


class ErrorEventData(TypedDict):
    """Cause of a stream that ended early."""

    message: str


class DoneEventData(TypedDict):
    """Empty: the stream has ended."""
