import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { namesFromList } from '../literature/query/mesh/mesh.ts';
import { appliedCorrections, applySpelling } from './apply-spelling.ts';

describe('a spelling correction', () => {
  it('corrects the text, and puts the corrected word first in every facet that contains the typed one', () => {
    const facets = [['Metfromin'], ['metfromin dose', '剂量'], ['diabetes']];
    const spelling = { typed: 'metfromin diabetes', meant: 'metformin diabetes' };
    const text = 'Metfromin dose in diabetes';
    const query = applySpelling(aSearchQuery({ text, facets }), spelling);
    assert.equal(query.text, 'metformin dose in diabetes');
    assert.deepEqual(query.facets, [
      ['metformin', 'Metfromin', ...namesFromList('metformin')],
      ['metformin dose', '剂量', 'metfromin dose'],
      ['diabetes'],
    ]);
  });

  it('names a subject by the corrected word, with its listed names', () => {
    const subjects = [{ name: 'metfromin', wordings: ['metfromin'], kind: 'unknown' as const }];
    const spelling = { typed: 'metfromin', meant: 'metformin' };
    const [subject] = applySpelling(aSearchQuery({ subjects }), spelling).subjects ?? [];
    assert.equal(subject?.name, 'metformin');
    assert.equal(subject?.kind, 'known');
    assert.ok(subject?.wordings.includes('Glucophage') && subject.wordings.includes('metfromin'));
  });

  for (const [typed, meant, isApplied] of [
    ['metfromin', 'metformin', true],
    ['alendromate', 'alendronate', true],
    // Names that a list has: a brand, its drug, a disease, an everyday word.
    ['ozempic', 'olympic', false],
    ['semaglutide', 'liraglutide', false],
    ['bulimia', 'bulimic', false],
    ['athletes', 'athlete', false],
    // Another word altogether.
    ['zelvarian', 'cultivation', false],
  ] as const)
    it(`is ${isApplied ? '' : 'not '}applied from “${typed}” to “${meant}”`, () => {
      const query = aSearchQuery({ facets: [[typed]] });
      const expected = isApplied ? [{ typed, meant }] : [];
      assert.deepEqual(appliedCorrections(query, { typed, meant }), expected);
      assert.deepEqual(
        applySpelling(query, { typed, meant }).facets,
        isApplied ? [[meant, typed, ...namesFromList(meant)]] : [[typed]],
      );
    });

  it('is not reported if none of its words is in the query', () => {
    const query = aSearchQuery({ facets: [['diabetes']] });
    assert.deepEqual(appliedCorrections(query, { typed: 'metfromin', meant: 'metformin' }), []);
  });

  it('leaves the query unchanged if it is missing or its word count differs', () => {
    const query = aSearchQuery({ facets: [['heartfailure']] });
    assert.equal(applySpelling(query, undefined), query);
    assert.equal(applySpelling(query, { typed: 'heartfailure', meant: 'heart failure' }), query);
  });
});
