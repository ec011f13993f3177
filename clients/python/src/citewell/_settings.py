"""Settings that all requests of a client share."""

from __future__ import annotations

import os
import random as random_module
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from ._request import Request
from ._version import __version__
from .types import Language


@dataclass(frozen=True)
class Settings:
    """Settings of a client. ``timeout`` is in seconds of silence."""

    base_url: str
    headers: Mapping[str, str]
    max_retries: int
    timeout: float
    random: Callable[[], float]

    def retries_of(self, request: Request) -> int:
        """Return the number of attempts after the first."""
        return self.max_retries if request.may_retry else 0

    def timeout_of(self, request: Request) -> float:
        """Return the seconds of silence after which a request is given up."""
        return max(self.timeout, request.timeout_at_least)

    def options_of(self, request: Request) -> dict[str, Any]:
        """Return the arguments with which httpx builds the request."""
        return {
            "method": request.method,
            "url": self.base_url + request.path,
            "headers": {**self.headers, **request.headers},
            "timeout": httpx.Timeout(self.timeout_of(request)),
            **({} if request.body is None else {"json": request.body}),
            **({"params": request.query} if request.query else {}),
        }


def make_settings(
    base_url: str | None,
    api_key: str | None,
    *,
    max_retries: int,
    timeout: float,
    language: Language | None,
    headers: Mapping[str, str] | None,
    random: Callable[[], float] | None,
) -> Settings:
    """Return the settings of a client.

    Raises:
        ValueError: If there is no base URL, or the API key has characters that no key has.
    """
    url = _setting(base_url, "CITEWELL_URL")
    if url is None:
        raise ValueError("Give base_url, or set CITEWELL_URL.")
    key = _setting(api_key, "CITEWELL_API_KEY")
    shared = {"user-agent": f"citewell-python/{__version__}"}
    if key is not None:
        shared["x-api-key"] = _header_value(key)
    if language is not None:
        shared["accept-language"] = language
    shared.update({name.lower(): value for name, value in (headers or {}).items()})
    return Settings(url.rstrip("/"), shared, max_retries, timeout, random or random_module.random)


def _setting(given: str | None, variable: str) -> str | None:
    """Return what is given, else the value of an environment variable that is not empty."""
    return given if given is not None else os.environ.get(variable) or None


def _header_value(key: str) -> str:
    """Return an API key without the line end of the file that it was read from."""
    value = key.strip()
    if not (value.isascii() and value.isprintable()):
        raise ValueError("api_key has characters that no key has.")
    return value
