import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import type { PlottedEffect, Reference } from '@citewell/sdk';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import type { ReviewDocument } from './document.ts';
import { toDocx } from './docx.ts';
import { toHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';

const references: Reference[] = [
  {
    pmid: '38000001',
    title: 'Metformin & <HbA1c>.',
    authors: 'Doe J, Roe K',
    journal: 'Lancet',
    year: '2021',
  },
  { pmid: '38000002', title: '二甲双胍的疗效', authors: '张三', journal: '中华医学杂志', year: '2020' },
];
const documents: Record<'en' | 'zh', ReviewDocument> = {
  en: {
    language: 'en',
    references,
    review:
      '# Metformin: a review\n\n*Quoted.*\n\n## Abstract\n\n**Results** HbA1c fell by 1.1 % & more [1][2].\n\n## Findings\n\n### Mortality\n\n- “Fewer <died>” [2]\n- `"x"[Mesh]`, 3 records\n\n## Comparison\n\n| Study | n |\n| --- | --- |\n| Doe J 2021 [1] | 480 |\n| 张三 2020 [2] | – |\n\nA note.\n',
  },
  zh: {
    language: 'zh',
    references,
    review:
      '# 二甲双胍：综述\n\n*逐字摘录。*\n\n## 摘要\n\n**结果** 糖化血红蛋白下降 1.1%[1][2]。\n\n## 研究比较\n\n| 研究 | 样本量 |\n| --- | --- |\n| Doe J 2021 [1] | 480 |\n',
  },
};

/** Reads the files of an archive by its central directory, checking the length of each. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, length, nameLength] = [at + 20, at + 24, at + 28].map((place, index) =>
      index < 2 ? archive.readUInt32LE(place) : archive.readUInt16LE(place),
    ) as [number, number, number];
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    assert.equal(bytes.length, length, name);
    files.set(name, bytes.toString('utf8'));
    at += 46 + nameLength;
  }
  return files;
}

/** Checks that every tag is closed in order and that there is no bare ampersand, as an XML parser does first. */
function assertWellFormed(xml: string, name: string): void {
  const open: string[] = [];
  for (const [whole, closing, tag = '', rest = ''] of xml.matchAll(/<(\/?)([\w:]+)((?:"[^"]*"|[^">])*)>/g)) {
    if (closing) assert.equal(open.pop(), tag, `${name}: ${whole}`);
    else if (!rest.endsWith('/')) open.push(tag);
  }
  assert.deepEqual(open, [], name);
  assert.doesNotMatch(xml, /&(?!(?:amp|lt|gt|quot);)/, name);
}

