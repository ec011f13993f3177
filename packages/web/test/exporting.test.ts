import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { atPages } from './at-pages.ts';
import { answered, ask, readDownload, signIn } from './visits.ts';

/** Reads the page like a reference manager in the browser. */
async function coins(page: Page): Promise<URLSearchParams[]> {
  const titles = await page
    .locator('span.Z3988')
    .evaluateAll((spans) => spans.map((span) => span.getAttribute('title') ?? ''));
  return titles.map((title) => new URLSearchParams(title));
}

atPages('the references of the pages', {}, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`are exported completely, as COinS for Zotero's button, as files, and as a Word document with searches: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      await ask(page, language);
      await answered(page, language);
      const cited = await page.locator('.source').count();
      const spans = await coins(page);
      assert.equal(spans.length, cited);
      for (const span of spans) {
        assert.equal(span.get('ctx_ver'), 'Z39.88-2004');
        assert.match(span.get('rft_id') ?? '', /^info:pmid\/\d+$/);
        assert.ok(span.get('rft.atitle') && span.get('rft.jtitle'));
      }
      assert.ok(
        spans.every((span) => span.get('rft.language')),
        'whole records',
      );

      const save = async (open: () => Promise<void>) => {
        const [download] = await Promise.all([page.waitForEvent('download'), open()]);
        return readDownload(download);
      };
      const ris = await save(async () => {
        await page
          .getByRole('button', { name: language === 'en' ? 'Export references' : '导出文献' })
          .click();
        await page.getByRole('menuitem', { name: 'RIS' }).click();
      });
      for (const tag of ['LA', 'AB', 'AN', 'T2'])
        assert.match(ris.toString(), new RegExp(`^${tag} {2}- `, 'm'), tag);
      const xml = await save(async () => {
        await page
          .getByRole('button', { name: language === 'en' ? 'Export references' : '导出文献' })
          .click();
        await page.getByRole('menuitem', { name: 'EndNote XML' }).click();
      });
      assert.equal(xml.toString().match(/<record>/g)?.length, cited);
      const word = await save(() => page.getByRole('button', { name: 'Word', exact: true }).click());
      assert.equal(word.subarray(0, 2).toString(), 'PK');
    });
});
