import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atPages } from './at-pages.ts';
import { resetPage } from './browser.ts';
import { enterKey, settledCalls, signIn, words } from './visits.ts';

atPages('leaving the pages', {}, (at) => {
  it('ends the remaining checks and their cost', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await page.getByRole('link', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'A paragraph' }).click();
    const claims = Array.from({ length: 101 }, (_, index) => `It fell by ${index}% [PMID: 9900000109].`);
    await page.getByRole('main').locator('textarea').fill(claims.join(' '));
    await page.getByText('the first 100 of 101').waitFor();
    at.stand.model.setScript({ text: 'It does not say.', delayMs: 200 }, 'verify');
    await page.getByRole('button', { name: 'Check 100 citations' }).click();
    await page.getByText(/of 100 checked/).waitFor();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const [record] = await settledCalls(at.stand, 'factcheck_verify');
    assert.equal(record?.outcome, 'client_disconnected');
  });

  for (const language of ['en', 'zh'] as const)
    it(`reports a failed sign-out: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await page.route('**/web/session', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      );
      const signOut = page.getByRole('button', { name: language === 'en' ? 'Sign out' : '退出' });
      await signOut.click();
      await page
        .getByText(language === 'en' ? 'The service could not be reached.' : '无法连接服务。')
        .waitFor();
      assert.ok(await signOut.isVisible());
    });

  it('leaves an empty browser to the next test', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.evaluate(() => localStorage.setItem('left', 'behind'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/web/session', (route) => route.abort());
    await resetPage(page, [at.stand.url, at.stand.adminUrl]);
    await page.goto(at.stand.url);
    await page.getByRole('banner').getByRole('button', { name: words.en.signIn }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('left')), null);
    assert.equal(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), false);
    assert.deepEqual(page.viewportSize(), { width: 1280, height: 720 });
  });

  it('hides the key’s usage from the next user', async () => {
    const page = await at.visit();
    await signIn(page, at.stand, 'en');
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByText('Dr Li, cardiology').nth(1).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The next key's figures do not appear.
    await page.route('**/ai/api/my_usage*', () => {});
    const next = await at.stand.makeKey({ label: 'The next' });
    await enterKey(page, next, 'en');
    await page.getByText('The next').waitFor();
    await page.locator('main .skeleton').waitFor();
    assert.equal(await page.locator('main').getByText('Dr Li, cardiology').count(), 0);
    assert.equal(await page.getByText(words.en.signIn, { exact: true }).count(), 0);
  });
});
