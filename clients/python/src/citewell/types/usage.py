"""Usage of a key, and applications for one."""

from typing import Literal

from .._compat import TypedDict
from .common import Module

Endpoint = Literal[
    "ask",
    "ask_stream",
    "expert",
    "expert_stream",
    "factcheck_verify",
    "polish",
    "local_advanced_search",
    "avatar_chat",
]

UsageGrouping = Literal["day", "endpoint", "model"]

CallOutcome = Literal[
    "ok",
    "not_found",
    "client_disconnected",
    "upstream_error",
    "insufficient_balance",
    "key_disabled",
    "deadline",
    "internal_error",
    "interrupted",
]


class UsageGroup(TypedDict):
    """Usage summed by day, endpoint or model. Figures are tokens."""

    key: str
    """A day, an endpoint or a model"""
    requests: int
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    charged: int | None
    """None when grouped by model: a call is charged as a whole"""


UsageWindow = TypedDict("UsageWindow", {"from": str, "to": str})
"""First and last day, both included, as ``YYYY-MM-DD``."""


class UsageTotals(TypedDict):
    """Sum of all calls that have ended. Figures are tokens."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    charged: int
    unbilled: int


class UsageRecord(TypedDict):
    """One call. Figures are tokens, 0 while it runs; times are ISO 8601 in UTC."""

    request_id: str
    endpoint: str
    mode: str | None
    started_at: str
    ended_at: str | None
    """None while the call is running"""
    duration_ms: int | None
    outcome: CallOutcome | None
    state: Literal["running", "settled", "released"]
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    charged: int
    unbilled: int
    """Tokens used but not charged"""
    estimated: bool
    """Some tokens were counted by this service, not by the provider"""


class UsageKey(TypedDict):
    """The key that asked."""

    id: str
    label: str
    hint: str
    """The first and last characters of the key"""
    status: Literal["enabled", "disabled"]
    expires_at: str | None
    modules: list[Module]


class Balance(TypedDict):
    """Tokens: ``available`` is ``granted - charged - held``."""

    granted: int
    charged: int
    held: int
    available: int


class Quota(TypedDict):
    """Today's calls; ``limit`` is ``None`` where there is none."""

    day: str
    timezone: str
    used: int
    limit: int | None
    resets_at: str


class UsageResponse(TypedDict):
    """Reply of ``usage``; all figures are of one moment."""

    key: UsageKey
    balance: Balance
    quota: Quota
    window: UsageWindow
    totals: UsageTotals
    trend: list[UsageGroup]
    by_endpoint: list[UsageGroup]
    records: list[UsageRecord]
    next_cursor: str | None


class UsageStep(TypedDict):
    """One request to a model."""

    number: int
    kind: Literal["plan", "rank", "write", "verify", "vision", "chat", "polish", "search"]
    model: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    cached_tokens: int | None
    """Tokens of the prompt that the provider served from its cache; ``None`` if it did not say"""
    state: Literal["running", "finished", "interrupted"]
    estimated: bool
    """The tokens were counted by this service, not by the provider"""


class UsageStepsResponse(TypedDict):
    """Reply of ``usage_steps``."""

    request_id: str
    steps: list[UsageStep]


class ApplyResponse(TypedDict):
    """Reply of ``apply``, the same for every address."""

    status_token: str
    """Gives access to the status of the application and lets the applicant withdraw it"""
    status_url: str
    state: Literal["submitted"]


class ApplicationStatus(TypedDict):
    """State of an application for a key. Times are ISO 8601 in UTC."""

    state: Literal["submitted", "confirmed", "approved", "rejected", "withdrawn"]
    modules: list[Module]
    submitted_at: str
    confirmed_at: str | None
    due_at: str | None
    """End of the third business day after confirmation"""
    overdue: bool
    decided_at: str | None
    reason: str | None
    """Reason for rejection"""
    unclaimed: bool
    """A link that shows the key was e-mailed and has not been used"""
