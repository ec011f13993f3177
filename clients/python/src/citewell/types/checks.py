"""Citation checks."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import BibliographicRecord, CheckVerdict
from .evidence import FullTextReading

CitationIncludable = Literal["verification"]


class CitationPair(TypedDict):
    """A sentence and the article it cites, for ``check_citations``."""

    sentence: str
    """Text of 1 to 4,000 characters, in Chinese or English."""
    pmid: str
    """A PubMed identifier as text: 1 to 10 digits without leading zeros, such as "22735384"."""
    abstract: NotRequired[str | None]
    """Text of at most 50,000 characters, in Chinese or English (if empty, the abstract is
    looked up)."""


class EvidenceSpan(TypedDict):
    """A sentence of the abstract, verbatim.

    Offsets count UTF-16 code units: see ``slice_utf16``.
    """

    text: str
    start: int
    end: int


class ClaimNumber(TypedDict):
    """A number of the sentence and the abstract's wording of it."""

    text: str
    found: bool
    evidence: str | None


PlaceFound = Literal["passage", "elsewhere"]


class ClaimPart(TypedDict):
    """A word of the sentence and where it was found."""

    text: str
    found: PlaceFound | None


class Deviation(TypedDict):
    """A way in which the sentence deviates from its source."""

    type: Literal[
        "numeric",
        "unit",
        "direction",
        "negation",
        "comparator",
        "context",
        "over_extrapolation",
        "causality",
        "design",
        "secondary_source",
        "unsupported",
    ]
    claim: str
    evidence: str | None


class Verification(TypedDict):
    """Ground on which the verdict on a sentence was reached."""

    verdict: CheckVerdict
    evidence: list[EvidenceSpan]
    """Sentences of the abstract, verbatim: offsets count UTF-16 code units, see ``slice_utf16``"""
    numbers: list[ClaimNumber]
    deviations: list[Deviation]
    parts: list[ClaimPart]
    """The words of the sentence in order, as far as rules compared them: in the closest
    passage, elsewhere in the abstract, or None: not stated there"""
    method: Literal["rules", "model", "rules_model_failed"]
    read: Literal["abstract", "full_text"]
    """The text that was read last"""
    full_text: NotRequired[FullTextReading]
    """Present if the full text was read: the section, or the table, and the sentence that
    support the claim, or None: none was found"""
    confidence: float | None
    """Calibrated share of such verdicts that are right; None: not calibrated"""


class CitationCheckResponse(TypedDict):
    """Reply of ``check_citation``."""

    consistent: bool
    """Marks a sentence that agrees with the abstract"""
    is_review_citation: bool
    """Marks a cited article that is itself a review"""
    reason: str
    """Explanation in the language of the sentence, with a warning if the article was retracted"""
    deviation_analysis: str
    suggestion: NotRequired[str]
    """A corrected sentence; empty if there is no suggestion"""
    pmid: str
    abstract: str
    """The abstract the sentence was checked against"""
    demonstration: NotRequired[bool]
    """Present if the cited article is an invented demonstration record; "reason" begins by
    saying so"""
    verification: NotRequired[Verification]
    """Present if requested in "include"."""
    bibliography: NotRequired[list[BibliographicRecord]]
    """Cited record, complete, requested by include: ["bibliography"]."""


class PairVerdict(TypedDict):
    """Verdict on one pair of a batch."""

    consistent: bool
    """Marks a sentence that agrees with the abstract"""
    is_review_citation: bool
    """Marks a cited article that is itself a review"""
    reason: str
    """Explanation in the language of the sentence, with a warning if the article was retracted"""
    deviation_analysis: str
    suggestion: NotRequired[str]
    """A corrected sentence; empty if there is no suggestion"""
    pmid: str
    abstract: str
    """The abstract the sentence was checked against"""
    demonstration: NotRequired[bool]
    """Present if the cited article is an invented demonstration record; "reason" begins by
    saying so"""
    verification: NotRequired[Verification]
    """Present if requested in "include"."""
    index: int
    """Position in pairs, counting from 0"""
    bibliography: NotRequired[list[BibliographicRecord]]
    """Cited record, complete, requested by include: ["bibliography"]."""


class PairError(TypedDict):
    """A pair of a batch that could not be checked."""

    index: int
    """Position in pairs, counting from 0"""
    pmid: str
    error: str
    """Description of the problem and what to do, in Chinese or English"""
    code: str
    """Machine-readable"""
