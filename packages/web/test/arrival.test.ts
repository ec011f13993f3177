import assert from 'node:assert/strict';
import { it } from 'node:test';
import { atPages } from './at-pages.ts';
import { answered, ask, signIn } from './visits.ts';

atPages('while an answer arrives', {}, (at) => {
  for (const [language, names] of [
    ['en', { chosen: 'Papers chosen as evidence', cited: 'Sources for this answer' }],
    ['zh', { chosen: '选定的文献', cited: '本回答的文献' }],
  ] as const)
    it(`its papers stand beside it before the first word: ${language}`, async () => {
      const page = await at.visit(language);
      await signIn(page, at.stand, language);
      const writer = Promise.withResolvers<void>();
      at.stand.model.onRequest(({ role }) => (role === 'write' ? writer.promise : undefined));
      try {
        await ask(page, language);
        const chosen = page.getByRole('complementary', { name: names.chosen });
        await chosen.getByRole('listitem').first().waitFor();
        assert.equal(await page.locator('.prose').innerText(), '');
        await page
          .getByRole('status')
          .filter({ hasText: /chosen as evidence|作为依据/ })
          .first()
          .waitFor({ state: 'attached' });
        const papers = await chosen.getByRole('listitem').allInnerTexts();
        writer.resolve();
        await answered(page, language);
        assert.equal(await chosen.count(), 0);
        const cited = page.getByRole('complementary', { name: names.cited }).locator('.source-title');
        for (const title of await cited.allInnerTexts())
          assert.ok(
            papers.some((paper) => paper.includes(title)),
            title,
          );
      } finally {
        at.stand.model.onRequest(undefined);
      }
    });
});
