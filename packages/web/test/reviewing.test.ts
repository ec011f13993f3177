import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import type { Page } from 'playwright-core';
import { type AtPages, atPages } from './at-pages.ts';
import { type Language, lookAtBothWidths, signIn, widths } from './visits.ts';

const words = {
  en: {
    topic: 'Metformin and mortality in type 2 diabetes',
    conclusion: 'This part is the conclusion',
    resume: 'Continue',
    rewrite: /^Rewrite: ./,
    stop: 'Stop',
    filters: 'Filters',
    write: 'Write',
    ask: 'Ask',
    findings: /^Your findings/,
    again: 'Ask again',
    retry: 'Try again',
  },
  zh: {
    topic: '二甲双胍与2型糖尿病患者的死亡率',
    conclusion: '本部分为结论',
    resume: '继续',
    rewrite: /^重写：./,
    stop: '停止',
    filters: '筛选',
    write: '生成',
    ask: '提问',
    findings: /^您的研究结果/,
    again: '重新提问',
    retry: '重试',
  },
} as const;

/** Complete requests that the model has answered, by their body. */
function answered({ stand }: AtPages): string[] {
  return stand.model
    .requests()
    .filter(({ sent }) => sent.usage)
    .map(({ body }) => JSON.stringify(body));
}

async function startReview(page: Page, at: AtPages, language: Language, topic: string): Promise<void> {
  await signIn(page, at.stand, language, '/review');
  await page.getByRole('main').locator('textarea').fill(topic);
  await page.getByRole('main').locator('button[type=submit]').click();
}

/** Returns true if nothing is wider than the page. */
function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

