import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLexicon } from '@citewell/core/lexicon/read-lexicon.ts';
import {
  diseasesOf,
  isMeshClass,
  isMeshPhrase,
  meshClass,
  meshHeading,
  meshWordings,
  narrowerDiseases,
} from './mesh.ts';

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
    // Headings with one stem are told apart by their form.
    assert.equal(meshHeading('fluoride'), 'Fluorides');
    assert.equal(meshHeading('fluoridation'), 'Fluoridation');
    // A drug of the supplementary concepts is not a heading.
    assert.equal(meshHeading('tucatinib'), undefined);
    assert.equal(meshHeading('Osler-Rendu disease'), 'Telangiectasia, Hereditary Hemorrhagic');
  });

  it('matches an abbreviation only in its own capitalization', () => {
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

  it('lists the kinds of a disease by any name for all of it, and none of them for a kind that it reads by the broader heading', () => {
    for (const [term, kind] of [
      ['tuberculosis', 'Tuberculoma'],
      ['TB', 'Tuberculoma'],
      ['TBI', 'Brain Concussion'],
      ['autism', 'Autistic Disorder'],
    ] as const)
      assert.ok(narrowerDiseases(term, [term]).includes(kind), term);
    for (const [term, broader] of [
      ['skin abscess', 'Abscess'],
      ['DVT', 'Venous Thrombosis'],
      ['AVM', 'Vascular Malformations'],
    ] as const) {
      assert.equal(meshHeading(term), broader);
      assert.deepEqual(narrowerDiseases(term, [term]), [], term);
    }
    assert.ok(!diseasesOf('febrile neutropenia').includes('Neutropenia'));
    assert.ok(diseasesOf('hypertensive disorders of pregnancy').includes('Eclampsia'));
  });

  it('recognizes its multi-word headings as phrases of a question', () => {
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
