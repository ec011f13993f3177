import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '@citewell/citation-checker/comparison.ts';
import { hasUnsupportedClause } from './unsupported-clause.ts';

const article = {
  title: 'Atorvastatin after stroke: a randomized trial.',
  abstract:
    'We assigned 4731 patients with a recent stroke to atorvastatin or placebo. Atorvastatin reduced the incidence of strokes and of cardiovascular events. Liver enzymes were raised more often with atorvastatin. Myopathy was rare.',
  publicationTypes: [],
};

describe('hasUnsupportedClause', () => {
  for (const sentence of [
    'Atorvastatin reduced the incidence of strokes, and it prevents dementia.',
    'Atorvastatin reduced strokes and cures asthma.',
    'Atorvastatin prevents dementia.',
    'Atorvastatin reduced strokes; it also lowers the risk of glaucoma.',
    '阿托伐他汀降低卒中发生率，还能预防痴呆。',
    '阿托伐他汀降低卒中发生率，并可治疗哮喘。',
    '阿托伐他汀可预防痴呆。',
  ])
    it(`is true if a clause is about something its record never names: ${sentence}`, () =>
      assert.equal(hasUnsupportedClause(compare(sentence, article)), true));
  for (const sentence of [
    'Atorvastatin reduced strokes, but it raised liver enzymes.',
    'Cardiovascular events were reduced as well, which supports its use after a stroke.',
    'Myopathy was rare, and liver enzymes rose more often.',
    '阿托伐他汀降低卒中和心血管事件的发生率，但肝酶升高更常见。',
    '阿托伐他汀组卒中发生率低于安慰剂组。',
  ])
    it(`is false for: ${sentence}`, () =>
      assert.equal(hasUnsupportedClause(compare(sentence, article)), false));
});
