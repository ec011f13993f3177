"""Supplements of an answer: trust cards, the run record, and the check of its sentences."""

from typing import Literal

from .._compat import NotRequired, TypedDict
from .common import CheckVerdict, Language, StudyDesign
from .sources import SourceName

DesignSource = Literal["publication_types", "text"]

StudySubjects = Literal["human", "animal", "human_and_animal", "in_vitro"]

EvidenceLevel = Literal[1, 2, 3, 4, 5]


class TrustNotice(TypedDict):
    """A record that says an article was retracted, corrected or gives concern."""

    kind: Literal["retraction", "concern", "erratum"]
    pmid: str | None
    citation: str


class SampleSize(TypedDict):
    """The number of participants with the words it stands in.

    Offsets count UTF-16 code units: see ``slice_utf16``.
    """

    n: int
    text: str
    start: int
    end: int


class FullTextReading(TypedDict):
    """Reading of a full text in PubMed Central for a sentence that the abstract does not decide."""

    pmcid: str
    license: str | None
    sha256: str
    """SHA-256 of the document that was read, in hexadecimal"""
    section: str | None
    sentence: str | None


class TrustCard(TypedDict):
    """Facts about a cited record from its metadata and abstract alone.

    ``None`` where neither states them.
    """

    pmid: str
    retracted: bool
    expression_of_concern: bool
    erratum: bool
    preprint: bool
    notices: list[TrustNotice]
    design: StudyDesign | None
    design_from: DesignSource | None
    evidence_level: EvidenceLevel | None
    """Level by study design alone; 1 is the strongest"""
    sample_size: SampleSize | None
    """Verbatim from the abstract"""
    subjects: StudySubjects | None
    read: Literal["abstract", "title", "full_text"]
    """The part of the article that was read last"""
    full_text: NotRequired[FullTextReading]


SearchStep = Literal["synonyms", "words", "spelling"]


class RunService(TypedDict):
    """The service that wrote the answer."""

    name: Literal["citewell"]
    version: str


class RunInputs(TypedDict):
    """Inputs of the writer besides the evidence; their content is not stored."""

    attachment: bool
    images: int
    history: int


class SpellingCorrection(TypedDict):
    """A word of the question that was searched as it was probably meant."""

    typed: str
    meant: str


class RunQuery(TypedDict):
    """The question as it was searched for."""

    language: Language
    concepts: list[str]
    terms: list[str]
    facets: list[list[str]]
    date_from: str | None
    date_to: str | None
    study_types: list[str]
    populations: list[str]
    corrections: NotRequired[list[SpellingCorrection]]
    pmids: list[str]
    dois: list[str]
    category_id: str | None
    category_filter: str | None
    include_retracted: bool
    max_refs: int
    planned: bool


class RunSearch(TypedDict):
    """One query of a run, as it was sent."""

    source: SourceName
    query: str
    """Query as sent, in the syntax of the source"""
    total: int
    translation: NotRequired[str]
    step: NotRequired[SearchStep]
    at: str


class RunShortfall(TypedDict):
    """Records that a source announced, or was asked for, but did not return."""

    source: str
    missing_pmids: list[str]
    """PMIDs of records listed but not returned by the source"""
    withheld: int
    """Number of records counted but not listed by the source"""
    failed_searches: list[str]


class RunCounts(TypedDict):
    """Numbers of records, from those found to those cited."""

    found: int
    retracted_excluded: int
    articles: int
    passages: int
    cited: int


class FullTextPlace(TypedDict):
    """Place of a statement in a full text."""

    pmcid: str
    section: str
    sha256: str
    row: NotRequired[bool]


class RunEvidence(TypedDict):
    """A sentence that was shown to the writer, verbatim.

    Offsets count UTF-16 code units: see ``slice_utf16``.
    """

    id: str
    pmid: str
    text: str
    label: NotRequired[str]
    chinese: NotRequired[str]
    lacks: NotRequired[list[str]]
    unmentioned: NotRequired[list[str]]
    context: NotRequired[bool]
    full_text: NotRequired[FullTextPlace]
    start: int
    end: int
    sha256: str


class RunStudy(TypedDict):
    """Facts of a study by which a reader weighs its sentences."""

    kind: NotRequired[str]
    group: NotRequired[str]
    n: NotRequired[int]
    studies: NotRequired[int]
    is_mixed: NotRequired[bool]
    year: NotRequired[str]


class RunArticle(TypedDict):
    """A record that evidence was taken from."""

    pmid: str
    title: str
    authors: str
    """The author list as a single string"""
    journal: str
    year: str
    demonstration: NotRequired[bool]
    """Present if the record is an invented demonstration record: not evidence, and not in PubMed"""
    publication_types: list[str]
    retracted: bool
    study: NotRequired[RunStudy]
    sha256: str


class RunRecord(TypedDict):
    """Record of how an answer was produced: sufficient for a methods section.

    Times are ISO 8601 in UTC.
    """

    version: Literal[1]
    request_id: str
    service: RunService
    started_at: str
    finished_at: str
    question: str
    language: Language
    inputs: RunInputs
    query: RunQuery
    searches: list[RunSearch]
    unavailable: list[str]
    not_asked: list[str]
    busy: list[str]
    shortfalls: list[RunShortfall]
    counts: RunCounts
    evidence: list[RunEvidence]
    articles: list[RunArticle]
    engine: str
    answer_sha256: str


SentenceRepair = Literal["citations_replaced"]


class SentenceCitation(TypedDict):
    """A citation of a sentence, and whether its record supports it."""

    n: int
    pmid: str
    supports: bool


class SentenceEvidence(TypedDict):
    """A sentence of an abstract, verbatim.

    Offsets count UTF-16 code units: see ``slice_utf16``.
    """

    pmid: str
    text: str
    start: int
    end: int


class SentenceFullText(FullTextReading):
    """A statement of a full text that a sentence rests on."""

    pmid: str


class AnswerSentence(TypedDict):
    """One sentence of an answer and the verdict on it."""

    sentence: str
    """Verbatim from the answer"""
    kind: Literal["cited", "needs_citation", "connective"]
    marks: list[SentenceCitation]
    verdict: CheckVerdict | None
    evidence: list[SentenceEvidence]
    read: NotRequired[Literal["full_text"]]
    full_text: NotRequired[list[SentenceFullText]]
    repair: SentenceRepair | None


class AnswerVerification(TypedDict):
    """Results of checking an answer's sentences before they were sent."""

    sentences: list[AnswerSentence]
    omitted: int
    """Sentences removed because no record supported them"""