for (const language of ['en', 'zh'] as const) {
  const document = documents[language];
  describe(`a review in ${language}`, () => {
    it('is Markdown with a numbered reference list that links to PubMed', () => {
      const text = toMarkdown(document);
      assert.ok(text.startsWith(document.review.trimEnd().replace('<died>', '&lt;died>')));
      assert.match(text, language === 'en' ? /^## References$/m : /^## 参考文献$/m);
      assert.match(text, /^1\. .*PMID: \[38000001\]\(https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/38000001\/\)$/m);
      assert.match(text, /\\<HbA1c\\>/);
    });

    it('is HTML with its headings, table and references, and escapes the text of records', () => {
      const html = toHtml(document);
      assert.match(html, new RegExp(`<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">`));
      assert.equal(html.match(/<h1>/g)?.length, 1);
      assert.match(html, /<td>480<\/td>/);
      assert.match(html, /<a href="#ref-2">\[2\]<\/a>/);
      assert.match(html, /<li id="ref-2">/);
      assert.match(html, /Metformin &amp; &lt;HbA1c&gt;/);
      assert.doesNotMatch(html, /<HbA1c>|<died>|<script|https?:(?!\/\/pubmed)/);
      const [first] = references;
      const odd = { ...document, references: [{ ...first, pmid: '1" onclick="x' } as Reference] };
      assert.doesNotMatch(toHtml(odd), /" onclick/);
    });

    it('is a DOCX file with headings, a table, hanging references, live links and fonts for both scripts', () => {
      const files = unzip(toDocx(document));
      for (const [name, xml] of files) assertWellFormed(xml.replace(/^<\?xml[^>]*\?>\n/, ''), name);
      const body = files.get('word/document.xml') ?? '';
      for (const style of ['Title', 'Heading1', 'BodyText', 'TableHead', 'TableText', 'Reference'])
        assert.match(body, new RegExp(`<w:pStyle w:val="${style}"/>`), style);
      assert.match(body, /<w:tblHeader\/>/);
      assert.match(body, /<w:hyperlink w:anchor="ref_1"/);
      assert.match(body, /<w:bookmarkStart w:id="2" w:name="ref_2"\/>/);
      assert.match(files.get('word/numbering.xml') ?? '', /w:val="\[%1\]".*w:hanging="567"/s);
      const relations = files.get('word/_rels/document.xml.rels') ?? '';
      assert.match(
        relations,
        /Target="https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/38000002\/" TargetMode="External"/,
      );
      const targets = new Set([...relations.matchAll(/Id="(\w+)"/g)].map(([, id]) => id));
      for (const [, id = ''] of body.matchAll(/r:id="(\w+)"/g)) assert.ok(targets.has(id), id);
      assert.match(files.get('word/styles.xml') ?? '', /w:eastAsia="SimSun"/);
      // Latin words marked as Chinese are broken anywhere.
      assert.match(files.get('word/styles.xml') ?? '', /<w:lang w:val="en-US" w:eastAsia="zh-CN"/);
      for (const [, properties = '', text = ''] of body.matchAll(
        /<w:r>(?:<w:rPr>(.*?)<\/w:rPr>)?<w:t[^>]*>([^<]*)/g,
      ))
        if (/[“”]/.test(text))
          assert.equal(properties.includes('w:hint="eastAsia"'), /[“][^”]*\p{Script=Han}/u.test(text), text);
      const types = files.get('[Content_Types].xml') ?? '';
      for (const [, part = ''] of types.matchAll(/PartName="\/([^"]+)"/g)) assert.ok(files.has(part), part);
    });

    it('opens in LibreOffice and converts to PDF', async (t) => {
      const office = await firstOf(['soffice', 'libreoffice']);
      if (!office) return t.skip('LibreOffice is not installed');
      const folder = temporaryFolder(t);
      const file = join(folder, 'review.docx');
      await writeFile(file, toDocx(document));
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      await promisify(execFile)(office, [
        profile,
        '--headless',
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        file,
      ]);
      assert.equal((await readFile(join(folder, 'review.pdf'))).subarray(0, 5).toString(), '%PDF-');
    });
  });
}

/** A review with a comparison, a flow and a plot. */
function withFigures(language: 'en' | 'zh'): ReviewDocument {
  const span = (text: string, start: number) => ({
    ...{ text, pmid: '38000001', field: 'abstract' as const, start, end: start + text.length },
    sentence: `Mortality & more: ${text}.`,
  });
  const effect = (study: string, value: number): PlottedEffect => ({
    ...{ pmid: '38000001', study, value, low: value / 2, high: value * 2, comparator: null },
    ...{ outcome: span('mortality', 0), effect: span(`HR ${value} <x>`, 20) },
  });
  const line = '| a | b | c | d | e | f | g | h |';
  return {
    ...{ language, references: references.slice(0, 1) },
    review: `# R\n\n## Methods\n\n**Selection**\n\n- It fell [1].\n\n## Table\n\n${line}\n${line.replace(/\w/g, '---')}\n${line}\n\nA note.\n\n**Mortality: HR**\n\n| a |\n| --- |\n| b |\n`,
    comparison: [
      {
        ...{ pmid: '38000001', design: null, population: span('adults', 9), n: span('480', 40) },
        ...{ intervention: null, comparator: null, outcome: null, effect: null },
      },
    ],
    figures: {
      flow: {
        ...{
          heading: 'Selection',
          matched: 9,
          identified: 9,
          duplicates: 1,
          screened: 8,
          ranked_out: 3,
          included: 1,
        },
        excluded: {
          ...{ asked: 0, years: 0, retracted: 1, notice: 0 },
          ...{
            no_abstract: 1,
            repeated: 0,
            off_topic: 2,
            other_outcome: 0,
            other_people: 0,
            people_not_stated: 0,
            laboratory: 0,
          },
        },
      },
      plots: [
        {
          ...{ heading: 'Mortality: HR', measure: 'HR', kind: 'ratio' },
          studies: [effect('Doe J & al. 2021', 0.5), effect('张三 2020', 2)],
        },
      ],
    },
  };
}

describe('the charts of a review', () => {
  for (const language of ['en', 'zh'] as const)
    it(`follow their lines in Word and HTML, with their values in words and the sources of the cells: ${language}`, () => {
      const body = unzip(toDocx(withFigures(language))).get('word/document.xml') ?? '';
      assertWellFormed(body.replace(/^<\?xml[^>]*\?>\n/, ''), 'document.xml');
      assert.equal(body.match(/<wpg:wgp>/g)?.length, 2);
      const [, before = '', between = '', after = ''] =
        /^(.*?)<wpg:wgp>(.*?)<wpg:wgp>(.*)$/s.exec(body) ?? [];
      assert.match(before, /Selection<\/w:t>/);
      assert.match(between, /Mortality: HR<\/w:t>/);
      assert.match(after, /Doe J &amp; al\. 2021/);
      const label =
        language === 'en'
          ? /descr="Flow of records\. [^"]*not screened by anyone/
          : /descr="文献筛选流程图。[^"]*未经任何人筛选/;
      assert.match(body, label);
      assert.match(
        body,
        language === 'en'
          ? /\[1\] population: abstract 10–15; n: abstract 41–43</
          : /\[1\] 人群：摘要 10–15；样本量：摘要 41–43</,
      );
      const ids = [...body.matchAll(/<(?:wp:docPr|wps:cNvPr) id="(\d+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length);
      const html = toHtml(withFigures(language));
      assert.equal(html.match(/<svg [^>]*role="img"/g)?.length, 2);
      assert.doesNotMatch(html, /<x>/);
    });
});

async function firstOf(programs: readonly string[]): Promise<string | undefined> {
  for (const program of programs)
    try {
      await promisify(execFile)(program, ['--version']);
      return program;
    } catch {}
  return undefined;
}

describe('a reference whose full text was used', () => {
  const reading = {
    ...{ pmcid: 'PMC7', license: null, sha256: 'a'.repeat(64) },
    ...{ section: 'Results > Safety', sentence: 'Nausea <x> occurred in 7.3%.' },
  };
  const silent = { ...reading, section: null, sentence: null };
  for (const [language, given, read] of [
    ['en', 'Full text read: PMC7, Results > Safety: “Nausea <x> occurred in 7.3%”.', 'Full text read: PMC7.'],
    ['zh', '已查阅全文：PMC7，Results > Safety：“Nausea <x> occurred in 7.3%”。', '已查阅全文：PMC7。'],
  ] as const)
    it(`has a note that names the full text, in every format: ${language}`, () => {
      const document: ReviewDocument = {
        ...documents[language],
        trust: [
          { pmid: '38000001', full_text: reading },
          { pmid: '38000002', full_text: silent },
        ],
      };
      const escaped = given.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      for (const text of [toHtml(document), unzip(toDocx(document)).get('word/document.xml') ?? '']) {
        assert.ok(text.includes(escaped), text);
        assert.ok(text.includes(read), text);
      }
      const markdown = toMarkdown(document);
      assert.ok(markdown.includes(given.replaceAll(/[<>]/g, '\\$&')), markdown);
      assert.ok(!toMarkdown(documents[language]).includes('PMC7'));
    });
});
