import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type EutilsSimulator, startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { readDocx } from '../../features/citation-checks/manuscript/docx.ts';
import { makeDocx } from '../../testing/documents/make-docx.ts';
import { checkTerminal } from '../../testing/process/check-terminal.ts';
import { chinese } from '../../testing/process/terminal.ts';
import { withIds } from './check-report.ts';

let pubmed: EutilsSimulator;
before(async () => {
  pubmed = await startEutilsSimulator({ rateLimit: false });
});
after(() => pubmed.close());
const setUp = (t: TestContext, environment?: Record<string, string>) =>
  checkTerminal(t, pubmed.url, environment);

const draft = fileURLToPath(new URL('../../testing/manuscript/draft.md', import.meta.url));

/** Sentences of the draft with one alteration each. */
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
  it('checks a draft with 40 citations: finds exactly the altered ones, and gives a reason for every missing verdict', async (t) => {
    const { run, path, rows, read } = setUp(t);
    const { code, out } = await run(
      ...['check', 'manuscript', draft, '--csv', path('r.csv'), '--markdown', path('r.md')],
    );
    assert.equal(code, 7);
    const all = rows('r.csv');
    assert.equal(all.length, 40);
    const of = (verdict: string) => all.filter((row) => row.verdict === verdict);
    const deviating = of('deviates').map(({ sentence }) => sentence);
    assert.deepEqual(
      deviating.filter((sentence) => sentence === undefined || !altered.includes(sentence)),
      [],
      'a sentence that was not altered is accused',
    );
    assert.ok(deviating.length >= 4, `${deviating.length} of ${altered.length} are named`);
    assert.deepEqual(
      of('supported').filter(({ sentence }) => sentence !== undefined && altered.includes(sentence)),
      [],
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
    // A DOI, a PMID, a PubMed address, and only a title.
    for (const [citation, pmid] of [
      ['[2]', '990000004'],
      ['[4]', '990000005'],
      ['[14]', '990000017'],
      ['[15]', '990000029'],
      ['[17]', '990000020'],
    ])
      assert.equal(all.find((row) => row.citation === citation)?.pmid, pmid, `${citation}`);
    assert.match(out, /deviates +990000007 +line 15, \[6\]: Hyperkalaemia/);
    assert.match(out, new RegExp(`40 citations: ${deviating.length} deviates`));
    const markdown = read('r.md');
    assert.match(markdown, /^# Citation check\n\n40 citations in 38 sentences\./);
    for (const sentence of altered.slice(1, 3)) assert.ok(markdown.includes(sentence), sentence);
    assert.match(markdown, /## Retracted articles that are cited\n\n- \*\*line 23, \\\[12\\\]/);
  });

  it('reads the same citations from a .docx file with superscripts and automatic numbering', async (t) => {
    const { run, path, write, rows } = setUp(t);
    const docx = write('draft.docx', makeDocx(readFileSync(draft, 'utf8')));
    await run('check', 'manuscript', draft, '--csv', path('md.csv'));
    assert.equal((await run('check', 'manuscript', docx, '--csv', path('docx.csv'))).code, 7);
    const brief = (name: string) =>
      rows(name).map(({ citation, pmid, verdict, sentence }) => ({ citation, pmid, verdict, sentence }));
    assert.deepEqual(brief('docx.csv'), brief('md.csv'));
  });

  it('writes the report as a Word document, with the reason and the words stated and not stated, in both languages', async (t) => {
    const sentence = 'Hyperkalaemia was seen by dermatologists in chronic kidney disease';
    for (const [environment, title, texts] of [
      [
        undefined,
        'Citation check',
        [
          /compare with this passage/,
          /Stated in the abstract: .*kidney/,
          /Not stated in the abstract: dermatologists/,
        ],
      ],
      [chinese, '引文核查', [/摘要提及：.*kidney/, /摘要未提及：dermatologists/]],
    ] as const) {
      const { run, write, path } = setUp(t, environment);
      const text = write('draft.md', `${sentence} [1].\n\n## References\n\n1. Doe J. PMID: 990000007\n`);
      const command = ['check', 'manuscript', text, '--csv', path('r.csv'), '--docx', path('r.docx')];
      assert.equal((await run(...command)).code, 0);
      const first = readDocx(readFileSync(path('r.docx')));
      assert.equal(first.split('\n')[0], title);
      for (const part of texts) assert.match(first, part);
      // A resumed report takes all of them from its CSV and replaces the previous one.
      assert.equal((await run(...command, '--resume')).code, 0);
      assert.equal(readDocx(readFileSync(path('r.docx'))), first);
      write('other.docx', makeDocx('A manuscript of somebody.'));
      assert.equal((await run('check', 'manuscript', text, '--docx', path('other.docx'))).code, 2);
    }
  });

  it('finds a record by its title between authors and a journal that are longer than the title', async (t) => {
    const { run, write } = setUp(t);
    const journal =
      'The Quarterly Annals of the International Society for the Study of the Kidney, the Heart and the Vessels';
    const title = 'Cardovalin and kidney function in chronic kidney disease';
    for (const reference of [
      `Doe, J., & Roe, R. (2015). ${title}. ${journal}, 3(1), 1–9.`,
      `[1] 某人, 某甲, 某乙, 等. ${title}[J]. ${journal}, 2015, 3(1): 1-9.`,
    ]) {
      const text = `Hyperkalaemia was seen in 7% of patients with chronic kidney disease [1].\n\n五、参考文献\n\n${reference}\n`;
      const { code, out } = await run('check', 'manuscript', write('draft.md', text));
      assert.equal(code, 0, out);
      assert.match(out, /^supported +990000007/);
    }
  });

  it('prints Chinese in a Chinese terminal, and exits 0 if nothing deviates', async (t) => {
    const { run, write, path, read } = setUp(t, chinese);
    const text = write(
      '稿件.txt',
      '乙肝疫苗首针接种率从61%升至97%[1]。\n\n参考文献\n[1] 某人. 某文. 2016. PMID: 990000032\n',
    );
    const { code, out } = await run('check', 'manuscript', text, '--markdown', path('r.md'));
    assert.equal(code, 0);
    assert.match(out, /^未能判定 +990000032 +第 1 行, \[1\]: 乙肝疫苗/);
    assert.match(out, /1 处引文：1 未能判定。/);
    assert.match(read('r.md'), /^# 引文核查/);
    assert.match(read('r.md'), /未能自动判定，请与该段原文对照/);
  });

  it('reports sentences in an unsupported citation style, and a citation without a list entry', async (t) => {
    const { run, write } = setUp(t);
    const text =
      'Hyperkalaemia was seen in 7% of patients with chronic kidney disease [1]. Rest helps (Smith et al., 2019).\n\nReferences\n1. Any. PMID: 990000007\n';
    const { code, err } = await run('check', 'manuscript', write('mixed.md', text));
    assert.equal(code, 0);
    assert.match(err, /1 sentence cites by author and year/);
    const lost = write('lost.md', text.replace('PMID: 990000007', 'PMID: 990009999'));
    assert.equal((await run('check', 'manuscript', lost)).code, 1);
    assert.equal((await run('check', 'manuscript', write('off.md', text.replace('[1]', '[1–3]')))).code, 1);
  });

  it('rejects a text of up to 4.9 MB with too many citations, in both languages', async (t) => {
    const { run, write } = setUp(t);
    const list = '\n\n## References\n\n[1] Any. PMID: 990000007\n';
    const repeated = (unit: string, length = 900_000) => unit.repeat(length / unit.length);
    const pmids = Array.from({ length: 80_000 }, (_, at) => 10_000_000 + at);
    const texts = [
      repeated('Hyperkalaemia was seen in 7% of patients with chronic kidney disease [1]. ', 4_900_000),
      repeated('肾病患者中7%发生高钾血症[1]。'),
      repeated('It was seen in all of them (PMID 990000007). '),
      `It was seen by many (PMID ${pmids.join(', ')}).`,
    ];
    for (const [at, text] of texts.entries()) {
      const { code, err, out } = await run('check', 'manuscript', write(`${at}.txt`, text + list));
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /has [\d,]+ citations, and at most 10,000 are checked at a time: split it/);
      assert.doesNotMatch(err, /^ +at /m);
    }
    const inChinese = await setUp(t, chinese).run('check', 'manuscript', write('0.txt', texts[1] + list));
    assert.match(inChinese.err, /中有 [\d,]+ 处引文，一次最多核查 10,000 处/);
  });

  it('gives 60,000 occurrences of one sentence different ids', { timeout: 120_000 }, () => {
    const sentence = { sentence: 'Again.', line: 1, citations: [{ label: '[1]' }] };
    const repeated = Array.from({ length: 60_000 }, (_, at) => ({ ...sentence, line: at }));
    const ids = withIds(repeated);
    assert.equal(ids.size, repeated.length);
    assert.deepEqual([...withIds(repeated.slice(0, 3)).keys()], [...ids.keys()].slice(0, 3));
  });

  it('rejects input that is no manuscript, in both languages, before any request', async (t) => {
    const { run, write, path } = setUp(t);
    const inChinese = setUp(t, chinese);
    const cases: [file: string, en: RegExp, zh: RegExp][] = [
      [path('none.md'), /cannot be read \(ENOENT\)/, /无法读取/],
      [write('bare.txt', 'Nothing is cited here.'), /has no sentence with a citation/, /没有带引文的句子/],
      [
        write('apa.txt', 'Aspirin helps (Smith et al., 2019).\n\nReferences\n\nSmith J. 2019. Aspirin.'),
        /1 sentence cites by author and year .* are not supported/,
        /有 1 个句子按作者与年份.*不予读取/,
      ],
      [write('photo.txt', Buffer.from([0xff, 0xd8, 0xff, 0])), /not text in UTF-8/, /不是 UTF-8/],
      [write('broken.docx', makeDocx('x [1]').subarray(0, 300)), /not a ZIP archive/, /不是含有/],
      [write('locked.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex')), /password-protected/, /密码保护/],
    ];
    for (const [file, en, zh] of cases) {
      const { code, err } = await run('check', 'manuscript', file);
      assert.equal(code, 2);
      assert.match(err, en);
      assert.match((await inChinese.run('check', 'manuscript', file)).err, zh);
    }
  });
});
