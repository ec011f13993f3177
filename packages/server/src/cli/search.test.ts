import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../testing/process/terminal.ts';

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
    write(name: string, content: string) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}

const question = 'Does metformin lower HbA1c in type 2 diabetes?';

describe('citewell search', () => {
  it('prints the ranked records of the library as one JSON object, best first', async (t) => {
    const { run } = setUp(t);
    await run('library', 'demo', 'on');
    const { code, out } = await run('search', question, '--json', '--limit', '5');
    assert.equal(code, 0);
    const [{ articles, ...rest }] = lines(out);
    assert.deepEqual(rest, {});
    assert.equal(articles.length, 5);
    assert.deepEqual(Object.keys(articles[0]), ['pmid', 'score', 'title', 'year', 'demonstration']);
    assert.match(articles[0].title, /metformin/i);
    const scores = articles.map(({ score }: { score: number }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((a: number, b: number) => b - a),
    );
    assert.match(
      (await run('search', question, '--limit', '1')).out,
      /^1\. \d\.\d{3} {2}\d+ {2}\d{4} {2}\[invented demonstration record\] .*\n$/,
    );
  });

  it('finds what an answer cites, and adds nothing to an empty library', async (t) => {
    const { run } = setUp(t);
    await run('library', 'demo', 'on');
    const asked = lines((await run('ask', question, '--json')).out)[0];
    const found = lines((await run('search', question, '--json', '--limit', '40')).out)[0].articles;
    const pmids = new Set(found.map(({ pmid }: { pmid: string }) => pmid));
    assert.ok(asked.references.length > 0);
    for (const { pmid } of asked.references) assert.ok(pmids.has(pmid), pmid);
    const empty = setUp(t);
    assert.deepEqual(lines((await empty.run('search', question, '--json')).out), [{ articles: [] }]);
    assert.equal(lines((await empty.run('library', 'stats', '--json')).out)[0].records, 0);
  });

  it('answers a file of questions in order, each with its id, in both languages', async (t) => {
    const { run, write } = setUp(t);
    await run('library', 'demo', 'on');
    const path = write(
      'questions.jsonl',
      `\uFEFF{"id":"a","question":"${question}"}\r\n\r\n{"id":7,"question":"二甲双胍能降低糖化血红蛋白吗？"}\n{"question":"zzqqxx"}\n`,
    );
    const { code, out } = await run('search', '--questions', path, '--json', '--limit', '3');
    assert.equal(code, 0);
    const replies = lines(out);
    assert.deepEqual(
      replies.map(({ id, articles }) => [id, articles.length]),
      [
        ['a', 3],
        [7, 3],
        [undefined, 0],
      ],
    );
  });

  it('rejects a wrong command line before any search', async (t) => {
    for (const environment of [{}, chinese]) {
      const { run, write } = setUp(t, environment);
      const isZh = environment === chinese;
      const path = write('wrong.jsonl', '{"id":1,"question":"x"}\n{"id":2}\n');
      const wrong: [argv: string[], en: RegExp, zh: RegExp][] = [
        [[], /QUESTION is missing/, /缺少 QUESTION/],
        [['x', '--limit', '101'], /--limit is "101"/, /--limit 的值为 "101"/],
        [['x', '--sources', 'google'], /--sources is "google"/, /--sources 的值为 "google"/],
        [['x', '--sources', 'pubmed'], /not enabled in CITEWELL_SOURCES/, /CITEWELL_SOURCES 未启用/],
        [['--questions', '/nowhere'], /cannot be read \(ENOENT\)/, /无法读取/],
        [['--questions', path], /line 2 of/, /第 2 行/],
        [['x'.repeat(4_001)], /longer than 4000/, /超过 4000/],
      ];
      for (const [argv, en, zh] of wrong) {
        const { code, out, err } = await run('search', ...argv);
        assert.deepEqual([code, out], [2, '']);
        assert.match(err, isZh ? zh : en);
      }
    }
  });
});
