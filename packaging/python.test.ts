import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { elsewhere } from './elsewhere.ts';
import { root } from './places.ts';

const importing = `
import asyncio, importlib.metadata, citewell
assert importlib.metadata.version("citewell") == citewell.__version__
assert "site-packages" in citewell.__file__
with citewell.Citewell("http://127.0.0.1:9", "cw_x", max_retries=0) as client:
    try:
        client.ask("Does metformin lower HbA1c?")
    except citewell.ConnectionFailedError as error:
        print("imported", citewell.__version__, error)
async def main():
    async with citewell.AsyncCitewell("http://127.0.0.1:9", "cw_x", max_retries=0) as client:
        try:
            await client.ask_stream("Does metformin lower HbA1c?").final()
        except citewell.ConnectionFailedError as error:
            print(error)
asyncio.run(main())
`;

const consumer = `
from citewell import AnswerEvent, Citewell


def answer(client: Citewell) -> str:
    reply = client.ask("Does metformin lower HbA1c?", max_refs=5, include=["run"])
    pmids: list[str] = [reference["pmid"] for reference in reply["references"]]
    return reply["answer"] + "".join(pmids)


def text(event: AnswerEvent) -> str:
    return event.data["text"] if event.event == "answer_chunk" else ""
`;

/** Versions of the checkers that accept the client. */
const checkers = ['mypy==2.4.1', 'ruff==0.17.6', 'pytest==9.2.0'];

const skip = !hasPython() && 'there is no python3 of 3.10 or later with venv here';

function hasPython(): boolean {
  const asked = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  try {
    execFileSync('python3', ['-c', asked], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('clients/python, built as a wheel and installed elsewhere', { timeout: 900_000, skip }, () => {
  it('contains its types and license and no tests, and works in a clean environment', async (t) => {
    const there = elsewhere(t);
    await there.run('python3', ['-m', 'venv', 'clean']);
    const pip = join(there.folder, 'clean/bin/pip');
    cpSync(join(root, 'clients/python'), join(there.folder, 'source'), { recursive: true });
    await there.run(pip, ['wheel', '--quiet', '--no-deps', '--wheel-dir', '.', './source']);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const wheel = `citewell-${version}-py3-none-any.whl`;
    assert.ok(readdirSync(there.folder).includes(wheel));
    const listed = await there.run('python3', ['-m', 'zipfile', '--list', wheel]);
    assert.match(listed, /citewell\/py\.typed /);
    assert.match(listed, /dist-info\/licenses\/LICENSE /);
    assert.doesNotMatch(listed, /tests?\//);
    await there.run(pip, ['install', '--quiet', wheel]);
    const python = join(there.folder, 'clean/bin/python');
    const printed = await there.run(python, [there.write('use.py', importing)]);
    assert.ok(printed.startsWith(`imported ${version} The service could not be reached.`), printed);
    assert.equal(await there.run(pip, ['check']), 'No broken requirements found.\n');

    await there.run(pip, ['install', '--quiet', ...checkers]);
    const bin = (name: string) => join(there.folder, 'clean/bin', name);
    await there.run(bin('mypy'), ['--strict', there.write('typed.py', consumer)]);
    const wrong = there.write('wrong.py', consumer.replace('max_refs=5', 'max_refs="5"'));
    await assert.rejects(there.run(bin('mypy'), ['--strict', wrong]), /max_refs/);
    await there.run(bin('mypy'), ['--config-file', 'source/pyproject.toml', 'source/src', 'source/tests']);
    await there.run(bin('ruff'), ['check', '--no-cache', 'source']);
    await there.run(bin('ruff'), ['format', '--no-cache', '--check', 'source']);
  });
});
