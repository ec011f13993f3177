import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jats, jatsCases } from '../../../testing/literature/jats-cases.ts';
import { readJats } from './read-jats.ts';
import { layOut, ownResults } from './statements.ts';

const read = (results: string) => {
  const text = readJats(Buffer.from(jats(`<sec sec-type="results"><title>Results</title>${results}</sec>`)));
  assert.ok(text);
  return ownResults(text);
};
const table = (head: string[], rows: string[][], caption = 'Outcomes.') => {
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<p>See.</p><table-wrap><label>Table 1</label><caption><p>${caption}</p></caption><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></table-wrap>`;
};
const texts = (statements: readonly { text: string }[]) => statements.map(({ text }) => text);

describe('the statements of a full text', () => {
  for (const { name, xml } of jatsCases)
    it(`have correct offsets in an article that ${name}`, () => {
      const article = readJats(Buffer.from(xml));
      if (!article) return assert.equal(article, undefined);
      const { text } = layOut(article);
      const { sentences, rows, cells } = ownResults(article);
      for (const each of [...sentences, ...rows]) assert.equal(text.slice(each.start, each.end), each.text);
      for (const { start, end, cell = '-' } of cells) assert.ok(text.slice(start, end).includes(cell));
    });

  it('consist of sentences, rows and cells with their sections', () => {
    const { sentences, rows, cells } = read(
      `<sec><title>Safety</title><p>Pain fell by 2.</p></sec>${table(['Event', 'Drug (n = 9)', 'Placebo'], [['Nausea, %', '7.3', '4.1']])}`,
    );
    assert.deepEqual(texts(sentences), ['See.', 'Pain fell by 2.']);
    assert.equal(sentences[1]?.section, 'Results > Safety');
    assert.deepEqual(texts(rows), ['Nausea, % — Drug (n = 9): 7.3; Placebo: 4.1']);
    assert.equal(rows[0]?.section, 'Table 1');
    assert.deepEqual(texts(cells), ['Nausea, %, Drug (n = 9): 7.3', 'Nausea, %, Placebo: 4.1']);
  });

  it('name a row by all its row headers and by the row that heads its group', () => {
    const { rows, cells } = read(
      table(
        ['Site', 'Event', 'Drug'],
        [
          ['Clinic', 'Nausea', '3'],
          ['Severe events', '', ''],
          ['Clinic', 'Pain', '5'],
        ],
      ),
    );
    assert.deepEqual(texts(rows), ['Clinic, Nausea — Drug: 3', 'Severe events, Clinic, Pain — Drug: 5']);
    assert.deepEqual(texts(cells), ['Clinic, Nausea, Drug: 3', 'Severe events, Clinic, Pain, Drug: 5']);
  });

  it('exclude subgroups in rows, groups, tables and sections', () => {
    const rows = [
      ['Deaths', '12'],
      ['Deaths in women', '5'],
      ['Aged 65 years or more', ''],
      ['Strokes', '4'],
    ];
    assert.deepEqual(texts(read(table(['Event', 'Drug'], rows)).rows), ['Deaths — Drug: 12']);
    assert.deepEqual(texts(read(table(['Event', 'Drug'], rows)).cells), ['Deaths, Drug: 12']);
    assert.deepEqual(read(table(['Event', 'Drug'], [['Deaths', '12']], 'Outcomes of men.')).rows, []);
    assert.deepEqual(
      read('<sec><title>Sensitivity analyses</title><p>Pain fell by 2.</p></sec><p>A.</p>').sentences.length,
      1,
    );
  });

  it('exclude cited findings, images, and difference columns as cells', () => {
    const { sentences, cells } = read(
      `<p>Pain fell <xref ref-type="bibr">3</xref>. It was <inline-graphic/>. Sleep rose.</p>${table(
        ['Event', 'Drug', 'Hazard ratio'],
        [
          ['Deaths', '12', '0.8'],
          ['Change in weight', '2', ''],
        ],
      )}`,
    );
    assert.deepEqual(texts(sentences), ['Sleep rose.', 'See.']);
    assert.deepEqual(texts(cells), ['Deaths, Drug: 12']);
  });
});
