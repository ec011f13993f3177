"""Sources of literature. Written by ``npm run generate:sources``."""

from typing import Literal

SourceName = Literal["pubmed", "europepmc", "library"]
