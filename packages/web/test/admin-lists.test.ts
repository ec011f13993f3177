import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { atPages } from './at-pages.ts';
import { signInOperator } from './visits.ts';

const go = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).press('Enter');

atPages('the operator’s lists', {}, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`rank the keys by usage, with a link to each: ${language}`, async () => {
      const label = `Ward 9 ${language}`;
      const used = await at.stand.makeKey({ label });
      const asked = await fetch(`${at.stand.url}/ai/api/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': used },
        body: JSON.stringify({ question: 'Does metformin help?' }),
      });
      const charged = Number(asked.headers.get('x-tokens-charged'));
      assert.ok(charged > 0);
      const page = await at.visit(language);
      await signInOperator(page, at.stand, language);
      await go(page, language === 'en' ? 'Usage' : '用量');
      const row = page.locator('.table-cards tr', { hasText: label });
      const figure = new Intl.NumberFormat('en').format(charged);
      assert.equal(await row.locator('td').last().innerText(), figure);
      // The rows of the chart's table add up to the tile.
      await page.locator('.chart summary').press('Enter');
      const cells = await page.locator('.chart td:nth-child(3)').allInnerTexts();
      const sum = cells.reduce((total, cell) => total + Number(cell.replaceAll(',', '')), 0);
      const tile = await page.locator('.tile .figure').nth(2).innerText();
      assert.equal(sum, Number(tile.replaceAll(',', '')));
      await page.getByLabel(language === 'en' ? 'From' : '起').fill('2026-01-01');
      await page.waitForURL('**/usage?from=2026-01-01');
      await page.getByRole('main').getByRole('link', { name: label }).press('Enter');
      await page.getByRole('heading', { name: label }).waitFor();
    });

  it('ignore a page that arrives after the list was filtered', async () => {
    const page = await at.visit('en');
    await signInOperator(page, at.stand, 'en');
    const late = Promise.withResolvers<void>();
    const key = (label: string) => ({
      ...{ id: `key_${label}`, label, owner_email: null, hint: 'cw_', status: 'enabled', expires_at: null },
      ...{ modules: [], daily_quota: null, granted: 0, charged: 0, held: 0, available: 0 },
      created_at: '2026-01-01T00:00:00Z',
    });
    await page.route('**/admin/api/keys?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.has('cursor')) await late.promise;
      const label = searchParams.has('cursor')
        ? 'Too late'
        : searchParams.get('search')
          ? 'Narrowed'
          : 'First';
      await route.fulfill({ json: { keys: [key(label)], next_cursor: label === 'First' ? 'next' : null } });
    });
    await go(page, 'Keys');
    await page.getByRole('link', { name: 'First', exact: true }).waitFor();
    const asked = page.waitForRequest('**/admin/api/keys?*cursor=next*');
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await asked;
    await page.getByRole('searchbox').fill('w');
    await page.getByRole('link', { name: 'Narrowed', exact: true }).waitFor();
    const came = page.waitForResponse('**/admin/api/keys?*cursor=next*');
    late.resolve();
    await (await came).finished();
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    assert.deepEqual(await page.locator('.table-cards tbody th').allInnerTexts(), ['Narrowed']);
  });

  for (const language of ['en', 'zh'] as const)
    it(`report a failed sign-out: ${language}`, async () => {
      const page = await at.visit(language);
      await signInOperator(page, at.stand, language);
      await page.route('**/admin/api/session', (route) => route.abort());
      await page.getByRole('button', { name: language === 'en' ? 'Sign out' : '退出' }).press('Enter');
      await page.getByText(language === 'en' ? 'you are still signed in' : '您仍处于登录状态').waitFor();
      await page.unroute('**/admin/api/session');
      await page.getByRole('button', { name: language === 'en' ? 'Sign out' : '退出' }).press('Enter');
      await page.getByLabel(language === 'en' ? 'Password' : '密码').waitFor();
    });
});
