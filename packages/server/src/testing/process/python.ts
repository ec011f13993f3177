import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryFile } from '../documents/markdown.ts';

/**
 * Path of the Python whose virtual environment has the packages that tests use: the one that `PYTHON` names, otherwise
 * `data/python`, which .ci/run creates. It is absolute, because tests start it in other folders.
 */
export const python = resolve(process.env.PYTHON || repositoryFile('data/python/bin/python'));

/** Returns the reason for skipping a test that needs Python; false if it is there. */
export const withoutPython =
  !existsSync(python) &&
  'no Python with its packages: python3 -m venv data/python && data/python/bin/pip install -r clients/python/tests/requirements.txt -r packaging/requirements.txt';
