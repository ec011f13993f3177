import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import fc from 'fast-check';
import { preciseAndBroad, quoteDoi, searchWords } from './search-words.ts';
import { stripQuerySyntax } from './strip-query-syntax.ts';

test('stripQuerySyntax keeps words and removes syntax', () => {
  assert.equal(stripQuerySyntax('Type 2 diabetes'), 'type 2 diabetes');
  assert.equal(stripQuerySyntax('IL-6'), 'il-6');
  assert.equal(stripQuerySyntax("Alzheimer's disease"), "alzheimer's disease");
  assert.equal(stripQuerySyntax('β-catenin'), 'β-catenin');
  assert.equal(stripQuerySyntax('(('), '');
  assert.equal(stripQuerySyntax('AND'), '');
  assert.equal(stripQuerySyntax('cancer[tiab] OR all[sb]'), 'cancer tiab all sb');
  assert.equal(stripQuerySyntax('#1'), '');
  assert.equal(stripQuerySyntax('2015:2020[pdat]'), '2015 2020 pdat');
  assert.equal(stripQuerySyntax('term=x&db=gene'), 'term x db gene');
  assert.equal(stripQuerySyntax('canc*" NOT ~"x'), 'canc x');
  assert.equal(stripQuerySyntax('12345678'), '');
});

test('stripQuerySyntax leaves no syntax character or operator in any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string()), (text) => {
      const words = stripQuerySyntax(text);
      assert.doesNotMatch(words, /[()[\]{}"“”:*?~^\\/&|!<>=#,;%\u0000-\u001f]/u);
      assert.doesNotMatch(words, /(?:^| )(?:AND|OR|NOT|and|or|not)(?: |$)/);
    }),
    { numRuns: 200 },
  );
});

test('searchWords falls back to the question’s Latin words, of which a Chinese question may have none', () => {
  const words = (text: string, concepts: string[] = []) => searchWords({ text, concepts });
  assert.deepEqual(words('whatever', ['metformin', 'Metformin', '((']), ['metformin']);
  assert.deepEqual(words('What is the role of tirzepatide?'), ['role', 'tirzepatide']);
  assert.deepEqual(words('IL-6在脓毒症中的作用'), ['il-6']);
  assert.deepEqual(words('高血压怎么办？'), []);
  assert.deepEqual(words('What is it?'), []);
});

test('preciseAndBroad joins the most specific concepts by AND and all concepts by OR', () => {
  assert.deepEqual(preciseAndBroad([]), []);
  assert.deepEqual(preciseAndBroad(['a']), ['a']);
  assert.deepEqual(preciseAndBroad(['a', 'b']), ['a AND b', 'a OR b']);
  assert.deepEqual(preciseAndBroad(['a', 'b', 'c', 'd', 'e']), [
    'a AND b AND c AND d',
    'a OR b OR c OR d OR e',
  ]);
});

test('quoteDoi removes characters that could end the quotes', () => {
  assert.equal(quoteDoi('10.1016/S0140-6736(24)02600-X'), '"10.1016/S0140-6736(24)02600-X"');
  assert.equal(quoteDoi('10.1/x" OR "y\\'), '"10.1/xORy"');
});
