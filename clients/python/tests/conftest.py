"""Fixtures: a real service, which whoever runs the tests has started.

``CITEWELL_URL`` and ``CITEWELL_API_KEY`` name it; without them the tests that need it are skipped.
``CITEWELL_TEST_KEYS`` has keys that it refuses, as JSON, by the reason. ``CITEWELL_LIBRARY_URL``
and ``CITEWELL_LIBRARY_KEY`` name a second one, which has a library and no model.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest

from citewell import AsyncCitewell, Citewell


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def service_url() -> str:
    url = os.environ.get("CITEWELL_URL")
    if not url:
        pytest.skip("CITEWELL_URL names no service")
    return url


@pytest.fixture(scope="session")
def keys() -> dict[str, str]:
    """Keys of the service by the reason for which it refuses them."""
    return cast("dict[str, str]", json.loads(os.environ.get("CITEWELL_TEST_KEYS", "{}")))


@pytest.fixture
def citewell(service_url: str) -> Iterator[Citewell]:
    with Citewell(service_url) as client:
        yield client


@pytest.fixture
def of_library() -> Iterator[Citewell]:
    """Client of a service that has a library and no model."""
    url = os.environ.get("CITEWELL_LIBRARY_URL")
    if not url:
        pytest.skip("CITEWELL_LIBRARY_URL names no service")
    with Citewell(url, os.environ.get("CITEWELL_LIBRARY_KEY")) as client:
        yield client


@pytest.fixture
async def async_citewell(service_url: str) -> AsyncIterator[AsyncCitewell]:
    async with AsyncCitewell(service_url) as client:
        yield client


@pytest.fixture(scope="session")
def components(service_url: str) -> dict[str, Any]:
    """The named schemas of the service's OpenAPI document."""
    import httpx

    document = httpx.get(f"{service_url}/openapi.json").json()
    return cast("dict[str, Any]", document["components"]["schemas"])
