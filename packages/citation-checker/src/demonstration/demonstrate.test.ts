import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkByRules, type Verdict } from '../check.ts';
import { suggest } from '../suggest.ts';
import { chineseClaimAbstracts, chineseClaims } from '../testing/chinese-claims.ts';
import { demonstrationAbstracts, demonstrationClaims } from '../testing/demonstration-claims.ts';
import { findingAbstracts, findingClaims } from '../testing/finding-claims.ts';
import { framedAbstracts, framedClaims } from '../testing/framed-claims.ts';
import { joinedAbstracts, joinedClaims, joinedTitles } from '../testing/joined-claims.ts';
import { listedAbstracts, listedClaims } from '../testing/listed-claims.ts';
import { minimalPairs } from '../testing/minimal-pairs.ts';
import { opposedAbstracts, opposedClaims } from '../testing/opposed-claims.ts';
import { paraphraseAbstracts, paraphraseClaims } from '../testing/paraphrase-claims.ts';
import { precisionAbstracts, precisionClaims } from '../testing/precision-claims.ts';
import { replacedAbstracts, replacedClaims, replacedTitles } from '../testing/replaced-claims.ts';
import { reportedAbstracts, reportedClaims } from '../testing/reported-claims.ts';
import { requirementAbstracts, requirementClaims, requirementTitles } from '../testing/requirement-claims.ts';
import { sidedAbstracts, sidedClaims } from '../testing/sided-claims.ts';
import { studyAbstracts, studyClaims, studyTitles } from '../testing/study-claims.ts';
import { turnedAbstracts, turnedClaims } from '../testing/turned-claims.ts';
import { wordedAbstracts, wordedClaims } from '../testing/worded-claims.ts';

const articleOf = (abstract: string, title = '') => ({ title, abstract, publicationTypes: undefined });

