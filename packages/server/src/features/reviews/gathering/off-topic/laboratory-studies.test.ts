import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../../testing/app/review-app.ts';

const results: Record<string, string> = {
  '5001': 'Of 212 patients with lung cancer treated by lobectomy 120 died; overall survival was 30 months.',
  '5002':
    'Radiotherapy of lung cancer was given to 90 men at home, and their median survival came to 14 months.',
  '5003':
    'Among women who had chemotherapy for advanced lung cancer, mortality at one year was 41% against 52%.',
};
const clinical = (pmid: string): Article =>
  anArticle(pmid, {
    title: `Treatment and survival in lung cancer: ${results[pmid]?.slice(0, 30)}`,
    abstract: [
      { label: 'RESULTS', text: results[pmid] ?? '' },
      {
        label: 'CONCLUSIONS',
        text: `Survival of lung cancer depended on treatment (${results[pmid]?.slice(-20)}).`,
      },
    ],
  });
const cells = anArticle('5101', {
  title: 'SLC1A5 drives growth and survival of lung cancer cells.',
  abstract: [
    {
      text: 'Lung cancer has a poor prognosis. Knockdown of SLC1A5 in cell lines reduced phosphorylation and signaling. In mice, xenografts treated with an inhibitor were smaller. Poor prognosis of lung cancer may be overcome by treatment of this pathway.',
    },
  ],
});
const both = anArticle('5102', {
  title: 'HOTTIP promotes growth of lung cancer cells and predicts poor prognosis.',
  abstract: [
    {
      text: 'Knockdown of HOTTIP in cell lines reduced signaling. In mice, xenografts treated with siRNA were smaller. In 90 patients with lung cancer, overall survival was shorter where mRNA of HOTTIP was high. Treatment of lung cancer cells restored the pathway.',
    },
  ],
});
const mice = anArticle('5103', {
  title: 'Treatment of lung cancer with aplidin in mice.',
  abstract: [
    {
      text: 'Mice with xenografts were treated with aplidin. Treatment of lung cancer in mice reduced signaling and phosphorylation. Cells were smaller.',
    },
  ],
});

const short = anArticle('5104', {
  title: 'Enzymes open tumours of lung cancer to treatment.',
  abstract: [
    { text: 'An enzyme was given. In murine lung cancer the treatment nearly doubled overall survival.' },
  ],
});

const monkeys = anArticle('5106', {
  title: 'Treatment of lung cancer in macaques.',
  abstract: [
    {
      text: 'Treatment of lung cancer fails in many patients. Women and men die of it within years. Macaques with lung cancer were given tablets. Treatment of lung cancer in macaques was safe.',
    },
  ],
});
const overview = anArticle('5105', {
  title: 'An overview of combinations for the treatment of lung cancer.',
  abstract: [
    {
      text: 'Treatment of lung cancer blocks several pathways. Signaling of cells, transcription and phosphorylation are its targets. Mechanisms of resistance are known. Combinations are the treatment of lung cancer with the best prognosis.',
    },
  ],
});

const decisions = async (post: Awaited<ReturnType<typeof buildReviewApp>>['post'], question: string) => {
  const reply = await post('expert', { question, include: ['screening'] });
  const { screening = [] } = reply.json() as ReviewResponse;
  return new Map(screening.map(({ pmid, decision }) => [pmid, decision]));
};

describe('cell and animal studies in a review', () => {
  for (const question of ['Lung cancer prognosis', '肺癌的预后', 'Lung cancer treatment', '肺癌的治疗'])
    it(`are excluded if the topic is clinical: ${question}`, async (t) => {
      const articles = [
        clinical('5001'),
        clinical('5002'),
        clinical('5003'),
        cells,
        both,
        short,
        overview,
        monkeys,
      ];
      const found = await decisions((await buildReviewApp(t, { articles })).post, question);
      assert.deepEqual([found.get('5101'), found.get('5001')], ['off_topic', 'included']);
      assert.equal(found.get('5104'), 'laboratory');
      assert.equal(found.get('5106'), /prognosis|预后/.test(question) ? 'off_topic' : 'laboratory');
      if (/treatment|治疗/.test(question)) assert.equal(found.get('5105'), 'included');
      // A finding that was also examined in patients concerns them.
      if (/prognosis|预后/.test(question)) assert.equal(found.get('5102'), 'included');
    });

  for (const question of ['Risk factors for lung cancer', '肺癌的危险因素'])
    it(`are excluded if the topic is on risks, unless they found one in people: ${question}`, async (t) => {
      const risks = Object.entries({
        '5301': 'Radon raised the risk of lung cancer in miners who were followed for nine years.',
        '5302': 'Among bakers in two countries, flour was no risk factor for lung cancer.',
        '5303': 'Women who smoked had ten times the risk of lung cancer, and men twelve times.',
      }).map(([pmid, text]) => anArticle(pmid, { title: text.slice(0, 40), abstract: [{ text }] }));
      const [ofCells, inWomen] = [
        '',
        'Of 900 women from four towns, those with it had a higher risk of lung cancer, at any age and weight. ',
      ].map((inPeople, at) =>
        anArticle(`540${at}`, {
          title:
            at === 0
              ? 'Transcription and the risk of lung cancer.'
              : 'A mutation and the risk of lung cancer in women.',
          abstract: [
            {
              text: `Cells were grown. Knockdown in cell lines reduced signaling and phosphorylation. ${inPeople}Transcription in cells with the mutation explains the risk of lung cancer.`,
            },
          ],
        }),
      ) as [Article, Article];
      const found = await decisions(
        (await buildReviewApp(t, { articles: [...risks, ofCells, inWomen] })).post,
        question,
      );
      assert.deepEqual(
        [found.get('5301'), found.get('5400'), found.get('5401')],
        ['included', 'laboratory', 'included'],
      );
    });

  for (const question of ['Lung cancer treatment', '肺癌的治疗'])
    it(`are evidence on a treatment if there is no other: ${question}`, async (t) => {
      const few = await decisions((await buildReviewApp(t, { articles: [mice] })).post, question);
      const articles = [clinical('5001'), clinical('5002'), clinical('5003'), mice];
      const enough = await decisions((await buildReviewApp(t, { articles })).post, question);
      assert.deepEqual([few.get('5103'), enough.get('5103')], ['included', 'laboratory']);
    });

  for (const question of ['Lung cancer', '肺癌'])
    it(`are on topic if the topic is only a subject: ${question}`, async (t) => {
      const { post } = await buildReviewApp(t, { articles: [cells, both] });
      assert.equal((await decisions(post, question)).get('5101'), 'included');
    });
});

describe('a section whose text contains labels of others', () => {
  it('is quoted with the conclusion under its label', async (t) => {
    const text =
      'Sepsis is common in patients. RESULTS: Of 212 patients with sepsis 40 died. CONCLUSIONS: SIRS was associated with mortality in sepsis.';
    const articles = ['6001', '6002', '6003'].map((pmid) =>
      anArticle(pmid, {
        title: `Mortality of patients with sepsis, study ${pmid}.`,
        abstract: [{ label: 'BACKGROUND', text: text.replace('SIRS', `SIRS (study ${pmid})`) }],
      }),
    );
    const { post } = await buildReviewApp(t, { articles });
    const review = (await post('expert', { question: 'Sepsis mortality' })).json() as ReviewResponse;
    const findings = textUnder(review, 'Findings');
    assert.match(findings, /“SIRS \(study 6001\) was associated with mortality in sepsis\.”/);
    assert.doesNotMatch(textUnder(review, 'Background'), /40 died/);
  });
});
