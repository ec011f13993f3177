"""Types that several others share."""

from typing import Literal

from .._compat import NotRequired, TypedDict

Language = Literal["zh", "en"]

Module = Literal["ask_agent", "expert_agent", "factcheck"]

StudyDesign = Literal[
    "meta_analysis",
    "systematic_review",
    "guideline",
    "randomized_trial",
    "clinical_trial",
    "cohort",
    "case_control",
    "cross_sectional",
    "observational",
    "case_report",
    "review",
    "protocol",
    "opinion",
    "animal",
    "in_vitro",
]

CheckVerdict = Literal["supported", "deviates", "undetermined"]


class Reference(TypedDict):
    """One cited article. Unknown texts are empty."""

    pmid: str
    title: str
    authors: str
    """The author list as a single string"""
    journal: str
    year: str
    demonstration: NotRequired[bool]
    """Present if the record is an invented demonstration record: not evidence, and not in PubMed"""


class BibliographicRecord(Reference):
    """Article with all that reference managers take."""

    author_list: NotRequired[list[str]]
    journal_abbreviation: NotRequired[str]
    published: NotRequired[str]
    """ISO date, if more than the year is known"""
    volume: NotRequired[str]
    issue: NotRequired[str]
    pages: NotRequired[str]
    """Pages as the source has them, or the number of an article without pages"""
    issn: NotRequired[str]
    doi: NotRequired[str]
    pmcid: NotRequired[str]
    languages: NotRequired[list[str]]
    """ISO 639-2, as in PubMed"""
    publication_types: NotRequired[list[str]]
    mesh: NotRequired[list[str]]
    """MeSH headings"""
    keywords: NotRequired[list[str]]
    """Author keywords"""
    abstract: NotRequired[str]
    affiliations: NotRequired[list[str]]
    """Affiliations of the first author"""


class LocalizedText(TypedDict):
    """Text in English and Chinese."""

    en: str
    zh: str
