import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { englishPhrases, hanTerms } from './translate.ts';

const english = (text: string) => hanTerms(text).flatMap(({ en }) => (en ? [en] : []));

describe('Chinese terms', () => {
  it('are the longest the lexicon knows, function words dropped', () => {
    assert.deepEqual(english('2型糖尿病患者能否使用二甲双胍？').slice(0, 1), ['type 2 diabetes']);
    assert.ok(english('心肌梗死后的β受体阻滞剂').includes('myocardial infarction'));
    assert.ok(!hanTerms('为什么要吃药呢').some(({ zh }) => ['为什么', '呢'].includes(zh)));
  });

  it('keep what the lexicon does not know, as it stands', () => {
    assert.deepEqual(hanTerms('魑魅魍魉'), [{ zh: '魑魅魍魉', en: undefined }]);
  });

  it('never cut a Latin word or a number in half', () => {
    const lines = readFileSync(new URL('./zh-en.tsv', import.meta.url), 'utf8').split('\n');
    const latin = lines.map((line) => line.split('\t')[0] ?? '').filter((zh) => /^[A-Za-z]+$/.test(zh));
    for (const zh of latin) assert.ok(!hanTerms(`${zh}X`).some((term) => term.zh === zh), zh);
    assert.deepEqual(english('12型糖尿病').includes('type 2 diabetes'), false);
  });

  it('lend their English phrases to English questions', () => {
    for (const phrase of ['heart failure', 'type 2 diabetes'])
      assert.ok(englishPhrases().has(phrase), phrase);
  });
});
