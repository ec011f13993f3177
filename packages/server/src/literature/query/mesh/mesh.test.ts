import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import { isMeshClass, isMeshPhrase, meshClass, meshHeading, meshWordings } from './mesh.ts';

describe('the table of MeSH headings', () => {
  it('finds a heading by its name, by its everyday wording and by its plural', () => {
    for (const [typed, heading] of [
      ['type 2 diabetes', 'Diabetes Mellitus, Type 2'],
      ['Heart attack', 'Myocardial Infarction'],
      ['high blood pressure', 'Hypertension'],
      ['statins', 'Hydroxymethylglutaryl-CoA Reductase Inhibitors'],
      ['statin', 'Hydroxymethylglutaryl-CoA Reductase Inhibitors'],
      ['Pre-Eclampsia', 'Pre-Eclampsia'],
      ['gut microbiome', 'Gastrointestinal Microbiome'],
    ] as const)
      assert.equal(meshHeading(typed), heading, typed);
    assert.equal(meshHeading('zelparin'), undefined);
    // A drug of the supplementary concepts is not a heading.
    assert.equal(meshHeading('tucatinib'), undefined);
    assert.equal(meshHeading('Osler-Rendu disease'), 'Telangiectasia, Hereditary Hemorrhagic');
  });

  it('matches an abbreviation only in its own capitalisation', () => {
    assert.equal(meshHeading('MS'), 'Multiple Sclerosis');
    assert.equal(meshHeading('ms'), undefined);
    assert.equal(meshHeading('AIDS'), 'Acquired Immunodeficiency Syndrome');
    assert.equal(meshHeading('aids'), undefined);
  });

  it('lists the members of a drug class, and lists no siblings for a member', () => {
    assert.ok(meshWordings('antipsychotics').includes('aripiprazole'));
    assert.ok(!meshWordings('aripiprazole').includes('quetiapine'));
    assert.deepEqual(['antiplatelet', 'cancer', 'aspirin'].map(isMeshClass), [true, false, false]);
    assert.equal(meshClass('quetiapine'), 'Antipsychotic Agents');
    assert.equal(meshClass('antipsychotics'), undefined);
  });

  it('recognises its multi-word headings as phrases of a question', () => {
    assert.ok(isMeshPhrase('out-of-hospital cardiac arrest'));
    assert.ok(isMeshPhrase('hormone replacement therapy'));
  });

  it('has every heading once and no character that could end a quoted term', () => {
    const lines = readLexicon(new URL('./mesh.tsv', import.meta.url));
    const headings = lines.map(([heading]) => heading);
    assert.equal(new Set(headings).size, headings.length);
    for (const term of lines.flat()) assert.doesNotMatch(term, /["[\]()*]/);
  });
});
