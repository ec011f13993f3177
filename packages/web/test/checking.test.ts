import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CitationCheckResponse } from '@citewell/sdk';
import { atPages } from './at-pages.ts';
import { signIn } from './visits.ts';

atPages('the page of checks', {}, (at) => {
  for (const [language, labels] of [
    [
      'en',
      {
        ...{ sentence: 'Sentence', source: 'Cited article', check: 'Check' },
        found:
          /found in this passage metformin\s+found elsewhere in the abstract adults\s+not stated in the abstract stroke, gout/i,
      },
    ],
    [
      'zh',
      {
        ...{ sentence: '句子', source: '所引文献', check: '核查' },
        found: /该段中有 metformin\s+摘要他处有 adults\s+摘要未说明 stroke、gout/,
      },
    ],
  ] as const)
    it(`lists where each word of an undecided sentence was found: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language, '/check');
      const reply: CitationCheckResponse = {
        ...{ consistent: false, is_review_citation: false, reason: 'Not decided.', deviation_analysis: '' },
        ...{ suggestion: '', pmid: '9900000001', abstract: 'Metformin lowered HbA1c.' },
        verification: {
          ...{
            verdict: 'undetermined',
            evidence: [],
            numbers: [],
            deviations: [],
            confidence: null,
            read: 'abstract',
          },
          method: 'rules',
          parts: [
            { text: 'metformin', found: 'passage' },
            { text: 'stroke', found: null },
            { text: 'gout', found: null },
            { text: 'adults', found: 'elsewhere' },
          ],
        },
      };
      await page.route('**/ai/api/factcheck_verify', (route) => route.fulfill({ json: reply }));
      await page
        .getByLabel(labels.sentence, { exact: true })
        .fill('Metformin prevents stroke and gout in adults.');
      await page.getByLabel(labels.source).fill('9900000001');
      await page.getByRole('main').getByRole('button', { name: labels.check, exact: true }).click();
      await page.locator('.verdict-undetermined').waitFor();
      const shown = await page.locator('.verdict .deviations').innerText();
      assert.match(shown.replaceAll(/\s+/g, ' '), labels.found);
    });

  for (const [language, shown] of [
    [
      'en',
      /Agrees with the full text.*Results > Safety Nausea occurred in 7\.3%\. Full text also read: PMC7 · license: cc by/i,
    ],
    ['zh', /与全文一致.*Results > Safety Nausea occurred in 7\.3%\. 同时查阅了全文： PMC7 · 许可： cc by/i],
  ] as const)
    it(`reports that the full text was read, and shows the supporting sentence: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language, '/check');
      const full = { pmcid: 'PMC7', license: 'cc by', sha256: 'a'.repeat(64) };
      const reply: CitationCheckResponse = {
        ...{
          consistent: true,
          is_review_citation: false,
          reason: 'By the full text.',
          deviation_analysis: '',
        },
        ...{ suggestion: '', pmid: '9900000001', abstract: 'Metformin lowered HbA1c.' },
        verification: {
          ...{ verdict: 'supported', evidence: [], numbers: [], deviations: [], parts: [], confidence: null },
          ...{ method: 'rules', read: 'full_text' },
          full_text: { ...full, section: 'Results > Safety', sentence: 'Nausea occurred in 7.3%.' },
        },
      };
      let sent: { full_text?: boolean } = {};
      await page.route('**/ai/api/factcheck_verify', (route) => {
        sent = route.request().postDataJSON();
        return route.fulfill({ json: reply });
      });
      await page
        .getByLabel(language === 'en' ? 'Sentence' : '句子', { exact: true })
        .fill('Nausea occurred in 7.3%.');
      await page.getByLabel(language === 'en' ? 'Cited article' : '所引文献').fill('9900000001');
      const check = page
        .getByRole('main')
        .getByRole('button', { name: language === 'en' ? 'Check' : '核查', exact: true });
      await check.click();
      await page.locator('.verdict-supported').waitFor();
      assert.match((await page.locator('.verdict').innerText()).replaceAll(/\s+/g, ' '), shown);
      assert.equal(sent.full_text, undefined);
      await page
        .getByLabel(language === 'en' ? /Read the open-access full text/ : /查阅开放获取全文/)
        .uncheck();
      const again = page.waitForResponse('**/ai/api/factcheck_verify');
      await check.click();
      await again;
      assert.equal(sent.full_text, false);
    });
});
