"""Answers and chats."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import BibliographicRecord, LocalizedText, Reference
from .evidence import AnswerVerification, RunRecord, TrustCard

Includable = Literal["trust", "run", "verification", "bibliography"]

AnswerMode = Literal["answer", "discussion"]


class HistoryItem(TypedDict):
    """One earlier round of a dialogue."""

    q: str
    """Text: the earlier question."""
    a: str
    """Text: the earlier answer."""


class AskResponse(TypedDict):
    """Reply of ``ask``. ``[n]`` in the answer is ``references[n - 1]``."""

    answer: str
    """Citations appear inline: [n] refers to references[n - 1]."""
    references: list[Reference]
    trust: NotRequired[list[TrustCard]]
    """Trust cards, requested by include: ["trust"]; trust[n - 1] is about references[n - 1]."""
    run: NotRequired[RunRecord]
    """Run record, requested by include: ["run"]."""
    verification: NotRequired[AnswerVerification]
    """Check of every sentence, requested by include: ["verification"]."""
    bibliography: NotRequired[list[BibliographicRecord]]
    """Records, complete and in their order, requested by include: ["bibliography"]."""


class AvatarChatResponse(TypedDict):
    """Reply of ``avatar_chat``."""

    reply: str
    """[n] cites references[n - 1]"""
    references: list[Reference]


class Category(TypedDict):
    """A specialty that a question can be restricted to."""

    id: str
    """Value for category_id"""
    name: LocalizedText
    pubmed_filter: str
    """Filter in PubMed syntax; combined with every query using AND"""
    library_terms: list[str]
    """A library record belongs to the category if its title, keywords or journal contain one of
    these"""


class CategoriesResponse(TypedDict):
    """Reply of ``categories``."""

    categories: list[Category]


class Persona(TypedDict):
    """A voice of ``avatar_chat``."""

    id: str
    """Value for persona"""
    name: LocalizedText
    description: LocalizedText
    default: bool
    """Marks the persona used if none is named"""


class PersonasResponse(TypedDict):
    """Reply of ``personas``."""

    personas: list[Persona]