describe('the demonstrated verdict', () => {
  for (const { abstract, sentence, verdict, deviation } of demonstrationClaims)
    it(`${abstract}: ${sentence} – ${verdict}`, () => {
      const article = articleOf(demonstrationAbstracts[abstract]);
      const check = checkByRules({ sentence, article });
      assert.equal(check.verdict, verdict);
      assert.equal(check.deviations[0]?.kind, deviation);
      assert.equal(check.proof === undefined, verdict === 'undetermined');
      for (const { text, start, end } of check.evidence)
        assert.equal(article.abstract.slice(start, end), text);
    });

  const texts = {
    ...{ ...precisionAbstracts, ...reportedAbstracts, ...paraphraseAbstracts },
    ...{ ...wordedAbstracts, ...listedAbstracts, ...replacedAbstracts, ...opposedAbstracts },
    ...{ ...requirementAbstracts, ...joinedAbstracts, ...studyAbstracts },
    ...{ ...turnedAbstracts, ...framedAbstracts, ...sidedAbstracts },
  };
  for (const { abstract, sentence, verdict } of [
    ...precisionClaims,
    ...reportedClaims,
    ...paraphraseClaims,
    ...wordedClaims,
    ...listedClaims,
    ...replacedClaims,
    ...opposedClaims,
    ...requirementClaims,
    ...turnedClaims,
    ...framedClaims,
    ...sidedClaims,
    ...joinedClaims,
    ...studyClaims,
  ])
    it(`${abstract}: ${sentence} – ${verdict}`, () => {
      const article = articleOf(
        texts[abstract],
        { ...replacedTitles, ...requirementTitles, ...joinedTitles, ...studyTitles }[abstract],
      );
      const found = checkByRules({ sentence, article }).verdict;
      if (verdict === 'not supported') assert.notEqual(found, 'supported');
      else if (verdict === 'not accused') assert.notEqual(found, 'deviates');
      else assert.equal(found, verdict);
    });

  it('does not treat a calendar year as a deviation from the abstract’s duration, in either language', () => {
    const article = articleOf(
      'Over 12 months, metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.',
    );
    for (const sentence of [
      'In 2015, metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.',
      '2015年：二甲双胍使2型糖尿病成人的糖化血红蛋白降低1.1%。',
      '2015年：“Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.”',
    ])
      assert.notEqual(checkByRules({ sentence, article }).verdict, 'deviates', sentence);
  });

  it('has a proof if the abstract contains the sentence word for word, in either language', () => {
    for (const [sentence, abstract] of [
      ['Metformin lowered HbA1c.', 'RESULTS: Metformin lowered HbA1c. Weight fell.'],
      ['二甲双胍降低了糖化血红蛋白。', '结果：二甲双胍降低了糖化血红蛋白。体重下降。'],
    ] as const) {
      const { verdict, isVerbatim, proof } = checkByRules({ sentence, article: articleOf(abstract) });
      assert.deepEqual([verdict, isVerbatim], ['supported', true]);
      assert.equal(proof?.sentence.text, sentence.replace(/[.。]$/, ''));
      assert.deepEqual(proof?.parts, [{ text: sentence, at: 'sentence', isUntranslated: false }]);
    }
  });

  it('is undetermined for a paragraph, in either language', () => {
    for (const [word, other] of [
      ['metformin ', 'HbA1c fell with metformin. '],
      ['二甲双胍降低血糖', '二甲双胍降低血糖。'],
    ] as const) {
      const { verdict, proof } = checkByRules({
        sentence: word.repeat(300),
        article: articleOf(other.repeat(20)),
      });
      assert.deepEqual([verdict, proof], ['undetermined', undefined]);
    }
  });

  it('is never wrong on claims with all kinds of errors', (t) => {
    const all = [
      ...findingClaims.map(({ abstract, sentence, expected }) => ({
        sentence,
        abstract: findingAbstracts[abstract],
        expected,
      })),
      ...chineseClaims.map(({ abstract, sentence, verdict }) => ({
        sentence,
        abstract: chineseClaimAbstracts[abstract],
        expected: verdict,
      })),
    ];
    const forbidden: Record<string, Verdict> = {
      ...{ supported: 'deviates', accepted: 'deviates' },
      ...{ deviates: 'supported', refused: 'supported', undetermined: 'supported' },
    };
    const wrong = all.filter(
      ({ sentence, abstract, expected }) =>
        checkByRules({ sentence, article: articleOf(abstract) }).verdict === forbidden[expected],
    );
    t.diagnostic(`${wrong.length} of ${all.length}`);
    assert.deepEqual(
      wrong.map(({ sentence }) => sentence),
      [],
    );
  });
});

describe('sentences derived from results by one change', () => {
  const abstracts = { ...findingAbstracts, ...demonstrationAbstracts };

  it('are never supported if false, and never contradicted or corrected if true', (t) => {
    const counts = { pairs: 0, supported: 0, named: 0 };
    for (const abstract of Object.values(abstracts))
      for (const pair of minimalPairs(abstract)) {
        const article = articleOf(abstract);
        counts.pairs++;
        const right = checkByRules({ sentence: pair.true, article }).verdict;
        const wrong = checkByRules({ sentence: pair.wrong, article }).verdict;
        assert.notEqual(right, 'deviates', `${pair.change}: ${pair.true}`);
        assert.notEqual(wrong, 'supported', `${pair.change}: ${pair.wrong}`);
        assert.equal(suggest({ sentence: pair.true, article }), undefined);
        if (right === 'supported') counts.supported++;
        if (wrong === 'deviates') counts.named++;
      }
    t.diagnostic(JSON.stringify(counts));
    assert.ok(counts.pairs >= 30, `${counts.pairs}`);
  });
});

describe('a correction', () => {
  it('restores the one replaced number and is itself supported', () => {
    const article = articleOf(demonstrationAbstracts.potassium);
    const sentence = 'Serum potassium fell by 0.9 mmol/l with tinzalin.';
    assert.equal(suggest({ sentence, article }), 'Serum potassium fell by 0.4 mmol/l with tinzalin.');
  });

  it('is omitted for any other deviation', () => {
    const article = articleOf(demonstrationAbstracts.domaril);
    const sentence = 'Anxiety was reported more often with placebo than with domaril.';
    assert.equal(suggest({ sentence, article }), undefined);
  });
});
