import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { operatorPaths } from '../../server/src/http/pages/built-pages.ts';
import { atPages } from './at-pages.ts';
import { type Look, startLooking } from './look.ts';
import type { Stand } from './stand.ts';
import { type Language, openWithin, signInOperator, words } from './visits.ts';

atPages('every page of the operator', {}, (at) => {
  before(async () => {
    await applyTwice(at.stand);
    await useKeys(at.stand);
    putFiles(at.stand);
  });

  for (const language of ['en', 'zh'] as const)
    it(`passes axe and fits a phone: ${language}`, async () => {
      const page = await at.visit(language);
      const found: string[] = [];
      await tour(page, at.stand, language, await startLooking(page, language, found));
      assert.deepEqual(found, []);
    });
});

/** Steps on a page before its screenshot. */
const actions: Partial<Record<(typeof operatorPaths)[number], (page: Page) => Promise<void>>> = {
  async '/ledger'(page) {
    await page.locator('main button[type=submit]').click();
    await page.locator('main .note').waitFor();
  },
  async '/health'(page) {
    await page.locator('.test-now button').first().click();
    await page.locator('.said-good').first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.test-now button:disabled').length === 0);
  },
};

async function tour(page: Page, stand: Stand, language: Language, look: Look): Promise<void> {
  const isEnglish = language === 'en';
  const open = (path: string) => openWithin(page, path);
  await page.goto(stand.adminUrl);
  await page.getByLabel(words[language].name).waitFor();
  await look('admin-sign-in');
  await signInOperator(page, stand, language);
  const links = await page
    .locator('header nav a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.deepEqual(links, operatorPaths);
  for (const path of operatorPaths) {
    await open(path);
    await actions[path]?.(page);
    await look(`admin${path.replace('/', '-').replace(/-$/, '')}`);
  }
  await open('/library');
  await page.getByRole('button', { name: isEnglish ? 'Import' : '开始导入' }).click();
  await page.locator('.table-cards tbody tr').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.running-job').length === 0);
  await page.locator('.table-cards details summary').first().click();
  await look('admin-library-jobs');
  await open('/categories');
  await page
    .getByRole('button', { name: isEnglish ? 'Edit …' : '编辑……' })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look('admin-category');
  await open('/keys');
  await page.locator('.list-tools .button').click();
  await page.getByRole('dialog').waitFor();
  await look('admin-new-key');
  await page.keyboard.press('Escape');
  await page.locator('.table-cards a').first().click();
  await page.locator('.key-actions').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.skeleton').length === 0);
  await look('admin-key');
  await open('/audit');
  await page.locator('.table-cards details summary').first().click();
  await look('admin-audit-change');
}

/** A question with each of two keys. */
async function useKeys({ url, key, guestKey }: Stand): Promise<void> {
  for (const used of [key, guestKey, guestKey])
    await fetch(`${url}/ai/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': used },
      body: JSON.stringify({ question: words.en.ask }),
    });
}

function putFiles({ services: { config } }: Stand): void {
  mkdirSync(join(config.libraryIncoming, 'pubmed baseline 2027'), { recursive: true });
  const record = (pmid: number) => `${JSON.stringify({ pmid: String(pmid), title: `Trial ${pmid}` })}\n`;
  const put = (name: string, text: string) => writeFileSync(join(config.libraryIncoming, name), text);
  put('heart-failure.jsonl', record(41_000_001) + record(41_000_002));
  put('心血管文献.nbib', 'PMID- 41000003\nTI  - A trial\n\n');
  put('broken.xml', '<PubmedArticleSet><PubmedArticle>');
}

/** One application waiting for the operator, and one for its e-mail. */
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
