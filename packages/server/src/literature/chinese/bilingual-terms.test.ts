import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bilingualTerms, isTermsLine, renderTerms } from './bilingual-terms.ts';

const lineOf = (...texts: string[]) => renderTerms(bilingualTerms(texts));

describe('the terms of English quotations', () => {
  it('are the names of diseases, drugs, organs and procedures, each once', () => {
    assert.equal(
      lineOf(
        'Hip fracture was less frequent with alendronate in women with osteoporosis.',
        'Alendronate prevented fractures in osteoporosis.',
      ),
      '术语：hip fracture 髋部骨折、alendronate 阿仑膦酸钠、osteoporosis 骨质疏松症',
    );
    assert.match(
      lineOf('Fractures, then vertebral fractures, were seen.'),
      /^术语：vertebral fractures 椎体骨折$/,
    );
  });

  it('are at most six, and none of the words of every report', () => {
    const many =
      'Diabetes, asthma, migraine, osteoporosis, malaria, tuberculosis, dengue and obesity were recorded.';
    assert.equal(bilingualTerms([many]).length, 6);
    assert.deepEqual(bilingualTerms(['HIV status depends on early detection, which rules out bias.']), []);
    assert.deepEqual(
      bilingualTerms(['The results were due to age (odds ratio 2.1, 95% confidence interval 1.2 to 3).']),
      [],
    );
  });

  it('are recognized in a line only if the line has nothing else', () => {
    const line = lineOf('Statins prevented stroke in patients with heart failure.');
    assert.ok(isTermsLine(line) && isTermsLine(`*${line}*`), line);
    for (const other of [
      '术语：statin 降低死亡率',
      `${line}、statin 可治愈脑卒中`,
      `${line}。他汀类药物降低死亡率`,
      'statin 他汀类药物',
      '术语：',
    ])
      assert.ok(!isTermsLine(other), other);
  });
});
