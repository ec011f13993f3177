"""Reviews and the parts of them that are data."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import BibliographicRecord, Reference, StudyDesign
from .evidence import AnswerVerification, RunRecord, TrustCard

ReviewIncludable = Literal[
    "trust", "run", "verification", "bibliography", "comparison", "figures", "screening"
]


class SectionRewrite(TypedDict):
    """A section to rewrite from the same evidence; the rest of the review stays as it was."""

    call: str
    """An Idempotency-Key: 1 to 255 printable ASCII characters.

    It belongs to a review that finished within the last hour.
    """
    section: str
    """The heading of a section."""


class RecordSpan(TypedDict):
    """A piece of a title or an abstract, word for word.

    Offsets count UTF-16 code units: see ``slice_utf16``.
    """

    text: str
    pmid: str
    field: Literal["title", "abstract"]
    start: int
    end: int
    sentence: str
    """The sentence that contains it; for a title, the whole title"""


class ComparisonRow(TypedDict):
    """A study of a review's comparison table.

    ``None`` where no rule can read a cell out of the record.
    """

    pmid: str
    design: StudyDesign | None
    population: RecordSpan | None
    n: RecordSpan | None
    intervention: RecordSpan | None
    comparator: RecordSpan | None
    outcome: RecordSpan | None
    effect: RecordSpan | None
    """The measure with its value and interval"""


class ExcludedCounts(TypedDict):
    """Records that a rule left out, by its reason."""

    asked: int
    years: int
    retracted: int
    notice: int
    no_abstract: int
    repeated: int
    off_topic: int
    other_outcome: int
    other_people: int
    people_not_stated: int
    laboratory: int


class ReviewFlow(TypedDict):
    """Numbers of records from those found to those included, after PRISMA 2020."""

    heading: str
    """The line in the review above the figure"""
    matched: int
    """Matches of all searches together; the sources returned those that rank highest"""
    identified: int
    duplicates: int
    screened: int
    excluded: ExcludedCounts
    ranked_out: int
    """Records on the topic, but beyond the maximum number of references; not screened by anyone"""
    included: int


class PlottedEffect(TypedDict):
    """The effect of one study and its interval."""

    pmid: str
    study: str
    value: float
    low: float
    high: float
    outcome: RecordSpan
    comparator: RecordSpan | None
    effect: RecordSpan


class EffectPlot(TypedDict):
    """Effects of several studies in one measure, on one outcome or each on another."""

    heading: str
    """The line in the review above its table"""
    measure: str
    kind: Literal["ratio", "difference"]
    """“No effect” is 1 for a ratio and 0 for a difference"""
    several_outcomes: NotRequired[bool]
    """Each effect is on a different outcome, named in `study`: do not compare them with one
    another"""
    studies: list[PlottedEffect]


class ReviewFigures(TypedDict):
    """The figures of a review as data."""

    flow: ReviewFlow
    plots: list[EffectPlot]


class ScreenedRecord(TypedDict):
    """A record that the searches gave, and the decision on it."""

    pmid: str
    title: str
    authors: str
    """The author list as a single string"""
    journal: str
    year: str
    demonstration: NotRequired[bool]
    """Present if the record is an invented demonstration record: not evidence, and not in PubMed"""
    decision: Literal[
        "included",
        "asked",
        "years",
        "retracted",
        "notice",
        "no_abstract",
        "repeated",
        "off_topic",
        "other_outcome",
        "other_people",
        "people_not_stated",
        "laboratory",
        "ranked_out",
    ]
    """Included, or the first reason why not"""


class ReviewSection(TypedDict):
    """One section of a review, by its "## " heading."""

    heading: str
    text: str


class ReviewResponse(TypedDict):
    """Reply of ``review``."""

    title: str
    review: str
    """The whole review as Markdown; [n] refers to references[n - 1]."""
    sections: list[ReviewSection]
    """The review split by heading; the text is Markdown."""
    references: list[Reference]
    incomplete: NotRequired[str]
    """Error code of the cause if the review ended early, as in X-Incomplete.

    The sections present are finished.
    """
    trust: NotRequired[list[TrustCard]]
    """Trust cards, requested by include: ["trust"]."""
    run: NotRequired[RunRecord]
    """Search log, requested by include: ["run"]."""
    verification: NotRequired[AnswerVerification]
    """Check of every sentence outside tables, requested by include: ["verification"]."""
    bibliography: NotRequired[list[BibliographicRecord]]
    """Records, complete and in their order, requested by include: ["bibliography"]."""
    comparison: NotRequired[list[ComparisonRow]]
    """Comparison table with the source of every cell, requested by include: ["comparison"]."""
    figures: NotRequired[ReviewFigures]
    """Counts of the flow diagram, and the effects plotted, requested by include: ["figures"]."""
    screening: NotRequired[list[ScreenedRecord]]
    """Every record found, with the decision on it, included ones first; requested by include:
    ["screening"]."""
