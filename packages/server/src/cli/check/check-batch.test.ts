import assert from 'node:assert/strict';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type EutilsSimulator, startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { checkTerminal } from '../../testing/process/check-terminal.ts';
import { captured, chinese } from '../../testing/process/terminal.ts';
import { runCli } from '../main.ts';

let pubmed: EutilsSimulator;
before(async () => {
  pubmed = await startEutilsSimulator({ rateLimit: false });
});
after(() => pubmed.close());
const setUp = (t: TestContext, environment?: Record<string, string>) =>
  checkTerminal(t, pubmed.url, environment);

describe('citewell check batch', () => {
  const claims = [
    ['pmid', 'sentence'],
    ['990000007', 'Hyperkalaemia was seen in 7% of patients with chronic kidney disease.'],
    ['990000007', '"Hyperkalaemia, in short, was seen in 17%"'],
    ['990000099', 'A record that is not there says so.'],
  ];
  const csv = (rows: readonly string[][], parting = ',') =>
    rows.map((row) => `${row.join(parting)}\r\n`).join('');

  it('checks every row against its PMID, whatever the column separator', async (t) => {
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

  it('explains once per verdict what the abstract does not state, in both languages', async (t) => {
    for (const [environment, sentence, said] of [
      [{}, 'Dermatologists sing.', /Not stated in the abstract: “/g],
      [chinese, '阿司匹林可预防痛风。', /摘要未提及：“/g],
    ] as const) {
      const { run, write } = setUp(t, environment);
      const rows = [
        ['pmid', 'sentence'],
        ['990000007', sentence],
      ];
      const { out } = await run('check', 'batch', write('claims.csv', csv(rows)));
      assert.equal(out.match(said)?.length, 1, out);
    }
  });

  it('lists deviations first, then undecided rows by their unmatched words, then supported rows', async (t) => {
    const { run, write, path, read } = setUp(t);
    const claim = 'Hyperkalaemia was seen in 7% of patients with chronic kidney disease.';
    const sentences = [
      claim,
      'Hyperkalaemia was seen by dermatologists.',
      'Hyperkalaemia was seen by dermatologists in freezing Greenland.',
      claim.replace('7%', '17%'),
    ];
    const rows = [['pmid', 'sentence'], ...sentences.map((sentence) => ['990000007', sentence])];
    const file = write('claims.csv', csv(rows));
    const report = path('report.csv');
    const { out } = await run('check', 'batch', file, '--csv', report, '--markdown', path('report.md'));
    const lines = [...read('report.csv').matchAll(/^[0-9a-f]{16},(\d+),/gm)].map(([, line]) => line);
    assert.deepEqual(lines, ['5', '4', '3', '2']);
    assert.match(read('report.csv'), /dermatologists; freezing; Greenland/);
    assert.match(read('report.csv'), /Not decided automatically; compare with this passage/);
    assert.match(read('report.md'), /Not stated in the abstract: dermatologists, freezing, Greenland/);
    assert.match(out, /not decided[\s\S]*Not decided automatically; compare with this passage/);
    const again = await run('check', 'batch', file, '--csv', report, '--resume', '--json');
    assert.equal(again.out.trim().split('\n').length, 4);
  });

  it('reads files written by spreadsheets and programs, and records in every notation in use', async (t) => {
    const { run, write } = setUp(t);
    const says = 'Hyperkalaemia was seen in 7% of patients with chronic kidney disease.';
    const records = [
      ...[
        'PMID: 990000007',
        'pmid 990000007',
        '990000007.0',
        '"=""990000007"""',
        'https://pubmed.ncbi.nlm.nih.gov/990000007/',
        ' 990000007 ',
      ],
      ...['10.5555/simul.2015.0007', 'https://doi.org/10.5555/SIMUL.2015.0007'],
    ];
    const rows = records.map(
      (record) => `"Hyperkalaemia was seen in 7%\r\nof ""patients""${says.slice(40)}",${record},x`,
    );
    const files = [
      `\ufeffSentence,PubMed ID,note\r\n${rows.join('\r\n')}`,
      `句子,PMID,note\n\n${rows.join('\n')}\n\n`,
      `Claim,DOI,note\n${rows.join('\n')}\n`,
      `sep=,\r\nCited sentence (as printed),Cited PMID,note\r\n${rows.join('\r\n')}\r\n`,
      Buffer.from(`\ufeffSentence,PMID,note\n${rows.join('\n')}`, 'utf16le'),
    ];
    for (const file of files) {
      const { out } = await run('check', 'batch', write('claims.csv', file), '--json');
      const found = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        found.map(({ pmid }) => pmid),
        records.map(() => '990000007'),
        file.toString(),
      );
      assert.ok(found.every(({ sentence }) => /^Hyperkalaemia was seen in 7% of "patients"/.test(sentence)));
    }
  });

  it('checks a row with several PMIDs against each of them, and reads a GB18030 file', async (t) => {
    const { run, write, path, read } = setUp(t);
    // "句子,PMID" and "肾病患者高钾血症发生率为7%。" in GB18030.
    const head = Buffer.from('bee4d7d32c504d49440d0a', 'hex');
    const sentence = Buffer.from(
      'c9f6b2a1bbbcd5dfb8dfbcd8d1aad6a2b7a2c9fac2cace aa3725a1a3'.replace(' ', ''),
      'hex',
    );
    const file = Buffer.concat([head, sentence, Buffer.from(',990000007; 990000099\r\n')]);
    const { out } = await run('check', 'batch', write('claims.csv', file), '--csv', path('r.csv'), '--json');
    const found = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      found.map(({ sentence: said, pmid, outcome }) => [said, pmid, outcome === 'article_not_found']),
      [
        ['肾病患者高钾血症发生率为7%。', '990000007', false],
        ['肾病患者高钾血症发生率为7%。', '990000099', true],
      ],
    );
    assert.ok(read('r.csv').startsWith('\ufeff'), 'spreadsheets know UTF-8 by it');
  });

  it('reports a row without a sentence or a PMID, and continues with the next', async (t) => {
    const { run, write, path, rows } = setUp(t);
    const file = csv([
      ['sentence', 'pmid'],
      ['25%', '990000007'],
      ['[3]。', '990000007'],
      ['', '990000007'],
      [`Word ${'x'.repeat(4_000)}`, '990000007'],
      ['Hyperkalaemia was seen in 7% of patients.', ''],
      ['Hyperkalaemia was seen in 7% of patients.', 'PMC123'],
      ['Hyperkalaemia was seen in 7% of patients.', '0123'],
      ['Hyperkalaemia was seen in 7% of patients with chronic kidney disease.', '990000007'],
      ['Hyperkalaemia was seen in 7% of patients with chronic kidney disease.', '990000007'],
    ]);
    const { code, out } = await run('check', 'batch', write('claims.csv', file), '--csv', path('r.csv'));
    assert.equal(code, 1);
    assert.deepEqual(
      rows('r.csv').map(({ line, verdict }) => [line, verdict]),
      [
        ...['2', '3', '4', '5'].map((line) => [line, 'no_sentence']),
        ...['6', '7', '8'].map((line) => [line, 'no_identifier']),
        ...['9', '10'].map((line) => [line, 'supported']),
      ],
    );
    assert.match(out, /^no sentence .* line 2/m);
    assert.match(out, /^no identifier .* line 7, PMC123/m);
    const { out: zh } = await setUp(t, chinese).run('check', 'batch', path('claims.csv'));
    assert.match(zh, /^没有句子 .* 第 2 行/m);
    assert.match(zh, /^未指明文献 .* 第 7 行/m);
  });

  it('resumes from a report after its input was edited, and from one saved by a spreadsheet', async (t) => {
    const { run, write, path, rows, read } = setUp(t);
    await run('check', 'batch', write('claims.csv', csv(claims)), '--csv', path('r.csv'));
    const saved = `\ufeff${read('r.csv').replaceAll('false', 'FALSE').replaceAll('true', 'TRUE')}`;
    write('r.csv', saved);
    const [head = [], ...others] = claims;
    const added = ['990000007', 'Hyperkalaemia was seen in 7% of patients.'];
    write('claims.csv', csv([head, added, ...others]));
    pubmed.clearLog();
    await run('check', 'batch', path('claims.csv'), '--csv', path('r.csv'), '--resume');
    assert.deepEqual(
      rows('r.csv')
        .map(({ line, sentence, retracted }) => [line, sentence, retracted])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
      [added, ...others].map(([, sentence], at) => [`${at + 2}`, sentence?.replace(/^"|"$/g, ''), 'false']),
    );
  });

  it('overwrites only its own reports, and refuses other files before any request', async (t) => {
    const { run, write, path, read } = setUp(t);
    const inChinese = setUp(t, chinese);
    const good = write('good.csv', csv(claims));
    const mine = write('mine.csv', 'name,value\nprecious,1\n');
    const notes = write('notes.md', '# Notes\n\nprecious\n');
    const other = path('other.csv');
    await run(
      'check',
      'batch',
      write('one.csv', csv([...claims.slice(0, 1), ['990000007', 'Something else was seen.']])),
      '--csv',
      other,
    );
    symlinkSync(good, path('link.csv'));
    linkSync(good, path('hard.csv'));
    mkdirSync(path('folder'));
    const kept = new Map([good, mine, notes, other].map((file) => [file, readFileSync(file, 'utf8')]));
    const before = readdirSync(path('.')).sort();
    const cases: [options: string[], en: RegExp, zh: RegExp][] = [
      [['--csv', mine], /is not a report of this command/, /不是本命令的报告/],
      [['--csv', mine, '--resume'], /is not a report of this command/, /不是本命令的报告/],
      [['--csv', notes, '--resume'], /is not a report of this command/, /不是本命令的报告/],
      [['--markdown', notes], /is not a report of this command/, /不是本命令的报告/],
      [['--markdown', mine], /is not a report of this command/, /不是本命令的报告/],
      [['--csv', other, '--resume'], /is the report of another file/, /是另一份文件的报告/],
      [['--csv', path('link.csv')], /is the file being checked/, /待核查的文件本身/],
      [['--markdown', path('hard.csv')], /is the file being checked/, /待核查的文件本身/],
      [['--csv', path('new'), '--markdown', path('new')], /is given for two reports/, /两份报告都指定了/],
      [['--csv', path('folder')], /is not a file/, /不是文件/],
      [['--csv', '/dev/null'], /is not a file/, /不是文件/],
      [['--markdown', path('no/r.md')], /cannot be written \(ENOENT\)/, /无法写入/],
      [['--csv', path('good.csv/r.csv')], /cannot be written/, /无法写入/],
    ];
    pubmed.clearLog();
    for (const [options, en, zh] of cases) {
      const { code, err } = await run('check', 'batch', good, ...options);
      assert.equal(code, 2, options.join(' '));
      assert.match(err, en, options.join(' '));
      assert.match((await inChinese.run('check', 'batch', good, ...options)).err, zh, options.join(' '));
    }
    assert.deepEqual(pubmed.log(), []);
    for (const [file, content] of kept) assert.equal(readFileSync(file, 'utf8'), content);
    assert.deepEqual(readdirSync(path('.')).sort(), before);
    assert.equal((await run('check', 'batch', good, '--csv', other)).code, 7);
    assert.equal(read('other.csv').split('\r\n').length, claims.length + 1);
  });

  it('resumes where it stopped, without asking again for rows that are in the report', async (t) => {
    const { run, write, path, rows, read } = setUp(t);
    const file = write('claims.csv', csv(claims));
    await run('check', 'batch', file, '--csv', path('r.csv'));
    const whole = read('r.csv');
    // State that a process killed in the middle of the second row leaves.
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

  it('exits 1 if a source failed, and asks it again on --resume', async (t) => {
    const { run, write, path, rows } = setUp(t);
    const down = setUp(t, { CITEWELL_PUBMED_BASE_URL: 'http://127.0.0.1:9' });
    const file = write('claims.csv', csv(claims.slice(0, 2)));
    const { code, out } = await down.run('check', 'batch', file, '--csv', path('r.csv'));
    assert.equal(code, 1);
    assert.match(out, /not checked/);
    assert.equal((await run('check', 'batch', file, '--csv', path('r.csv'), '--resume')).code, 0);
    assert.equal(rows('r.csv')[0]?.verdict, 'supported');
  });

  it('leaves a report to resume from when it is interrupted', async (t) => {
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
    assert.match(text.err, /Continue with --resume: \d+ of 60 sentences are in/);
  });

  it('shows its progress on a terminal', async (t) => {
    const { settings, dataDir, write } = setUp(t);
    const { io, text } = captured({ CITEWELL_DATA_DIR: dataDir, ...settings }, {}, true);
    await runCli(['check', 'batch', write('claims.csv', csv(claims))], io);
    assert.match(text.err, /1\/3.*2\/3/s);
  });

  it('rejects a wrong file or option and names it, in both languages', async (t) => {
    const { run, write, path } = setUp(t);
    const inChinese = setUp(t, chinese);
    const good = write('good.csv', csv(claims));
    const cases: [argv: string[], en: RegExp, zh: RegExp][] = [
      [['check'], /check takes batch or manuscript/, /子命令为 batch 或 manuscript/],
      [['check', 'draft', good], /not "draft"/, /没有 "draft"/],
      [['check', 'batch'], /FILE is missing/, /缺少 FILE/],
      [['check', 'batch', good, '--resume'], /--resume needs --csv/, /--resume 需要 --csv/],
      [['check', 'batch', good, '--csv', good], /is the file being checked/, /待核查的文件本身/],
      [['check', 'batch', good, '--csv', path('no/r.csv')], /cannot be written \(ENOENT\)/, /无法写入/],
      [['check', 'batch', good, '--jobs', '0'], /--jobs is "0"/, /--jobs 的值为 "0"/],
      [['check', 'batch', write('a.csv', 'a,b\n')], /must contain the column names/, /第一行须含列名/],
      [['check', 'batch', write('b.csv', '\ufeffpmid,sentence\r\n')], /has no rows below/, /没有任何行/],
      [
        ['check', 'batch', write('c.csv', Buffer.from('pmid,sentence\r\n1,\xb0\xa2\r\n', 'latin1'))],
        /is not UTF-8, /,
        /不是 UTF-8/,
      ],
    ];
    for (const [argv, en, zh] of cases) {
      const { code, err } = await run(...argv);
      assert.equal(code, 2, argv.join(' '));
      assert.match(err, en);
      assert.match((await inChinese.run(...argv)).err, zh);
    }
  });
});
