import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readManuscript } from './citations.ts';
import { findDoi, readReferences, toReference } from './references.ts';

const list =
  '\n\nReferences\n1. One. PMID: 11\n2. Two. doi:10.1/two\n3. Three, a study of three things.\n4. Four\n5. Five\n';
const cited = (text: string, references = list) =>
  readManuscript(text + references, { wraps: true }).sentences.map(({ sentence, citations }) => [
    sentence,
    citations.map(({ label }) => label).join(' '),
  ]);

describe('a reference list', () => {
  it('is found under an English or Chinese heading, with multi-line entries, up to the next heading', () => {
    for (const heading of [
      'References',
      '## References',
      '**REFERENCES**',
      '6. References:',
      '参考文献',
      '【参考文献】',
      '参 考 文 献',
      '主要参考文献：',
      'Bibliography',
      'Literature cited',
      'List of references',
      'References and notes',
      '五、参考文献',
      'VI. REFERENCES',
      'References (3)',
      '参考文献（共3篇）',
      '参考文献 / References',
      '参考资料：',
    ]) {
      const lines =
        `Text [1].\n${heading}\n[1] One,\n  continued.\n(2) Two.\n3) Three.\n# Appendix\n4. Not a reference.`.split(
          '\n',
        );
      const { entries } = readReferences(lines);
      assert.deepEqual([...entries.keys()], ['1', '2', '3'], heading);
      assert.equal(entries.get('1')?.text, 'One, continued.');
    }
  });

  it('is read with any numbering style', () => {
    const styles: [name: string, entries: string][] = [
      ['dots', '1. One.\n2. Two.\n3. Three.'],
      ['round brackets', '1) One.\n2) Two.\n(3) Three.'],
      ['square brackets', '[1] One.\n[2]Two.\n[3]. Three.'],
      ['full-width', '［１］One.\n〔2〕Two.\n３．Three.'],
      ['Chinese', '1、One.\n2、Two.\n3、Three.'],
      ['what Markdown numbers itself', '1. One.\n1. Two.\n1. Three.'],
      ['nothing behind the number', '1 One.\n2 Two.\n3\tThree.'],
      ['bold and escaped', '**1.** One.\n\\[2\\] Two.\n3\\. Three.'],
      ['items', '- [1] One.\n- [2] Two.\n- [3] Three.'],
    ];
    for (const [name, entries] of styles) {
      const { entries: found } = readReferences(`Text [1].\n\nReferences\n\n${entries}`.split('\n'));
      assert.deepEqual(
        [...found].map(([key, { text }]) => [key, text]),
        [
          ['1', 'One.'],
          ['2', 'Two.'],
          ['3', 'Three.'],
        ],
        name,
      );
    }
    assert.deepEqual(
      cited('Aspirin helps people [2].', '\n\n[1] One. PMID: 11\n[2] Two. PMID: 12\n'),
      [['Aspirin helps people.', '[2]']],
      'without a heading',
    );
  });

  it('is numbered by position if Word omitted the numbers and the text cites by number only', () => {
    const entries = 'Smith J. One. BMJ 2011.\nDoe J. Two. Lancet. 2012;1:2.\n张三. 三. 中华医学杂志, 2013.';
    const numbered = (text: string, list = entries) => [
      ...readReferences(`${text}\n\n参考文献\n\n${list}`.split('\n')).entries.keys(),
    ];
    assert.deepEqual(numbered('Aspirin helps [3].'), ['1', '2', '3']);
    assert.deepEqual(numbered('Aspirin helps [3].', entries.replaceAll('\n', '\n\n')), ['1', '2', '3']);
    assert.deepEqual(numbered('Aspirin helps (Smith et al., 2011) [3].'), []);
    assert.deepEqual(numbered('Aspirin helps [1].', 'Smith J. A title that\ngoes on. BMJ 2011.'), []);
  });

  it('has entries with PMID and DOI', () => {
    assert.equal(toReference('A. B. 2020. PMID: 123; PMCID: PMC9').pmid, '123');
    assert.equal(toReference('A. https://pubmed.ncbi.nlm.nih.gov/456/').pmid, '456');
    assert.equal(toReference('A. https://doi.org/10.1056/NEJMoa1').doi, '10.1056/nejmoa1');
    assert.equal(findDoi('(see 10.1016/S0140-6736(05)17868-9).')?.doi, '10.1016/s0140-6736(05)17868-9');
  });
});
