import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AnswerVerification, FullTextReading, TrustCard } from '@citewell/sdk';
import { atPages } from './at-pages.ts';
import { signIn } from './visits.ts';

const reference = { pmid: '7', title: 'A trial', authors: 'Doe J', journal: 'Journal', year: '2021' };
const reading: FullTextReading = {
  ...{ pmcid: 'PMC7', license: 'cc by', sha256: 'a'.repeat(64) },
  ...{ section: 'Results > Safety', sentence: 'Nausea occurred in 7.3% with metformin.' },
};
const card: TrustCard = {
  ...{ pmid: '7', retracted: false, expression_of_concern: false, erratum: false, preprint: false },
  ...{ notices: [], design: null, design_from: null, evidence_level: null, sample_size: null },
  ...{ subjects: null, read: 'full_text', full_text: reading },
};
const verification: AnswerVerification = {
  sentences: [
    {
      ...{ sentence: 'Nausea occurred in 7.3% with metformin [1].', kind: 'cited' },
      ...{ marks: [{ n: 1, pmid: '7', supports: true }], verdict: 'supported', evidence: [], repair: null },
      ...{ read: 'full_text', full_text: [{ pmid: '7', ...reading }] },
    },
  ],
  omitted: 0,
};
const stream = [
  ['answer_chunk', { text: 'Nausea occurred in 7.3% with metformin [1].' }],
  ['references', { refs: [reference] }],
  ['trust', { cards: [card] }],
  ['verification', verification],
  ['done', {}],
]
  .map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('');

atPages('the card of a citation supported by a full text', {}, (at) => {
  for (const [language, question, filters, choice, shown] of [
    [
      'en',
      'Does metformin cause nausea?',
      'Filters',
      'Read open-access full texts',
      /Full text read.*Results > Safety Nausea occurred in 7\.3% with metformin\. Full text also read: PMC7 · license: cc by.*Checked: supported by the cited full text/i,
    ],
    [
      'zh',
      '二甲双胍会引起恶心吗？',
      '筛选',
      '查阅开放获取全文',
      /已查阅全文.*Results > Safety Nausea occurred in 7\.3% with metformin\. 同时查阅了全文： PMC7 · 许可： cc by.*已核查：所引全文支持此句/i,
    ],
  ] as const)
    it(`names the full text, and offers to answer without full texts: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      let sent: { full_text?: boolean } = {};
      await page.route('**/ai/api/ask_stream', (route) => {
        sent = route.request().postDataJSON();
        return route.fulfill({ contentType: 'text/event-stream', body: stream });
      });
      await page.locator('#question').fill(question);
      await page.keyboard.press('Enter');
      await page.locator('button.cite').first().click();
      await page.locator('.card .card-verdict').waitFor();
      assert.match((await page.locator('.card').innerText()).replaceAll(/\s+/g, ' '), shown);
      assert.equal(sent.full_text, undefined);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: filters }).click();
      await page.getByLabel(choice).uncheck();
      const again = page.waitForResponse('**/ai/api/ask_stream');
      await page.locator('#question').fill(question);
      await page.locator('#question').press('Enter');
      await again;
      assert.equal(sent.full_text, false);
    });
});
