import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type EutilsSimulator, startEutilsSimulator } from '../testing/eutils-simulator.ts';
import { makeDocx } from '../testing/make-docx.ts';
import { parseCsv } from '../testing/parse-csv.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { captured, chinese, terminal } from '../testing/terminal.ts';
import { runCli } from './main.ts';

const draft = fileURLToPath(new URL('../testing/manuscript/draft.md', import.meta.url));

let pubmed: EutilsSimulator;
before(async () => {
  pubmed = await startEutilsSimulator({ rateLimit: false });
});
after(() => pubmed.close());

function setUp(t: TestContext, environment: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const settings = { CITEWELL_SOURCES: 'pubmed', CITEWELL_PUBMED_BASE_URL: pubmed.url, ...environment };
  return {
    ...terminal(t, settings),
    settings,
    path: (name: string) => join(folder, name),
    write(name: string, content: string | Buffer) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    rows(name: string): Record<string, string>[] {
      const [head = [], ...rows] = parseCsv(readFileSync(join(folder, name), 'utf8'));
      return rows.map((row) => Object.fromEntries(head.map((key, at) => [key, row[at] ?? ''])));
    },
  };
}

/** The sentences of the draft that were altered, each by one thing. */
const altered = [
  'Zelparin lowered the rate of stroke from 6.8% to 2.1%.',
  'In 240 patients with resistant hypertension, cardovalin raised systolic blood pressure by 11 mm Hg more than placebo at 12 weeks.',
  'Hyperkalaemia was seen in 17% of patients with chronic kidney disease.',
  'Glucomin caused lower cardiovascular mortality (adjusted hazard ratio 0.81, 95% CI 0.72-0.91).',
  'A double-blind trial of brontol had 140 adolescents aged 12 to 17 years.',
  'Readmission for heart failure within 90 days was 24% with calls and 17% without.',
  'Blocking IL-6 halved paw swelling in patients with arthritis.',
  '乙肝疫苗首针接种率从61%升至79%。',
];

