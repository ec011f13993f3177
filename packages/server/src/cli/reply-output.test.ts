import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { openLibraryWriter } from '../library/open-library.ts';
import { readZipEntry } from '../platform/zip/zip-reader.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../testing/process/terminal.ts';

const question = 'Does metformin lower HbA1c in type 2 diabetes?';
const trials = ['1001', '1002', '1003'].map((pmid) =>
  anArticle(pmid, {
    title: `Metformin in type 2 diabetes: a randomized trial ${pmid}.`,
    ...{ volume: '12', issue: '3', pages: '201-10', issn: '0000-0027', published: '2020-03-05' },
    publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
    mesh: ['Humans', 'Metformin'],
    abstract: [
      { label: 'METHODS', text: `We enrolled 240 adults with type 2 diabetes in trial ${pmid}.` },
      { label: 'RESULTS', text: `Metformin lowered HbA1c by 1.1% in type 2 diabetes in trial ${pmid}.` },
    ],
  }),
);

async function start(t: TestContext, environment: Record<string, string> = {}) {
  const at = terminal(t, environment);
  const writer = await openLibraryWriter(
    { kind: 'sqlite', path: join(at.dataDir, 'library.db') },
    systemClock,
  );
  await writer.write({
    put: trials.map((article) => ({ article, revisedAt: undefined })),
    remove: [],
    notices: [],
  });
  await writer.close();
  const folder = temporaryFolder(t);
  return { ...at, path: (name: string) => join(folder, name) };
}

