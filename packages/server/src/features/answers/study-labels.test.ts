import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../testing/app/answer-over.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';

const trial = anArticle('31000001', {
  title: 'Folic acid for preterm birth: a randomized trial.',
  year: '2016',
  publicationTypes: ['Randomized Controlled Trial'],
  abstract: [
    { label: 'METHODS', text: 'We randomly assigned 2,512 women to folic acid or placebo.' },
    { label: 'RESULTS', text: 'Folic acid reduced preterm birth from 8.1% to 5.3% compared with placebo.' },
  ],
});
const asked = {
  en: 'Does folic acid reduce preterm birth?',
  zh: '叶酸能减少早产吗？',
};
const labels = {
  en: '*Randomized trial, 2,512 women, 2016:* ',
  zh: '*随机对照试验，2512名女性，2016年：* ',
};

describe('a quotation', () => {
  for (const language of ['en', 'zh'] as const)
    it(`begins with design, population, size and year of its study (${language})`, async () => {
      const { text, pmids, verification } = await answerOver([trial], { question: asked[language] });
      assert.deepEqual(pmids, [trial.pmid]);
      assert.ok(text.includes(`- ${labels[language]}`), text);
      assert.match(
        text,
        /“Folic acid reduced preterm birth from 8\.1% to 5\.3% compared with placebo\.” \[1\]/,
      );
      const quoted = verification?.sentences.find(({ sentence }) => sentence.includes('Folic acid reduced'));
      assert.equal(quoted?.verdict, 'supported');
    });

  it('is followed by a cited and supported Chinese line if the question is Chinese', async () => {
    const { text, verification } = await answerOver([trial], { question: asked.zh });
    const line = '与安慰剂相比，叶酸减少早产（由8.1%变为5.3%）[1]。';
    assert.ok(
      text.includes(
        `${labels.zh}“Folic acid reduced preterm birth from 8.1% to 5.3% compared with placebo.” [1]\n  ${line}`,
      ),
      text,
    );
    const sentence = verification?.sentences.find((each) => each.sentence.includes('叶酸减少早产'));
    assert.equal(sentence?.kind, 'cited');
    const english = await answerOver([trial], { question: asked.en });
    assert.doesNotMatch(english.text, /叶酸/);
  });

  it('may have units with a micro sign', async () => {
    for (const unit of ['cells/µl', 'μmol/l', '/6 µg', 'ng/mℓ']) {
      const text = `Folic acid reduced preterm birth from 350 ${unit} to 200 ${unit}.`;
      const record = { ...trial, abstract: [{ label: 'RESULTS', text }] };
      for (const question of Object.values(asked))
        assert.ok((await answerOver([record], { question })).text.includes(`“${text}” [1]`), unit);
    }
  });

  it('is listed under a design that only the text states', async () => {
    const untyped = { ...trial, publicationTypes: ['Journal Article'] };
    const headings = { en: '**Clinical trials**', zh: '**临床试验**' };
    for (const language of ['en', 'zh'] as const) {
      const { text } = await answerOver([untyped], { question: asked[language] });
      assert.ok(text.includes(headings[language]), text);
    }
  });

  it('is listed under headings that are not uncited claims', async () => {
    for (const question of Object.values(asked)) {
      const { verification } = await answerOver([trial], { question });
      assert.deepEqual(
        verification?.sentences.filter(({ kind }) => kind === 'needs_citation'),
        [],
      );
    }
  });

  it('has no label invented by a model', async () => {
    const model = scriptedModel({
      writes: () => ['*Randomized trial, 9,000 women, 2016:* Folic acid reduced preterm birth [E1].\n'],
    });
    const { text } = await answerOver([trial], { question: asked.en }, model);
    assert.doesNotMatch(text, /9,000/);
  });
});

const askedOfAspirin = {
  en: 'Does aspirin prevent colorectal adenomas?',
  zh: '阿司匹林能预防结直肠腺瘤吗？',
};
const headings: [heading: string, statement: string][] = [
  ['INTERPRETATION', '600 mg aspirin per day substantially reduced colorectal adenomas.'],
  ["AUTHORS' CONCLUSIONS", 'Aspirin reduces the incidence of colorectal adenomas.'],
  ['CONCLUSION', 'aspirin significantly reduces colorectal adenomas.'],
  ['DATA SYNTHESIS', 'Aspirin reduced the incidence of colorectal adenomas by 20%.'],
  ['INTERPRETATION', 'COX-based prevention with aspirin reduced colorectal adenomas.'],
];

describe('a quotation from an abstract whose headings are part of its text', () => {
  for (const language of ['en', 'zh'] as const)
    for (const [heading, statement] of headings)
      it(`begins after “${heading}” (${language}): ${statement.slice(0, 12)}`, async () => {
        const text = `We studied aspirin and colorectal adenomas in 500 adults. ${heading} ${statement}`;
        const article = anArticle('31000021', {
          title: 'Aspirin and colorectal adenomas.',
          abstract: [{ text }],
        });
        const answer = await answerOver([article], { question: askedOfAspirin[language] });
        assert.ok(answer.text.includes(`“${statement}”`), answer.text);
      });
});
