import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JatsCase, jats, jatsCases } from '../../../testing/literature/jats-cases.ts';
import { readJats } from './read-jats.ts';

/** Formats a full text as the cases do: one line per section, table row or sentence. */
function show({ xml }: JatsCase): string[] {
  const read = readJats(Buffer.from(xml));
  if (!read) return ['nothing'];
  const lines = read.sections.flatMap(({ kind, titles, paragraphs }) => [
    `[${kind}] ${titles.join(' > ')}`,
    ...paragraphs.map((sentences) =>
      sentences
        .map(
          ({ text, cites, isPartial }) => `${text}${cites ? ' {cites}' : ''}${isPartial ? ' {partial}' : ''}`,
        )
        .join(' | '),
    ),
  ]);
  const tables = read.tables.flatMap(({ label, caption, header, rows }) => [
    `<${label}> ${caption}`,
    ...header.map((row) => `# ${row.join(' | ')}`),
    ...rows.map((row) => `- ${row.join(' | ')}`),
  ]);
  return [...lines, ...tables];
}

describe('readJats', () => {
  for (const each of jatsCases) it(each.name, () => assert.deepEqual(show(each), each.expected));

  it('returns title, language and license', () => {
    const front = (permissions: string) =>
      `<front><article-meta><title-group><article-title>A <italic>trial</italic><xref ref-type="bibr">1</xref></article-title></title-group>${permissions}</article-meta></front>`;
    const of = (permissions: string) => {
      const { title, language, license } =
        readJats(
          Buffer.from(jats('<p>A.</p>', { front: front(permissions), attributes: 'xml:lang="en"' })),
        ) ?? {};
      return [title, language, license];
    };
    const address = 'https://creativecommons.org/licenses/by/4.0/';
    assert.deepEqual(
      of(
        `<permissions><license xlink:href="${address}"><license-p>Open.</license-p></license></permissions>`,
      ),
      ['A trial', 'en', address],
    );
    assert.deepEqual(
      of(`<permissions><license><ali:license_ref>${address}</ali:license_ref></license></permissions>`),
      ['A trial', 'en', address],
    );
    assert.deepEqual(
      of('<permissions><license><license-p>Open access.</license-p></license></permissions>'),
      ['A trial', 'en', 'Open access.'],
    );
    assert.deepEqual(of(''), ['A trial', 'en', '']);
  });

  it('returns the PMCID in either of its forms', () => {
    for (const [ids, expected] of [
      ['<article-id pub-id-type="pmc">10013</article-id>', 'PMC10013'],
      [
        '<article-id pub-id-type="pmcaid">7</article-id><article-id pub-id-type="pmcid">PMC10013</article-id>',
        'PMC10013',
      ],
      ['<article-id pub-id-type="pmid">7</article-id>', ''],
    ]) {
      const front = `<front><article-meta>${ids}</article-meta></front>`;
      assert.equal(readJats(Buffer.from(jats('<p>A.</p>', { front })))?.pmcid, expected);
    }
  });

  it('rejects an article with too many sections, tables or cells', () => {
    const row = '<tr><td colspan="100">a</td></tr>';
    const table = (rows: number) => `<table-wrap><table>${row.repeat(rows)}</table></table-wrap>`;
    for (const body of [
      '<sec/>'.repeat(2_001),
      '<sec><p>A.</p></sec><sec/>'.repeat(1_200),
      `<p>A.${table(1).repeat(501)}</p>`,
      table(190).repeat(6),
    ])
      assert.equal(readJats(Buffer.from(jats(`<p>A.</p>${body}`))), undefined, body.slice(0, 40));
    assert.equal(readJats(Buffer.from(jats(`<p>A.</p>${table(190).repeat(5)}`)))?.tables.length, 5);
  });

  it('drops a table whose headings or captions would make its rows too long', () => {
    const rows = (count: number) => `<tr>${'<td>1</td>'.repeat(50)}</tr>`.repeat(count);
    const long = 'h'.repeat(2_001);
    for (const table of [
      `<table><tr><td>${long}</td><td>1</td></tr></table>`,
      `<table><thead><tr><th colspan="50">${'h'.repeat(1_000)}</th></tr></thead><tbody>${rows(41)}</tbody></table>`,
      `<caption><p>${'c'.repeat(10_001)}</p></caption><table>${rows(1)}</table>`,
      `<label>${long}</label><table>${rows(1)}</table>`,
      `<table>${rows(1)}</table>`.repeat(21),
    ]) {
      const read = readJats(Buffer.from(jats(`<p>A.</p><table-wrap>${table}</table-wrap>`)));
      assert.deepEqual([read?.sections.length, read?.tables], [1, []], table.slice(0, 40));
    }
  });

  it('accepts any number of superscripts and truncates long titles', () => {
    const scripts = readJats(Buffer.from(jats(`<p>${'A 2<sup>3</sup> '.repeat(30_000)}</p>`)));
    assert.ok(scripts?.sections[0]?.paragraphs[0]?.[0]?.text.startsWith('A 2³ A 2³'));
    const titled = readJats(Buffer.from(jats(`<sec><title>${'t'.repeat(5_000)}</title><p>A.</p></sec>`)));
    assert.equal(titled?.sections[0]?.titles[0]?.length, 300);
  });

  it('rejects an article truncated at any byte', () => {
    const whole = Buffer.from(jats('<sec><title>Results</title><p>Pain fell by 2 points.</p></sec>'));
    for (let length = 0; length < whole.length - 1; length++)
      assert.equal(readJats(whole.subarray(0, length)), undefined);
    assert.ok(readJats(whole));
  });

  it('rejects an article that nests too deeply, is too large or declares entities', () => {
    const nested = `${'<sec>'.repeat(200)}<p>x</p>${'</sec>'.repeat(200)}`;
    assert.equal(readJats(Buffer.from(jats(nested))), undefined);
    assert.equal(readJats(Buffer.from(jats(`<p>${'word '.repeat(2_000_000)}</p>`))), undefined);
    const bomb = `<!DOCTYPE article [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${jats('<p>&b;</p>').replace(/^<!DOCTYPE[^>]*>/, '')}`;
    assert.equal(readJats(Buffer.from(bomb)), undefined);
    const outside = `<!DOCTYPE article SYSTEM "file:///etc/passwd">${jats('<p>&x;</p>').replace(/^<!DOCTYPE[^>]*>/, '')}`;
    assert.equal(readJats(Buffer.from(outside)), undefined);
  });

  it('drops a table whose spans exceed the cell limit', () => {
    const table = (attributes: string) =>
      jats(
        `<p>A.</p><table-wrap><table><tbody><tr><td ${attributes}>x</td></tr>${'<tr><td>y</td></tr>'.repeat(900)}</tbody></table></table-wrap>`,
      );
    assert.deepEqual(readJats(Buffer.from(table('colspan="9999"')))?.tables, []);
    assert.deepEqual(readJats(Buffer.from(table('colspan="99" rowspan="0"')))?.tables, []);
    assert.equal(readJats(Buffer.from(table('')))?.tables.length, 1);
  });
});
