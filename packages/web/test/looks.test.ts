import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, noBrowser, openBrowser, openPage } from './browser.ts';
import { desktop, type Look, lookAt } from './look.ts';
import { type Stand, startStand } from './stand.ts';
import { answered, ask, type Language, locales, signIn, slowly, words } from './visits.ts';

/** Every page in both languages, light and dark, on a phone and a wide screen, as axe sees it. */
const browserPath = findBrowser();

describe('every page', { skip: browserPath ? false : noBrowser }, () => {
  let stand: Stand;
  let browser: Browser;
  before(async () => {
    stand = await startStand();
    browser = await openBrowser(browserPath ?? '');
  });
  after(async () => {
    await browser?.close();
    await stand?.close();
  });

  for (const language of ['en', 'zh'] as const)
    it(`has nothing serious for axe, fits a phone and asks no other host: ${language}`, async () => {
      const { context, page, watch } = await openPage(browser, [stand.url], {
        viewport: desktop,
        locale: locales[language],
      });
      const found: string[] = [];
      await tourPages(page, stand, language, lookAt(page, language, found));
      await context.close();
      assert.deepEqual(found, []);
      assert.deepEqual(watch, { foreign: [], dialogs: [], errors: [] });
    });
});

/** With slips that rules mend. */
const draft = {
  en: 'The patients was treated with 500mg of metformin daily. Body weight fell by 1.9 kg .\n\nWe thank the the nurses.',
  zh: '患者每日接受二甲双胍500mg治疗,血糖明显下降.\n\n感谢护士的的帮助。',
} as const;

async function tourPages(page: Page, stand: Stand, language: Language, look: Look): Promise<void> {
  const say = words[language];
  const open = async (path: string) => {
    await page.goto(stand.url + path);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  };
  await open('/');
  await look('ask-empty');
  await page.getByRole('banner').getByRole('button', { name: say.signIn }).click();
  await page.getByLabel(say.key).waitFor();
  await look('sign-in');
  await signIn(page, stand, language);
  for (const path of ['/usage', '/history', '/search', '/check', '/polish']) {
    await open(path);
    await look(`${path.slice(1)}-empty`);
  }
  await open('/');
  stand.model.setScript(slowly);
  await ask(page, language);
  await page.getByText('word3').waitFor();
  await look('answer-streaming');
  await page.keyboard.press('Escape');
  await page.locator('.note').waitFor();
  await look('answer-stopped');
  stand.model.setScript(undefined);
  await open('/');
  stand.model.setFault('cut', { role: 'write', at: 3 });
  await ask(page, language);
  await page.locator('.note-bad').waitFor({ timeout: 60_000 });
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
  await page.getByRole('main').getByRole('button', { name: say.check, exact: true }).click();
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
  // What the rules mend, where the model cannot be asked, is known.
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
  await page.route('**/ai/api/my_usage?*', () => {});
  await page.goto(`${stand.url}/usage`);
  await page.locator('.skeleton').first().waitFor();
  await look('usage-loading');
  await page.unroute('**/ai/api/my_usage?*');
  await open('/history');
  await look('history');
  await open('/apply');
  await page.getByRole('main').locator('button[type=submit]').click();
  await look('apply');
  await open('/docs');
  await page.locator('.operation summary').first().click();
  await look('docs');
  await open('/about');
  await look('about');
}
