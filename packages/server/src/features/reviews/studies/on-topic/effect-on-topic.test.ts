import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../../../../literature/query/plan-query.ts';
import { statedEffectOf } from '../stated-effect.ts';
import { askedTopic, isEffectOnTopic } from './asked-topic.ts';
import { topicPeople } from './topic-people.ts';

const asked = (question: string) =>
  askedTopic(planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 }));
const record = (title: string, text: string) => anArticle('7510', { title, abstract: [{ text }] });

describe('the main effect of a study', () => {
  const ofHeight =
    'The relative risk of breast cancer per height increment of 5 cm was 1.02 (95% CI 0.96 to 1.10).';
  const ofWeight =
    'Women with a BMI above 31 had a relative risk of breast cancer of 0.54 (95% CI 0.34 to 0.85).';
  const text = `Cohorts were pooled. ${ofHeight} ${ofWeight}`;
  const heights = record('Cohorts on height, weight and breast cancer risk.', text);
  const both = record('Height, body mass index and breast cancer.', text);

  for (const topic of ['Body mass index and breast cancer', '体质指数与乳腺癌', '肥胖与乳腺癌'])
    it(`is none of another exposure than the topic's: ${topic}`, () => {
      for (const article of [heights, both]) {
        const isOnTopic = isEffectOnTopic(article, asked(topic));
        assert.equal(isOnTopic(ofHeight), false);
        assert.equal(isOnTopic(ofWeight), true);
      }
    });

  for (const topic of ['Obesity and breast cancer', '肥胖与乳腺癌'])
    it(`is none on another disease of the same kind: ${topic}`, () => {
      const many = record('Obesity, breast cancer and other cancers.', 'We followed adults.');
      const isOnTopic = isEffectOnTopic(many, asked(topic));
      assert.equal(
        isOnTopic('Obesity was associated with cancer of the uterus (HR 1.62, 95% CI 1.56-1.69).'),
        false,
      );
      assert.equal(
        isOnTopic('Obesity was associated with breast cancers (HR 1.05, 95% CI 1.03-1.07).'),
        true,
      );
      assert.equal(isOnTopic('Obesity lowered the risk in early life (HR 0.89, 95% CI 0.86-0.92).'), true);
    });

  for (const topic of ['Premenopausal women with breast cancer', '绝经前女性乳腺癌'])
    it(`is one of the topic's people: ${topic}`, () => {
      const nurses = record(
        'Diabetes and breast cancer in nurses.',
        'Diabetes was associated with it among postmenopausal women, but not premenopausal women.',
      );
      const isOnTopic = isEffectOnTopic(nurses, asked(topic));
      assert.equal(
        isOnTopic('Women with diabetes had more breast cancer (HR 1.17, 95% CI 1.01-1.35).'),
        false,
      );
      assert.equal(
        isOnTopic('Breast cancer in premenopausal women was not (HR 0.83, 95% CI 0.48-1.42).'),
        true,
      );
      const people = topicPeople(topic);
      assert.equal(people.areOthers('Weight control may reduce the risk among postmenopausal women.'), true);
      assert.equal(people.areOthers('Weight control may reduce the risk of breast cancer.'), false);
    });

  for (const topic of ['Prepregnancy weight and gestational diabetes', '孕前体重与妊娠期糖尿病'])
    it(`is stated with those of the other levels of the exposure: ${topic}`, () => {
      const levels = record(
        'Prepregnancy weight and gestational diabetes: a meta-analysis.',
        'We pooled cohorts. Compared with women with a normal prepregnancy weight, the odds ratio of an underweight woman having gestational diabetes was 0.75 (95% CI 0.69 to 0.82). The OR for overweight and obese women were 1.97 (95% CI 1.77 to 2.19) and 5.55 (95% CI 4.27 to 7.21). It was so.',
      );
      const stated = statedEffectOf(levels, '', { topic: asked(topic) });
      assert.match(stated?.text ?? '', /0\.75 .*5\.55/);
    });
});