describe('the format of a command’s output', () => {
  it('follows --format or the file extension, for the answer and for its references', async (t) => {
    const { run, path } = await start(t);
    const ris = await run('ask', question, '--format', 'ris');
    assert.match(
      ris.out,
      /^TY {2}- JOUR\r\n[\s\S]*VL {2}- 12\r\nIS {2}- 3\r\nSP {2}- 201\r\nEP {2}- 210\r\n/,
    );
    const file = path('references.bib');
    const { code, out } = await run('ask', question, '-o', file);
    assert.deepEqual([code, out], [0, `Written to ${file}.\n`]);
    assert.match(readFileSync(file, 'utf8'), /pages = \{201--210\}/);
    assert.match(
      (await run('ask', question, '--format', 'apa')).out,
      /^Doe, J\. \(2020\)\. .*, 12\(3\), 201–210\. /,
    );
    assert.match(
      (await run('ask', question, '--format', 'markdown')).out,
      /^# Does metformin[\s\S]*^## Searches$/m,
    );
    const review = await run('review', 'Metformin and HbA1c in type 2 diabetes', '--format', 'nbib');
    assert.match(review.out, /^PMID- 100\d\r\n[\s\S]*PG {2}- 201-10\r\n/);
    const search = await run('search', 'metformin', '--format', 'csv');
    assert.equal(search.out.trim().split('\r\n').length, 4);
    assert.match(search.out, /,12,3,201-210,0000-0027,/);
  });

  it('can be Word for ask: numbered references as bookmarks that citations link to, the date and the searches', async (t) => {
    for (const [environment, lines, words] of [
      [{}, ['--lang', 'en'], ['Made with Citewell on ', 'Searches', 'References', 'Local library']],
      [chinese, ['--lang', 'zh'], ['由 Citewell 生成于 ', '检索', '参考文献', '本地文献库']],
    ] as const) {
      const { run, path } = await start(t, environment);
      const file = path('answer.docx');
      assert.equal((await run('ask', question, ...lines, '-o', file)).code, 0);
      const docx = readFileSync(file);
      const part = (name: RegExp) => readZipEntry(docx, name)?.toString('utf8') ?? '';
      const body = part(/^word\/document\.xml$/);
      for (const text of [question, new Date().getUTCFullYear().toString(), ...words])
        assert.ok(body.includes(text), text);
      const anchors = [...body.matchAll(/<w:hyperlink w:anchor="(ref_\d+)"/g)].map(([, name]) => name);
      const bookmarks = new Map(
        [
          ...body.matchAll(
            /<w:bookmarkStart w:id="(\d+)" w:name="(ref_\d+)"\/>(.*?)<w:bookmarkEnd w:id="\1"\/>/g,
          ),
        ].map(([, , name, text = '']) => [name, text]),
      );
      assert.ok(anchors.length > 0);
      for (const anchor of anchors)
        assert.match(bookmarks.get(anchor) ?? '', /Metformin in type 2 diabetes/i);
      assert.ok(anchors.every((anchor) => bookmarks.has(anchor)));
      const references = body.match(
        /<w:pStyle w:val="Reference"\/><w:numPr><w:ilvl w:val="0"\/><w:numId w:val="2"\/>/g,
      );
      assert.equal(references?.length, bookmarks.size, 'numbered by Word');
      const relations = part(/^word\/_rels\/document\.xml\.rels$/);
      for (const [, id = ''] of body.matchAll(/<w:hyperlink r:id="(\w+)"/g))
        assert.match(
          relations,
          new RegExp(
            `Id="${id}"[^>]*Target="https://pubmed\\.ncbi\\.nlm\\.nih\\.gov/100\\d/" TargetMode="External"`,
          ),
        );
      assert.match(
        part(/^docProps\/core\.xml$/),
        /<dcterms:created xsi:type="dcterms:W3CDTF">\d{4}-\d\d-\d\d</,
      );
    }
  });

  it('for check is the cited records with their verdicts, and nothing else on standard output', async (t) => {
    const { run, path } = await start(t);
    const rows = [
      ['Metformin lowered HbA1c by 1.1% in type 2 diabetes in trial 1001.', '1001'],
      ['Metformin lowered HbA1c by 7.7% in type 2 diabetes in trial 1001.', '1001'],
    ];
    const file = path('claims.csv');
    writeFileSync(file, `sentence,pmid\n${rows.map((row) => row.join(',')).join('\n')}\n`);
    const { out, err, code } = await run('check', 'batch', file, '--format', 'ris');
    assert.equal(code, 7);
    assert.equal(out.match(/^TY {2}- /gm)?.length, 1);
    assert.match(out, /^TY {2}- JOUR\r\nN1 {2}- citation check: supported, deviates\r\n/);
    assert.match(err, /2 citations/);
    const printed = await run('check', 'batch', file, '-o', path('cited.nbib'));
    assert.match(printed.out, /supported/);
    assert.match(readFileSync(path('cited.nbib'), 'utf8'), /^PMID- 1001\r\n/);
    const over = await run('check', 'batch', file, '-o', file, '--format', 'csv');
    assert.deepEqual([over.code, /is the file being checked/.test(over.err)], [2, true]);
  });

  it('is rejected before any request if unknown, in both languages', async (t) => {
    const [english, inChinese] = [await start(t), await start(t, chinese)];
    const folder = english.path('folder.ris');
    mkdirSync(folder);
    for (const [argv, en, zh] of [
      [['ask', question, '--format', 'pdf'], /--format.*pdf/, /--format.*pdf/],
      [['ask', question, '--format', 'docx'], /--format docx needs -o FILE/, /--format docx 需要 -o 文件/],
      [['ask', question, '-o', 'a.pdf'], /must be one of \.docx, \.md/, /须为 \.docx、\.md/],
      [['ask', question, '-o', '/no/where.ris'], /cannot be written \(ENOENT\)/, /无法写入（ENOENT）/],
      [['ask', question, '-o', folder], /cannot be written \(EISDIR\)/, /无法写入（EISDIR）/],
      [
        ['ask', question, '--stream', '--format', 'ris'],
        /--stream cannot be combined with/,
        /--stream 不能与/,
      ],
      [['search', 'x', '-o', 'a.docx'], /must be one of \.ris, \.bib/, /须为 \.ris、\.bib/],
    ] as const) {
      const refused = await english.run(...argv);
      assert.deepEqual([refused.code, en.test(refused.err)], [2, true], `${argv.join(' ')}: ${refused.err}`);
      assert.match((await inChinese.run(...argv)).err, zh);
    }
  });
});
