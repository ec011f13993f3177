import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fileRecord, renderFile } from '@citewell/simulators/pubmed/pubmed-files.ts';
import { startFilesServer } from '@citewell/simulators/pubmed/pubmed-files-server.ts';
import { openSqliteLibrary } from '../../library/stores/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { terminal } from '../../testing/process/terminal.ts';

/** Enough batches of one record for two merges. */
const records = 12;

/** Counts what a merge leaves behind: segments that were merged away, and unused pages. */
function unused(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true });
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const counts = {
    segments: count('SELECT count(*) FROM segment'),
    mergedAway: count('SELECT count(*) FROM segment WHERE retired_at IS NOT NULL'),
    freePages: count('PRAGMA freelist_count'),
  };
  database.close();
  return counts;
}

describe('the space of segments that were merged away', () => {
  it('is released at the end of an ingest, beside a search that used them', async (t) => {
    const { run, dataDir } = terminal(t);
    const lines = Array.from({ length: records }, (_, at) =>
      JSON.stringify({ pmid: `${at + 1}`, title: at % 2 ? 'Metformin in trials' : '二甲双胍的试验' }),
    );
    const path = join(temporaryFolder(t), 'a.jsonl');
    const search = async (value: string) => {
      const query = { conditions: [{ field: 'title' as const, value }], years: {}, limit: 3 };
      const options = { signal: new AbortController().signal };
      const page = await library.search({ ...query, sort: 'date_desc', offset: 0 }, options);
      return { total: page.total, pmids: page.articles.map(({ pmid }) => pmid) };
    };
    writeFileSync(path, lines.slice(0, 5).join('\n'));
    await run('library', 'ingest', path, '--batch', '1');
    const library = openSqliteLibrary(join(dataDir, 'library.db'));
    t.after(() => library.close());
    assert.deepEqual(await search('metformin'), { total: 2, pmids: ['4', '2'] });

    writeFileSync(path, lines.join('\n'));
    assert.equal((await run('library', 'ingest', path, '--batch', '1')).code, 0);
    const { segments, ...left } = unused(dataDir);
    assert.ok(segments < 6, `${segments} segments`);
    assert.deepEqual(left, { mergedAway: 0, freePages: 0 });
    assert.deepEqual(await search('metformin'), { total: 6, pmids: ['12', '10', '8'] });
    assert.deepEqual(await search('二甲双胍'), { total: 6, pmids: ['11', '9', '7'] });
    assert.match((await run('library', 'verify')).out, /valid/);
  });

  it('is released at the end of a sync', async (t) => {
    const server = await startFilesServer(t);
    for (let number = 1; number <= records; number++)
      server.put(
        'baseline',
        `pubmed26n${String(number).padStart(4, '0')}.xml.gz`,
        gzipSync(renderFile([fileRecord(number)])),
      );
    const { run, dataDir } = terminal(t, { CITEWELL_PUBMED_FILES_URL: server.url });
    assert.equal((await run('library', 'sync')).code, 0);
    const { segments, ...left } = unused(dataDir);
    assert.ok(segments < 6, `${segments} segments`);
    assert.deepEqual(left, { mergedAway: 0, freePages: 0 });
  });
});