describe('citewell check manuscript', () => {
  it('audits a draft with 40 citations: finds what was altered and nothing else, and says why others have no verdict', async (t) => {
    const { run, path, rows, read } = setUp(t);
    const { code, out } = await run(
      ...['check', 'manuscript', draft, '--csv', path('r.csv'), '--markdown', path('r.md')],
    );
    assert.equal(code, 7);
    const all = rows('r.csv');
    assert.equal(all.length, 40);
    const of = (verdict: string) => all.filter((row) => row.verdict === verdict);
    assert.deepEqual(
      of('deviates').map(({ sentence }) => sentence),
      altered,
    );
    assert.deepEqual(
      of('abstract_unavailable').map(({ citation, pmid }) => [citation, pmid]),
      [['[21]', '990000003']],
    );
    assert.deepEqual(
      of('unresolved').map(({ citation }) => citation),
      ['[22]'],
    );
    assert.deepEqual(
      of('not_listed').map(({ citation }) => citation),
      ['[40]'],
    );
    assert.deepEqual(
      all.filter(({ retracted }) => retracted === 'true').map(({ pmid }) => pmid),
      ['990000009'],
    );
    // A DOI, a PMID, an address of PubMed, and nothing but a title.
    for (const [citation, pmid] of [
      ['[2]', '990000004'],
      ['[4]', '990000005'],
      ['[14]', '990000017'],
      ['[15]', '990000029'],
      ['[17]', '990000020'],
    ])
      assert.equal(all.find((row) => row.citation === citation)?.pmid, pmid, `${citation}`);
    assert.match(out, /deviates +990000007 +line 15, \[6\]: Hyperkalaemia/);
    assert.match(out, /40 citations: 8 deviates/);
    const markdown = read('r.md');
    assert.match(markdown, /^# Citation check\n\n40 citations in 38 sentences\./);
    for (const sentence of altered.slice(0, 3)) assert.ok(markdown.includes(sentence), sentence);
    assert.match(markdown, /## Retracted articles that are cited\n\n- \*\*line 23, \\\[12\\\]/);
  });

  it('reads the same citations out of a .docx, its superscripts and its automatic numbers', async (t) => {
    const { run, path, write, rows } = setUp(t);
    const docx = write('draft.docx', makeDocx(readFileSync(draft, 'utf8')));
    await run('check', 'manuscript', draft, '--csv', path('md.csv'));
    assert.equal((await run('check', 'manuscript', docx, '--csv', path('docx.csv'))).code, 7);
    const brief = (name: string) =>
      rows(name).map(({ citation, pmid, verdict, sentence }) => ({ citation, pmid, verdict, sentence }));
    assert.deepEqual(brief('docx.csv'), brief('md.csv'));
  });

  it('speaks Chinese at a Chinese terminal, and ends with 0 where nothing deviates', async (t) => {
    const { run, write, path, read } = setUp(t, chinese);
    const text = write(
      '稿件.txt',
      '乙肝疫苗首针接种率从61%升至97%[1]。\n\n参考文献\n[1] 某人. 某文. 2016. PMID: 990000032\n',
    );
    const { code, out } = await run('check', 'manuscript', text, '--markdown', path('r.md'));
    assert.equal(code, 0);
    assert.match(out, /^支持 +990000032 +第 1 行, \[1\]: 乙肝疫苗/);
    assert.match(out, /1 处引文：1 支持。/);
    assert.match(read('r.md'), /^# 引文核查/);
  });

  it('refuses what it cannot read as a manuscript, in both languages, before it asks anybody', async (t) => {
    const { run, write, path } = setUp(t);
    const inChinese = setUp(t, chinese);
    const cases: [file: string, en: RegExp, zh: RegExp][] = [
      [path('none.md'), /cannot be read \(ENOENT\)/, /无法读取/],
      [write('bare.txt', 'Nothing is cited here.'), /has no sentence that cites/, /没有带引文的句子/],
      [write('photo.txt', Buffer.from([0xff, 0xd8, 0xff, 0])), /not text in UTF-8/, /不是 UTF-8/],
      [write('broken.docx', makeDocx('x [1]').subarray(0, 300)), /no ZIP archive/, /不是含有/],
      [write('locked.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex')), /protected by a password/, /密码保护/],
    ];
    for (const [file, en, zh] of cases) {
      const { code, err } = await run('check', 'manuscript', file);
      assert.equal(code, 2);
      assert.match(err, en);
      assert.match((await inChinese.run('check', 'manuscript', file)).err, zh);
    }
  });
});

describe('citewell check batch', () => {
  const claims = [
    ['pmid', 'sentence'],
    ['990000007', 'Hyperkalaemia was seen in 7% of patients with chronic kidney disease.'],
    ['990000007', '"Hyperkalaemia, in short, was seen in 17%"'],
    ['990000099', 'A record that is not there says so.'],
  ];
  const csv = (rows: readonly string[][], parting = ',') =>
    rows.map((row) => `${row.join(parting)}\r\n`).join('');

  it('checks every row against its PMID, whatever parts the columns', async (t) => {
    const { run, write } = setUp(t);
    for (const parting of [',', ';', '\t']) {
      const { code, out } = await run('check', 'batch', write('claims.csv', csv(claims, parting)), '--json');
      assert.equal(code, 7);
      const found = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        found.map(({ outcome }) => outcome),
        ['supported', 'deviates', 'article_not_found'],
      );
      assert.equal(found[1].sentence, 'Hyperkalaemia, in short, was seen in 17%');
      assert.match(found[1].analysis, /“17%”/);
    }
  });

  it('goes on where it stopped: what is in the report is not asked for again', async (t) => {
    const { run, write, path, rows, read } = setUp(t);
    const file = write('claims.csv', csv(claims));
    await run('check', 'batch', file, '--csv', path('r.csv'));
    const whole = read('r.csv');
    // As a process that was killed in the middle of the second row leaves it.
    writeFileSync(path('r.csv'), whole.slice(0, whole.indexOf('17%')));
    pubmed.clearLog();
    const { code } = await run('check', 'batch', file, '--csv', path('r.csv'), '--resume');
    assert.equal(code, 7);
    assert.equal(read('r.csv'), whole);
    assert.equal(rows('r.csv').length, 3);
    pubmed.clearLog();
    assert.equal((await run('check', 'batch', file, '--csv', path('r.csv'), '--resume')).code, 7);
    assert.deepEqual(pubmed.log(), []);
  });

  it('ends with 1 where a source could not be asked, and asks again when it goes on', async (t) => {
    const { run, write, path, rows } = setUp(t);
    const down = setUp(t, { CITEWELL_PUBMED_BASE_URL: 'http://127.0.0.1:9' });
    const file = write('claims.csv', csv(claims.slice(0, 2)));
    const { code, out } = await down.run('check', 'batch', file, '--csv', path('r.csv'));
    assert.equal(code, 1);
    assert.match(out, /not checked/);
    assert.equal((await run('check', 'batch', file, '--csv', path('r.csv'), '--resume')).code, 0);
    assert.equal(rows('r.csv')[0]?.verdict, 'supported');
  });

  it('leaves a report to go on with where somebody interrupts it', async (t) => {
    const { settings, dataDir, write, path } = setUp(t);
    const { io, text, interrupt } = captured({ CITEWELL_DATA_DIR: dataDir, ...settings });
    const many = Array.from({ length: 60 }, (_, n) => [
      '990000007',
      `Hyperkalaemia was seen in 7% of patients, ${n}.`,
    ]);
    const stopping = {
      ...io,
      async write(line: string) {
        interrupt();
        await io.write(line);
      },
    };
    const file = write('claims.csv', csv([...claims.slice(0, 1), ...many]));
    assert.equal(await runCli(['check', 'batch', file, '--csv', path('r.csv')], stopping), 130);
    assert.match(text.err, /Go on with --resume: \d+ of 60 sentences are in/);
  });

  it('shows to who watches how far it is', async (t) => {
    const { settings, dataDir, write } = setUp(t);
    const { io, text } = captured({ CITEWELL_DATA_DIR: dataDir, ...settings }, {}, true);
    await runCli(['check', 'batch', write('claims.csv', csv(claims))], io);
    assert.match(text.err, /1\/3.*2\/3/s);
  });

  it('refuses a wrong file or option by naming it, in both languages', async (t) => {
    const { run, write, path } = setUp(t);
    const inChinese = setUp(t, chinese);
    const good = write('good.csv', csv(claims));
    const cases: [argv: string[], en: RegExp, zh: RegExp][] = [
      [['check'], /check takes batch or manuscript/, /子命令为 batch 或 manuscript/],
      [['check', 'draft', good], /not "draft"/, /没有 "draft"/],
      [['check', 'batch'], /FILE is missing/, /缺少 FILE/],
      [['check', 'batch', good, '--resume'], /--resume needs --csv/, /--resume 需要 --csv/],
      [['check', 'batch', good, '--csv', good], /is the file to be checked/, /待核查的文件本身/],
      [['check', 'batch', good, '--csv', path('no/r.csv')], /cannot be written \(ENOENT\)/, /无法写入/],
      [['check', 'batch', good, '--jobs', '0'], /--jobs is "0"/, /--jobs 的值为 "0"/],
      [['check', 'batch', write('a.csv', 'a,b\n')], /must name the columns/, /第一行须含列名/],
      [
        ['check', 'batch', write('b.csv', 'pmid,sentence\n1,x\nx,y\n')],
        /row 3 .* has no PMID/,
        /第 3 行没有 PMID/,
      ],
      [['check', 'batch', write('c.csv', 'pmid,sentence\n1,\n')], /row 2 .* has no sentence/, /第 2 行没有/],
    ];
    for (const [argv, en, zh] of cases) {
      const { code, err } = await run(...argv);
      assert.equal(code, 2, argv.join(' '));
      assert.match(err, en);
      assert.match((await inChinese.run(...argv)).err, zh);
    }
  });
});
