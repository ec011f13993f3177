import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type JatsCase, jats, jatsCases } from '../../../testing/literature/jats-cases.ts';
import { readJats } from './read-jats.ts';

/** A full text as the cases write it: a line a section, table row or sentence. */
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

describe('a JATS article', () => {
  for (const each of jatsCases) it(each.name, () => assert.deepEqual(show(each), each.expected));

  it('tells its title, language and licence', () => {
    const front = (permissions: string) =>
      `<front><article-meta><title-group><article-title>A <italic>trial</italic><xref ref-type="bibr">1</xref></article-title></title-group>${permissions}</article-meta></front>`;
    const of = (permissions: string) => {
      const { title, language, licence } =
        readJats(
          Buffer.from(jats('<p>A.</p>', { front: front(permissions), attributes: 'xml:lang="en"' })),
        ) ?? {};
      return [title, language, licence];
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

  it('is nothing where it is cut anywhere', () => {
    const whole = Buffer.from(jats('<sec><title>Results</title><p>Pain fell by 2 points.</p></sec>'));
    for (let length = 0; length < whole.length - 1; length++)
      assert.equal(readJats(whole.subarray(0, length)), undefined);
    assert.ok(readJats(whole));
  });

  it('is nothing where it nests too deeply, holds too much, or declares entities', () => {
    const nested = `${'<sec>'.repeat(200)}<p>x</p>${'</sec>'.repeat(200)}`;
    assert.equal(readJats(Buffer.from(jats(nested))), undefined);
    assert.equal(readJats(Buffer.from(jats(`<p>${'word '.repeat(2_000_000)}</p>`))), undefined);
    const bomb = `<!DOCTYPE article [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${jats('<p>&b;</p>').replace(/^<!DOCTYPE[^>]*>/, '')}`;
    assert.equal(readJats(Buffer.from(bomb)), undefined);
    const outside = `<!DOCTYPE article SYSTEM "file:///etc/passwd">${jats('<p>&x;</p>').replace(/^<!DOCTYPE[^>]*>/, '')}`;
    assert.equal(readJats(Buffer.from(outside)), undefined);
  });

  it('has no table where its spans claim more cells than a table can have', () => {
    const table = (attributes: string) =>
      jats(
        `<p>A.</p><table-wrap><table><tbody><tr><td ${attributes}>x</td></tr>${'<tr><td>y</td></tr>'.repeat(900)}</tbody></table></table-wrap>`,
      );
    assert.deepEqual(readJats(Buffer.from(table('colspan="9999"')))?.tables, []);
    assert.deepEqual(readJats(Buffer.from(table('colspan="99" rowspan="0"')))?.tables, []);
    assert.equal(readJats(Buffer.from(table('')))?.tables.length, 1);
  });
});
