import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { findBrowser, openBrowser, openPage } from './browser.ts';
import { type Stand, startStand } from './stand.ts';
import { answered, ask, type Language, locales, signIn, signInOperator, words } from './visits.ts';

/** Every page in both languages, light and dark, on a phone and a wide screen: pictures to look at, and what axe says. */
const pictures = fileURLToPath(new URL('../../../artefacts/web/', import.meta.url));
const browserPath = findBrowser();
const desktop = { width: 1360, height: 900 };
const phone = { width: 390, height: 844 };

describe('every page', { skip: browserPath ? false : 'there is no browser here' }, () => {
  let stand: Stand;
  let browser: Browser;
  before(async () => {
    mkdirSync(pictures, { recursive: true });
    stand = await startStand();
    browser = await openBrowser(browserPath ?? '');
    await applyTwice(stand);
  });
  after(async () => {
    await browser?.close();
    await stand?.close();
  });

  for (const language of ['en', 'zh'] as const)
    for (const theme of ['light', 'dark'] as const)
      it(`has nothing serious for axe, fits a phone and asks no other host: ${language}, ${theme}`, async () => {
        const origins = [stand.url, stand.adminUrl];
        const { context, page, watch } = await openPage(browser, origins, {
          viewport: desktop,
          locale: locales[language],
          colorScheme: theme,
        });
        const found: string[] = [];
        const look = async (name: string) => {
          for (const violation of await audit(page)) found.push(`${name}: ${violation}`);
          await page.screenshot({ path: `${pictures}${name}-${language}-${theme}-wide.png` });
          await page.setViewportSize(phone);
          // What floats finds its new place a frame later.
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          );
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          if (overflow > 0) found.push(`${name}: ${overflow} px too wide for a phone`);
          await page.screenshot({ path: `${pictures}${name}-${language}-${theme}-phone.png` });
          await page.setViewportSize(desktop);
        };
        await tourPages(page, stand, language, look);
        await tourAdmin(page, stand, language, look);
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

type Look = (name: string) => Promise<void>;

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
  await ask(page, language);
  await answered(page, language);
  await look('answer');
  await page.locator('button.cite').first().click();
  await page.locator('.card').waitFor();
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
  await look('usage');
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

async function tourAdmin(page: Page, stand: Stand, language: Language, look: Look): Promise<void> {
  await page.goto(stand.adminUrl);
  await page.getByLabel(words[language].name).waitFor();
  await look('admin-sign-in');
  await signInOperator(page, stand, language);
  for (const path of ['/', '/applications', '/keys', '/calls', '/books', '/audit', '/mails']) {
    await page.goto(stand.adminUrl + path);
    await page.locator('h1').waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    if (path === '/books') {
      await page.locator('main button[type=submit]').click();
      await page.locator('main .note').waitFor();
    }
    await look(`admin${path.replace('/', '-').replace(/-$/, '')}`);
  }
  await page.goto(`${stand.adminUrl}/keys`);
  await page.locator('.form-row button').click();
  await page.getByRole('dialog').waitFor();
  await look('admin-new-key');
}

async function audit(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async () => {
    const { axe: auditor } = window as unknown as { axe: typeof axe };
    return auditor.run(document, { resultTypes: ['violations'] });
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} at ${nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join('; ')}`,
    );
}

/** One application that waits for the operator, and one that waits for its mail. */
async function applyTwice({ url, mails }: Stand): Promise<void> {
  for (const name of ['Wang Fang', 'Jo Smith']) {
    const body = {
      name,
      email: `${name.replace(' ', '.').toLowerCase()}@hospital.example`,
      organisation: 'University hospital, cardiology',
      purpose:
        'Ward questions in our journal club, about fifty a week, and checking the citations of our review.',
    };
    await fetch(`${url}/apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  const confirmation = () =>
    mails.map((mail) => /\/apply\/confirm\?token=([\w-]+)/.exec(mail)?.[1]).find(Boolean);
  for (let tries = 0; tries < 100 && !confirmation(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await fetch(`${url}/apply/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: confirmation() }),
  });
}
