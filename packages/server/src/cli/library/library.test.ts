import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Pmid } from '@citewell/core/records/article.ts';
import { startRerankSimulator } from '@citewell/simulators/llm/rerank-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { fileRecord, renderFile, writePubmedFile } from '@citewell/simulators/pubmed/pubmed-files.ts';
import { startFilesServer } from '@citewell/simulators/pubmed/pubmed-files-server.ts';
import { openSqliteWriter } from '../../library/stores/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { captured, chinese, terminal } from '../../testing/process/terminal.ts';
import { runCli } from '../main.ts';

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function setUp(t: TestContext, environment: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  return {
    ...terminal(t, environment),
    folder,
    write(name: string, content: string | Uint8Array) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}

const two = '{"pmid":"2","title":"Second"}\n{"pmid":"1","title":"First","year":"2020"}\n';

describe('citewell library ingest', () => {
  it('prints its progress as JSON lines, and exits 0 if every record is added', async (t) => {
    const { run, folder, write } = setUp(t);
    writePubmedFile(join(folder, 'a.xml.gz'), renderFile([fileRecord(5), fileRecord(6)], [5]));
    write('b.jsonl', two);
    const { code, out, err } = await run('library', 'ingest', folder, '--jobs', '1');
    assert.deepEqual([code, err], [0, '']);
    const events = lines(out);
    assert.deepEqual(
      events.filter(({ event }) => event === 'file').map(({ file, records }) => [file, records]),
      [
        [join(folder, 'a.xml.gz'), 2],
        [join(folder, 'b.jsonl'), 2],
      ],
    );
    assert.partialDeepStrictEqual(events.at(-1), { event: 'done', added: 3, rejected: 0, refused: 0 });
    const progress = events.find(({ event }) => event === 'progress');
    assert.deepEqual(
      ['records', 'rate', 'percent', 'eta_seconds'].map((name) => typeof progress[name]),
      Array(4).fill('number'),
    );
  });

  it('shows a progress line in a terminal, and a summary at the end', async (t) => {
    const { dataDir, write } = setUp(t);
    const path = write('a.jsonl', two);
    for (const [environment, progress, sentence] of [
      [{}, /2 records .*\/s .*% .*left/, /^2 records: 2 added, 0 replaced, .* records?\/s\.\n$/],
      [chinese, /2 篇 .*每秒.*剩余/, /^2 篇文献：新增 0，更新 0，未变 2.*。\n$/],
    ] as const) {
      const { io, text } = captured({ CITEWELL_DATA_DIR: dataDir, ...environment }, {}, true);
      assert.equal(await runCli(['library', 'ingest', path], io), 0);
      assert.match(text.err, progress);
      assert.match(text.err, /^(?:Low priority: other work|以低优先级运行)/);
      assert.match(text.out, sentence);
    }
  });

  it('lowers its priority by default, and says so', async (t) => {
    const { dataDir, write } = setUp(t);
    const path = write('a.jsonl', two);
    for (const [option, priority] of [
      [[], 'low'],
      [['--priority', 'normal'], 'normal'],
    ] as const) {
      let lowered = 0;
      const { io, text } = captured({ CITEWELL_DATA_DIR: dataDir });
      io.lowerPriority = () => {
        lowered += 1;
      };
      assert.equal(await runCli(['library', 'ingest', ...option, path], io), 0);
      assert.equal(lines(text.out).at(-1).priority, priority);
      assert.equal(lowered, priority === 'low' ? 1 : 0);
    }
  });

  it('exits 1 if a record is rejected, lists it, and adds the others', async (t) => {
    for (const [environment, refused, rejected] of [
      [{}, /bad\.xml, line 2: .*ends in the middle.*None of it was imported\./, /: 1 rejected, listed in /],
      [chinese, /bad\.xml 第 2 行：文档在中途结束。该文件未导入。/, /：1 条被拒绝，列于 /],
    ] as const) {
      const { run, write, dataDir } = setUp(t, environment);
      const files = [write('bad.xml', '<PubmedArticleSet>\n'), write('b.jsonl', `${two}no record\n`)];
      const { code, err } = await run('library', 'ingest', ...files);
      assert.equal(code, 1);
      assert.match(err, refused);
      assert.match(err, rejected);
      const [list = ''] = readdirSync(join(dataDir, 'rejected'));
      assert.equal(lines(readFileSync(join(dataDir, 'rejected', list), 'utf8'))[0].line, 3);
      assert.equal(lines((await run('library', 'export')).out).length, 2);
    }
  });

  it('names unreadable files of a folder, and asks for "-" when given the path of a pipe', async (t) => {
    for (const [environment, unread, pipe] of [
      [{}, /a\.xml: it cannot be read \(ENOENT\)\. None of it was imported\./, /give "-" for standard input/],
      [chinese, /a\.xml：无法读取（ENOENT）。该文件未导入。/, /请用 "-" 表示标准输入/],
    ] as const) {
      const { run, folder, write } = setUp(t, environment);
      symlinkSync(join(folder, 'nowhere'), join(folder, 'a.xml'));
      write('b.jsonl', two);
      const { code, out, err } = await run('library', 'ingest', folder);
      assert.equal(code, 1);
      assert.match(err, unread);
      assert.partialDeepStrictEqual(lines(out).at(-1), { added: 2, refused: 1 });
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      const piped = await run('library', 'ingest', join(folder, 'pipe'));
      assert.equal(piped.code, 2);
      assert.match(piped.err, pipe);
    }
  });

  it('adds nothing from a truncated file, even if its .md5 matches', async (t) => {
    const whole = renderFile([1, 2, 3].map((pmid) => fileRecord(pmid)));
    for (const [environment, said] of [
      [{}, /ends in the middle.*None of it was imported\./],
      [chinese, /在中途结束.*该文件未导入。/],
    ] as const) {
      const { run, folder } = setUp(t, environment);
      writePubmedFile(join(folder, 'a.xml'), whole.slice(0, -30));
      const { code, err } = await run('library', 'ingest', join(folder, 'a.xml'), '--batch', '1');
      assert.equal(code, 1);
      assert.match(err, said);
      assert.equal((await run('library', 'export')).out, '');
    }
  });

  it('reads standard input, compressed or not', async (t) => {
    const { runTyping, run } = setUp(t);
    assert.equal((await runTyping({ input: two }, 'library', 'ingest', '-')).code, 0);
    assert.equal(lines((await run('library', 'export')).out).length, 2);
    const twice = await runTyping({ input: two }, 'library', 'ingest', '--resume', '-');
    assert.equal(lines(twice.out).find(({ file }) => file === '-').skipped, true);
  });

  it('changes nothing on a dry run, and reports what would be rejected', async (t) => {
    const { run, write, dataDir } = setUp(t);
    const path = write('a.jsonl', `${two}{"pmid":0}\n`);
    const { code, out, err } = await run('library', 'ingest', '--dry-run', path);
    assert.equal(code, 1);
    assert.partialDeepStrictEqual(lines(out).at(-1), { records: 2, added: 0, rejected: 1 });
    assert.match(err, /a\.jsonl, line 3: these fields are invalid: pmid/);
    assert.ok(!existsSync(join(dataDir, 'library.db')) && !existsSync(join(dataDir, 'rejected')));
  });

  it('finishes its batch on Ctrl-C and explains how to resume', async (t) => {
    const { dataDir, folder, write } = setUp(t);
    for (const [environment, sentence] of [
      [
        {},
        /^Stopped\. Imported records are kept\. Continue with: citewell library ingest --resume '.*it'\\''s\.jsonl'\n$/,
      ],
      [chinese, /^已停止，已写入的内容保留。继续：citewell library ingest --resume '/],
    ] as const) {
      const path = write("it's.jsonl", two);
      const { io, text, interrupt } = captured({ CITEWELL_DATA_DIR: dataDir, ...environment });
      // Immediately: before the first batch.
      const running = runCli(['library', 'ingest', path], {
        ...io,
        onInterrupt(callback) {
          callback();
          return io.onInterrupt(callback);
        },
      });
      interrupt();
      assert.equal(await running, 130);
      assert.match(text.err, sentence);
    }
    assert.ok(existsSync(folder));
  });

  it('exits 2 for a wrong command line, in both languages', async (t) => {
    const wrong: [argv: string[], en: RegExp, zh: RegExp][] = [
      [[], /FILE is missing/, /缺少 FILE/],
      [['/nowhere/x.xml'], /cannot be read \(ENOENT\)/, /无法读取/],
      [['-', '-'], /"-" once/, /只能出现一次/],
      [['--jobs', '0', '-'], /--jobs is "0"/, /--jobs 的值为 "0"/],
      [['--priority', 'high', '-'], /--priority must be normal or low/, /--priority 须为 normal 或 low/],
      [[temporaryFolder(t)], /no record files found/, /没有文献文件/],
    ];
    for (const [argv, en, zh] of wrong)
      for (const [environment, sentence] of [
        [{}, en],
        [chinese, zh],
      ] as const) {
        const { code, err } = await setUp(t, environment).run('library', 'ingest', ...argv);
        assert.equal(code, 2);
        assert.match(err, sentence);
      }
  });
});

describe('citewell library export', () => {
  it('writes the same bytes whatever the order of ingest, sorted by PMID, with every field', async (t) => {
    const { run, write } = setUp(t);
    const exports: string[] = [];
    for (const order of [two, two.split('\n').reverse().join('\n')]) {
      const other = setUp(t);
      await other.run('library', 'ingest', other.write('a.jsonl', order));
      exports.push((await other.run('library', 'export', '--format', 'jsonl')).out);
    }
    assert.equal(exports[0], exports[1]);
    assert.equal(
      exports[0]?.split('\n')[0],
      '{"pmid":"1","title":"First","vernacular_title":null,"abstract":[],"authors":[],"journal":"","year":"2020","languages":[],"publication_types":[],"mesh":[],"keywords":[],"doi":null,"is_review":false,"retracted":false}',
    );
    // An export can be ingested again, with the same result.
    await run('library', 'ingest', write('again.jsonl', exports[0] ?? ''));
    assert.equal((await run('library', 'export')).out, exports[0]);
    assert.equal((await run('library', 'export', '--format', 'csv')).code, 2);
  });
});

describe('citewell library show, stats, verify, compact', () => {
  it('describe the library in words and as JSON, in both languages', async (t) => {
    for (const environment of [{}, chinese]) {
      const { run, write } = setUp(t, environment);
      const isZh = environment === chinese;
      await run('library', 'create');
      assert.partialDeepStrictEqual(lines((await run('library', 'stats', '--json')).out)[0], {
        ...{ records: 0, newest: null, synced_at: null, bytes_per_record: null },
      });
      await run('library', 'ingest', write('a.xml', renderFile([fileRecord(7, { doi: '10.1/x' })])));
      const stats = lines((await run('library', 'stats', '--json')).out)[0];
      assert.partialDeepStrictEqual(stats, { records: 1, newest: '1997-05', synced_at: null });
      assert.ok(stats.bytes > 0 && stats.bytes_per_record === stats.bytes);
      assert.match((await run('library', 'stats')).out, isZh ? /文献数: 1\n/ : /records: 1\n/);
      assert.match((await run('library', 'show', '7')).out, isZh ? /标题: Record 7/ : /title: Record 7/);
      assert.equal(lines((await run('library', 'show', '7', '--json')).out)[0].doi, '10.1/x');
      const none = await run('library', 'show', '8');
      assert.equal(none.code, 1);
      assert.match(none.err, isZh ? /没有文献 8/ : /no record with PMID 8/);
      assert.equal((await run('library', 'show', 'x')).code, 2);
      assert.match((await run('library', 'verify')).out, isZh ? /完好/ : /library is valid/);
      assert.match((await run('library', 'compact')).out, isZh ? /压缩/ : /compact/);
      assert.equal((await run('library')).code, 2);
    }
  });
});

describe('citewell library snapshot', () => {
  it('copies the library to a file, during writes, with exactly the records of that moment', async (t) => {
    for (const environment of [{}, chinese]) {
      const { run, write, dataDir } = setUp(t, environment);
      await run('library', 'ingest', write('a.xml', renderFile([fileRecord(7), fileRecord(8)])));
      const before = (await run('library', 'export')).out;
      const writer = await openSqliteWriter(join(dataDir, 'library.db'));
      t.after(() => writer.close());
      const replica = setUp(t, environment);
      const target = join(replica.dataDir, 'library.db');
      const copied = await run('library', 'snapshot', target);
      assert.match(copied.out, environment === chinese ? /文献库.*已校验/ : /current library.*verified/);
      await writer.write({ put: [], remove: ['8' as Pmid], notices: [] });
      assert.equal((await replica.run('library', 'export')).out, before);
      assert.equal((await replica.run('library', 'verify')).code, 0);
      assert.notEqual((await run('library', 'export')).out, before);
      assert.notEqual((await run('library', 'snapshot', target)).code, 0, 'replaces nothing');
    }
  });

  it('rejects a library that is not a file', async (t) => {
    const { run } = setUp(t, { CITEWELL_LIBRARY_URL: 'http://127.0.0.1:1/x' });
    const { code, err } = await run('library', 'snapshot', 'x.db');
    assert.equal(code, 1);
    assert.match(err, /not a file/);
  });
});

describe('citewell library add', () => {
  async function start(t: TestContext, environment = {}) {
    const simulator = await startEutilsSimulator({ rateLimit: false });
    t.after(() => simulator.close());
    return { simulator, ...setUp(t, { CITEWELL_PUBMED_BASE_URL: simulator.url, ...environment }) };
  }

  it('adds the records that PubMed finds for a query, or those of PMIDs', async (t) => {
    const { run, runTyping } = await start(t);
    const found = lines((await run('library', 'add', '--query', 'asthma', '--json')).out)[0];
    assert.ok(found.added > 0 && found.added === found.total);
    const known = lines((await run('library', 'export')).out).map(({ pmid }) => pmid);
    const again = await runTyping(
      { input: `${known[0]}\n999999999` },
      'library',
      'add',
      '--pmids',
      '-',
      '--json',
    );
    assert.equal(again.code, 1);
    assert.deepEqual(lines(again.out)[0], {
      ...{ total: 2, added: 0, replaced: 0, unchanged: 1, missing: ['999999999'] },
    });
  });

  it('embeds the added records if an embedding model is configured', async (t) => {
    const model = await startRerankSimulator();
    t.after(() => model.close());
    const { run } = await start(t, {
      ...{ CITEWELL_EMBEDDING_BASE_URL: model.url, CITEWELL_EMBEDDING_MODEL: 'm' },
    });
    const [{ added }, embedded] = lines((await run('library', 'add', '--query', 'asthma', '--json')).out);
    assert.partialDeepStrictEqual(embedded, { event: 'embedded', embedded: added, vectors: added });
    const { out } = await run('library', 'add', '--query', 'asthma');
    assert.match(out, /0 records embedded/);
  });

  it('reports a PubMed failure and rejects a wrong command line', async (t) => {
    for (const [environment, down, both] of [
      [
        {},
        /PubMed refuses the query|PubMed .*\. Records received before that are in the library\./,
        /give --query or --pmids/,
      ],
      [chinese, /PubMed .*。此前取得的文献已写入文献库。/, /请给出 --query 或 --pmids/],
    ] as const) {
      const { run, simulator } = await start(t, environment);
      simulator.setFault('blocked');
      const { code, err } = await run('library', 'add', '--pmids', '1,2');
      assert.equal(code, 1);
      assert.match(err, down);
      const wrong = await run('library', 'add');
      assert.equal(wrong.code, 2);
      assert.match(wrong.err, both);
      assert.equal((await run('library', 'add', '--pmids', '1,x')).code, 2);
    }
  });
});

describe('citewell library sync', () => {
  it('fetches missing files and records the time of the sync', async (t) => {
    const server = await startFilesServer(t);
    server.put('baseline', 'pubmed26n0001.xml.gz', gzipSync(renderFile([fileRecord(1), fileRecord(2)])));
    server.put('updatefiles', 'pubmed26n0002.xml.gz', gzipSync(renderFile([fileRecord(3)], [1])));
    const { run, dataDir } = setUp(t, { CITEWELL_PUBMED_FILES_URL: server.url });
    const { code, out, err } = await run('library', 'sync');
    assert.deepEqual([code, err], [0, '']);
    assert.partialDeepStrictEqual(lines(out).at(-1), { event: 'done', added: 3, removed: 1 });
    assert.match(lines((await run('library', 'stats', '--json')).out)[0].synced_at, /^\d{4}-/);
    assert.deepEqual(readdirSync(join(dataDir, 'downloads')), []);
    assert.partialDeepStrictEqual(lines((await run('library', 'sync')).out).at(-1), {
      event: 'done',
      records: 0,
    });
  });

  it('exits 1 if the server lists no PubMed files, in both languages', async (t) => {
    const server = await startFilesServer(t);
    for (const [environment, sentence] of [
      [{}, /lists no PubMed files/],
      [chinese, /均未列出 PubMed 文件/],
    ] as const) {
      const { run } = setUp(t, { CITEWELL_PUBMED_FILES_URL: server.url, ...environment });
      const { code, err } = await run('library', 'sync');
      assert.equal(code, 1);
      assert.match(err, sentence);
    }
  });

  it('leaves the work to a sync that is already running', async (t) => {
    const server = await startFilesServer(t);
    server.put('baseline', 'pubmed26n0001.xml.gz', gzipSync(renderFile([fileRecord(1)])));
    server.fail('.xml.gz', 'reset', 'reset', 'reset');
    const { run } = setUp(t, { CITEWELL_PUBMED_FILES_URL: server.url });
    const [one, other] = await Promise.all([run('library', 'sync'), run('library', 'sync')]);
    assert.deepEqual([one.code, other.code], [0, 0]);
    const events = [one, other].map(({ out }) => lines(out).at(-1).event);
    assert.deepEqual(events.sort(), ['busy', 'done']);
  });
});