atPages('an interrupted review', {}, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`resumes where it stopped, also after a reload, and rewrites a section: ${language}`, async () => {
      const { topic, conclusion, resume, rewrite } = words[language];
      const page = await at.visit(language);
      await page.setViewportSize({ width: widths[language], height: 900 });
      at.stand.model.clearLog();
      at.stand.model.setFault('server-error', { match: conclusion });
      await startReview(page, at, language, topic);
      const next = page.getByRole('button', { name: resume, exact: true });
      await next.waitFor({ timeout: 60_000 });
      await lookAtBothWidths(page, async () => assert.ok(await next.isVisible()));
      at.takeWatch(page);
      const before = answered(at);
      assert.ok(before.length >= 3);

      at.stand.model.clearFaults();
      await page.reload();
      await next.click();
      await page.locator('.toolbar .charged').waitFor({ timeout: 60_000 });
      assert.equal(await next.count(), 0);
      assert.equal(await page.locator('article.turn').count(), 1);
      const all = answered(at);
      assert.equal(new Set(all).size, all.length, 'no request is made twice');
      assert.ok(all.length > before.length);

      const text = await page.locator('.prose').innerText();
      const again = page.locator('.contents').getByRole('button', { name: rewrite });
      assert.ok((await again.count()) >= 2);
      await again.last().focus();
      await page.keyboard.press('Enter');
      // The page may be busy for less time than a check takes: the model's answer proves that it was.
      await until(async () => answered(at).length > all.length);
      await page.locator('article[aria-busy=false]').waitFor({ timeout: 60_000 });
      assert.equal(answered(at).length, all.length + 1, 'one section, one request');
      assert.equal((await page.locator('.prose').innerText()).length > 0.8 * text.length, true);
      await lookAtBothWidths(page, async () => assert.ok(await again.last().isVisible()));
    });

  // The first test has both languages. The others show their labels in one; asking.test.ts and failures.test.ts show these in
  // the other.
  it('resumes a discussion without writing its finished sections again', async () => {
    const language = 'zh';
    const { topic, conclusion, resume, rewrite, filters, write, ask } = words[language];
    const page = await at.visit(language);
    await page.setViewportSize({ width: 390, height: 900 });
    await signIn(page, at.stand, language);
    at.stand.model.clearLog();
    at.stand.model.setFault('server-error', { match: conclusion });
    await page.getByRole('button', { name: filters }).click();
    await page.getByLabel(write).selectOption('discussion');
    await page.getByRole('main').locator('textarea').first().fill(`${topic} 5`);
    await page.getByRole('button', { name: ask, exact: true }).click();
    const next = page.getByRole('button', { name: resume, exact: true });
    await next.waitFor({ timeout: 60_000 });
    at.takeWatch(page);
    assert.ok(await fits(page));
    const before = answered(at);
    at.stand.model.clearFaults();
    await page.reload();
    await next.click();
    // An interrupted review has text and a charge as well: the model's answer proves that it continues.
    await until(async () => answered(at).length > before.length);
    await page.locator('article[aria-busy=false]').waitFor({ timeout: 60_000 });
    assert.equal(await next.count(), 0);
    assert.equal(await page.locator('article.turn').count(), 1);
    const all = answered(at);
    assert.ok(all.length > before.length);
    assert.equal(new Set(all).size, all.length, 'no request is made twice');
    assert.equal(await page.locator('.contents').getByRole('button', { name: rewrite }).count(), 0);
  });

  it('resumes a discussion only with its findings, which are entered again if not kept', async () => {
    const language = 'zh';
    const { topic, conclusion, resume, filters, write, ask, findings, again } = words[language];
    const page = await at.visit(language);
    await signIn(page, at.stand, language);
    at.stand.model.clearLog();
    at.stand.model.setFault('server-error', { match: conclusion });
    await page.getByRole('button', { name: filters }).click();
    await page.getByLabel(write).selectOption('discussion');
    await page.getByRole('main').locator('textarea').first().fill(`${topic} 9`);
    await page.getByLabel(findings).fill('Mortality was lower (8% versus 12%; P = 0.01).');
    await page.getByRole('button', { name: ask, exact: true }).click();
    const next = page.getByRole('button', { name: resume, exact: true });
    await next.waitFor({ timeout: 60_000 });
    at.takeWatch(page);
    at.stand.model.clearFaults();
    const before = at.stand.model.requests().length;
    await page.reload();
    const once = page.getByRole('button', { name: again, exact: true });
    await once.waitFor();
    assert.equal(await next.count(), 0);
    await once.click();
    assert.equal(await page.locator('#question').inputValue(), `${topic} 9`);
    assert.equal(await page.getByLabel(findings).inputValue(), '');
    assert.equal(at.stand.model.requests().length, before);
  });

  it('is requested anew if its stored reply is lost', async () => {
    const language = 'en';
    const { topic, resume, retry } = words[language];
    const page = await at.visit(language);
    const names: (string | undefined)[] = [];
    await page.route('**/ai/api/expert_stream', async (route) => {
      names.push(route.request().headers()['idempotency-key']);
      if (names.length > 1) return route.continue();
      const json = { error: 'Its reply is no longer stored.', code: 'conflict' };
      await route.fulfill({ status: 409, headers: { 'x-should-retry': 'false' }, json });
    });
    await startReview(page, at, language, `${topic} 8`);
    const anew = page.getByRole('alert').getByRole('button', { name: retry, exact: true });
    await anew.waitFor();
    at.takeWatch(page);
    assert.equal(await page.getByRole('button', { name: resume, exact: true }).count(), 0);
    await anew.click();
    await page.locator('.toolbar .charged').waitFor({ timeout: 60_000 });
    assert.equal(new Set(names).size, 2);
  });

  it('keeps the finished review if a section cannot be rewritten', async () => {
    const language = 'en';
    const { topic, rewrite } = words[language];
    const page = await at.visit(language);
    await startReview(page, at, language, `${topic} 7`);
    await page.locator('.toolbar .charged').waitFor({ timeout: 60_000 });
    const text = await page.locator('.prose').innerText();
    at.stand.model.setFault('server-error');
    await page.locator('.contents').getByRole('button', { name: rewrite }).first().click();
    await page.getByRole('alert').waitFor({ timeout: 60_000 });
    at.stand.model.clearFaults();
    at.takeWatch(page);
    assert.equal(await page.locator('.prose').innerText(), text);
  });
});
