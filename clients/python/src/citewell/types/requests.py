"""Optional fields of requests. ``None`` leaves a field out, and the service's default counts."""

from collections.abc import Sequence
from typing import Literal

from .._compat import TypedDict
from .answers import AnswerMode, HistoryItem, Includable
from .checks import CitationIncludable
from .common import Language, Module
from .library import SearchTerm, SortOrder
from .reviews import ReviewIncludable, SectionRewrite
from .usage import CallOutcome, Endpoint, UsageGrouping


class LiteratureOptions(TypedDict, total=False):
    """Literature that an answer or review may use."""

    date_from: str | int | None
    """First year of publication, four digits"""
    date_to: str | int | None
    """Last year of publication, four digits"""
    max_refs: int | None
    """1 to 30; by default 10, of a review 20"""
    category_id: str | None
    """An ``id`` of ``categories()``"""
    exclude_pmids: Sequence[str] | None
    """Papers that are not to be cited, at most 100"""
    full_text: bool | None
    """Excludes full texts if false: only abstracts are read"""


class AskOptions(LiteratureOptions, total=False):
    """Fields of ``ask`` besides the question."""

    file_content: str | None
    """Text of an attachment, at most 2 MB"""
    include: Sequence[Includable] | None
    """Supplements of the reply"""


class AskStreamOptions(AskOptions, total=False):
    """Fields of ``ask_stream`` besides the question."""

    mode: AnswerMode | None
    """``"discussion"`` writes the discussion section of a review"""
    lang: Language | None
    """Forces the language of the answer"""
    history: Sequence[HistoryItem] | None
    """Earlier rounds, oldest first, at most 64 KB; only the last 6 are used"""
    images: Sequence[str | bytes] | None
    """PNG, JPEG or WebP as bytes or as Base64 text; at most 4"""


class ReviewOptions(LiteratureOptions, total=False):
    """Fields of ``review`` and ``review_stream`` besides the topic."""

    lang: Language | None
    """Forces the language of the review"""
    include: Sequence[ReviewIncludable] | None
    """Supplements of the reply"""
    rewrite: SectionRewrite | None
    """Rewrites one section of a finished review; the other fields are those of its request"""


class BatchOptions(TypedDict, total=False):
    """Fields of ``check_citations`` besides the pairs."""

    full_text: bool | None
    """``False``: a sentence that the abstract does not decide stays undecided"""
    include: Sequence[CitationIncludable] | None
    """``["verification"]``: how the verdict came about"""


class CheckOptions(BatchOptions, total=False):
    """Fields of ``check_citation`` besides sentence and article."""

    abstract: str | None
    """The abstract, at most 50,000 characters: nothing is looked up then"""


class PolishOptions(TypedDict, total=False):
    """Fields of ``polish`` besides the text."""

    requirement: str | None
    """Instruction on how to polish, at most 2,000 characters; by default academic polishing"""
    insert_refs: bool | None
    """``False``: adds no references to uncited findings"""


class ChatOptions(TypedDict, total=False):
    """Fields of ``avatar_chat`` and ``avatar_chat_stream`` besides the message."""

    persona: str | None
    """An ``id`` of ``personas()``; by default the first one"""
    history: Sequence[HistoryItem] | None
    """Earlier rounds, oldest first, at most 64 KB; only the last 6 are used"""
    lang: Language | None
    """Forces the language of the reply"""


class SearchOptions(TypedDict, total=False):
    """Fields of ``search``."""

    include: Sequence[Literal["bibliography"]] | None
    """Supplements of the reply"""
    terms: Sequence[SearchTerm] | None
    """Conditions, at most 20; without any, every record matches"""
    year_from: str | int | None
    """First year of publication, four digits"""
    year_to: str | int | None
    """Last year of publication, four digits"""
    sort: SortOrder | None
    """``"date_desc"`` by default"""
    limit: int | None
    """1 to 100, by default 50"""
    offset: int | None
    """0 to 10,000; that of the next page is ``next_offset``"""


class UsageFilter(TypedDict, total=False):
    """Fields of ``usage_csv``. Days are dates of the quota's zone."""

    from_day: str | None
    """First day as ``YYYY-MM-DD``; by default the 30th up to ``to_day``"""
    to_day: str | None
    """Last day, included; by default today"""
    endpoint: Endpoint | None
    """Endpoint of the calls"""
    outcome: CallOutcome | None
    """Outcome of the calls"""


class UsageOptions(UsageFilter, total=False):
    """Fields of ``usage``."""

    group_by: UsageGrouping | None
    """Period by which ``trend`` is summed; by default ``"day"``"""
    limit: int | None
    """Records a page, 1 to 200, by default 50"""
    cursor: str | None
    """``next_cursor`` of the page before"""


class ApplyOptions(TypedDict, total=False):
    """Fields of ``apply`` besides those that are required."""

    organisation: str | None
    """Organization, on one line of at most 100 characters"""
    modules: Sequence[Module] | None
    """Modules of the key; by default all of them"""
    lang: Language | None
    """Language of the mails; by default that of the request"""
