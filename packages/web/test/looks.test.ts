import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { atPages } from './at-pages.ts';
import { type Look, startLooking } from './look.ts';
import type { Stand } from './stand.ts';
import {
  answered,
  ask,
  enterKey,
  type Language,
  openWithin,
  slowly,
  slowlyWritten,
  words,
} from './visits.ts';

atPages('every page', {}, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`passes axe and fits a phone: ${language}`, async () => {
      const page = await at.visit(language);
      const found: string[] = [];
      await tourPages(page, at.stand, language, await startLooking(page, language, found));
      assert.deepEqual(found, []);
    });
});

/** Draft with errors that the rules correct. */
const draft = {
  en: 'The patients was treated with 500mg of metformin daily. Body weight fell by 1.9 kg .\n\nWe thank the the nurses.',
  zh: '患者每日接受二甲双胍500mg治疗,血糖明显下降.\n\n感谢护士的的帮助。',
} as const;

async function tourPages(page: Page, stand: Stand, language: Language, look: Look): Promise<void> {
  const labels = words[language];
  const open = (path: string) => openWithin(page, path);
  await page.goto(stand.url);
  await page.locator('h1').first().waitFor();
  await look('ask-empty');
  await page.getByRole('banner').getByRole('button', { name: labels.signIn }).click();
  await page.getByLabel(labels.key).waitFor();
  await look('sign-in');
  await page.keyboard.press('Escape');
  await enterKey(page, stand.key, language);
  for (const path of ['/usage', '/history', '/search', '/check', '/polish']) {
    await open(path);
    await look(`${path.slice(1)}-empty`);
  }
  await open('/');
  stand.model.setScript(slowly(language));
  await ask(page, language);
  await slowlyWritten(page, language, 3);
  await look('answer-streaming');
  await page.keyboard.press('Escape');
  await page.locator('.note').waitFor();
  await look('answer-stopped');
  await open('/');
  stand.model.setFault('cut', { role: 'write', at: 30 });
  await ask(page, language);
  await page.locator('.note-bad').waitFor({ timeout: 60_000 });
  stand.model.setScript(undefined);
  await look('answer-failed');
  stand.model.clearFaults();
  await open('/');
  await ask(page, language);
  await answered(page, language);
  await look('answer');
  await page.locator('button.cite').first().click();
  await page.locator('.card-abstract mark').first().waitFor();
  await look('citation');
  await page.keyboard.press('Escape');
  await open('/search?title_abstract=metformin&sort=relevance');
  await page.locator('.result').first().waitFor();
  await look('search');
  await open('/search?title_abstract=metformin&title=nonexistentword');
  await page.locator('main .note').waitFor();
  await look('search-none');
  await open('/check');
  await page.getByRole('button', { name: language === 'en' ? 'Show me an example' : '填入示例' }).click();
  await page.getByRole('main').getByRole('button', { name: labels.check, exact: true }).click();
  await page.locator('.verdict').waitFor();
  await look('check');
  await open('/review');
  await look('review-empty');
  await page
    .getByRole('main')
    .locator('textarea')
    .fill(language === 'en' ? 'Metformin in type 2 diabetes' : '二甲双胍治疗2型糖尿病');
  await page.getByRole('main').locator('button[type=submit]').click();
  await page.locator('.charged').waitFor({ timeout: 60_000 });
  await look('review');
  await open('/polish');
  // The rules' corrections, used if the model fails, are known.
  stand.model.setFault('server-error');
  await page.getByRole('main').locator('textarea').fill(draft[language]);
  await page.getByRole('main').locator('button[type=submit]').click();
  await page.locator('.results-head').first().waitFor({ timeout: 60_000 });
  await look('polish');
  stand.model.clearFaults();
  await open('/usage');
  await page.locator('.figure').first().waitFor();
  await page.locator('tr:has(.request-id) button').nth(1).click();
  await page.locator('.call-steps, .steps-row .fine').first().waitFor();
  await look('usage');
  await page.route('**/ai/api/my_usage*', () => {});
  await page.goto(`${stand.url}/usage`);
  await page.locator('.skeleton').first().waitFor();
  await look('usage-loading');
  await page.unroute('**/ai/api/my_usage*');
  await open('/history');
  await look('history');
  await open('/apply');
  await page.getByRole('main').locator('button[type=submit]').click();
  await look('apply');
  await open('/docs');
  await page.locator('.operation summary').first().click();
  await page.locator('.operation-body .fields').first().waitFor();
  await look('docs');
  await open('/about');
  await look('about');
}
