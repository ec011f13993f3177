import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CitationCheckResponse } from '@citewell/sdk';
import { atPages } from './at-pages.ts';
import { signIn } from './visits.ts';

atPages('at the page of checks', {}, (at) => {
  for (const [language, say] of [
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
      await signIn(page, at.stand, language);
      await page.goto(`${at.stand.url}/check`);
      const reply: CitationCheckResponse = {
        ...{ consistent: false, is_review_citation: false, reason: 'Not decided.', deviation_analysis: '' },
        ...{ suggestion: '', pmid: '9900000001', abstract: 'Metformin lowered HbA1c.' },
        verification: {
          ...{ verdict: 'undetermined', evidence: [], numbers: [], deviations: [], confidence: null },
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
        .getByLabel(say.sentence, { exact: true })
        .fill('Metformin prevents stroke and gout in adults.');
      await page.getByLabel(say.source).fill('9900000001');
      await page.getByRole('main').getByRole('button', { name: say.check, exact: true }).click();
      await page.locator('.verdict-undetermined').waitFor();
      const shown = await page.locator('.verdict .deviations').innerText();
      assert.match(shown.replaceAll(/\s+/g, ' '), say.found);
    });
});
