"""Client of Citewell: medical questions answered with cited literature."""

from . import types
from ._fold import StreamedAnswer
from ._version import __version__
from .async_client import AsyncCitewell
from .client import Citewell
from .errors import (
    AuthenticationError,
    CitewellError,
    ConflictError,
    ConnectionFailedError,
    InsufficientBalanceError,
    InvalidRequestError,
    PermissionDeniedError,
    QuotaExceededError,
    RateLimitedError,
    ServerError,
    StreamError,
    UpstreamError,
)
from .events import AnswerEvent, CitationBatchEvent
from .streams import AnswerStream, AsyncAnswerStream
from .utf16 import slice_utf16

__all__ = [
    "AnswerEvent",
    "AnswerStream",
    "AsyncAnswerStream",
    "AsyncCitewell",
    "AuthenticationError",
    "CitationBatchEvent",
    "Citewell",
    "CitewellError",
    "ConflictError",
    "ConnectionFailedError",
    "InsufficientBalanceError",
    "InvalidRequestError",
    "PermissionDeniedError",
    "QuotaExceededError",
    "RateLimitedError",
    "ServerError",
    "StreamError",
    "StreamedAnswer",
    "UpstreamError",
    "__version__",
    "slice_utf16",
    "types",
]
