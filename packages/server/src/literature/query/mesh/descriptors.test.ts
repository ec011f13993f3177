import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findDescriptor, findHeading, narrowerNames } from './descriptors.ts';

const headingOf = (term: string) => findDescriptor(term)?.heading;

describe('the list of MeSH headings', () => {
  it('finds a heading by any of its names, singular or plural, in British or American spelling', () => {
    for (const [term, heading] of [
      ['Infarction of the heart', undefined],
      ['Heart attacks', 'Myocardial Infarction'],
      ['follicular lymphoma', 'Lymphoma, Follicular'],
      ['Lymphoma, Follicular', 'Lymphoma, Follicular'],
      ['helminthiases', 'Helminthiasis'],
      ['polyarteritides nodosa', 'Polyarteritis Nodosa'],
      ['kidney diseases', 'Kidney Diseases'],
      ['kidney disease', 'Kidney Diseases'],
      ['Haemophilus influenzae', 'Haemophilus influenzae'],
      ['haemochromatosis', 'Hemochromatosis'],
      ['avian sarcoma virus', 'Avian Sarcoma Viruses'],
    ] as const)
      assert.equal(headingOf(term), heading, term);
  });

  it('ignores other word forms, other word orders and everyday words', () => {
    for (const term of ['sugar blood', 'burning', 'lead', 'cold', 'role', 'ribs', 'bites', ''])
      assert.equal(headingOf(term), undefined, term);
    assert.deepEqual(findHeading('Asthma')?.names, ['Asthma', 'Bronchial Asthma']);
  });

  it('lists the narrower headings of a disease, but not of a broad group such as Neoplasms', () => {
    const narrower = (term: string) => narrowerNames(findHeading(term) ?? assert.fail(term));
    assert.ok(narrower('Filariasis')?.includes('Loiasis'));
    assert.deepEqual(narrower('Loiasis'), []);
    // A consequence is not a kind.
    assert.ok(!narrower('Myocardial Infarction')?.includes('Cardiogenic Shock'));
    assert.equal(narrower('Neoplasms'), undefined);
    assert.equal(narrower('Phenytoin'), undefined);
  });

  it('has every heading once and no character that could end a quoted term', () => {
    const rows = readFileSync(new URL('./descriptors.tsv', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'));
    assert.equal(new Set(rows.map(([heading]) => heading)).size, rows.length);
    for (const row of rows) {
      assert.equal(row.length, 3, row.join());
      assert.match(
        row[1] ?? '',
        /^(?:[BCDEFS]|[CF]\d\d[.\d]*)(?: (?:[BCDEFS]|[CF]\d\d[.\d]*))*$/,
        row.join(),
      );
      assert.doesNotMatch(`${row[0]}${row[2]}`, /["[\]()*]/);
    }
  });
});
