"""Searches of the local library."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import BibliographicRecord

SortOrder = Literal["date_desc", "relevance"]


class SearchTerm(TypedDict):
    """A condition of ``search``: every word of ``value`` must stand in ``field``."""

    field: Literal[
        "title",
        "abstract",
        "title_abstract",
        "keyword",
        "author",
        "journal",
        "publication_type",
        "pmid",
        "doi",
        "language",
    ]
    """``keyword`` is MeSH headings and the authors' keywords"""
    value: str
    """Text of 1 to 500 characters, in Chinese or English.

    Words that must all appear in the field; use double quotes for phrases.
    """


class LocalSearchArticle(TypedDict):
    """A record of the library. Unknown texts are empty."""

    pmid: str
    title: str
    authors: str
    """The author list as a single string"""
    journal: str
    year: str
    demonstration: NotRequired[bool]
    """Present if the record is an invented demonstration record: not evidence, and not in PubMed"""
    abstract: str
    """Sections as "LABEL: text", separated by line breaks"""
    keywords: list[str]
    """MeSH headings, followed by author keywords"""
    publication_types: list[str]
    doi: str
    """Empty if the record has none"""
    retracted: bool


class LocalSearchResponse(TypedDict):
    """Reply of ``search``."""

    total: int
    """Exact number of matching records"""
    articles: list[LocalSearchArticle]
    next_offset: int | None
    """None on the last page, and if the next page would start above 10,000"""
    bibliography: NotRequired[list[BibliographicRecord]]
    """Records, complete and in their order, requested by include: ["bibliography"]."""
