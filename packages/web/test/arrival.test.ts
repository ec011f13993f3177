import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import { atPages } from './at-pages.ts';
import { answered, ask, lookAtBothWidths, signIn, widths } from './visits.ts';

atPages('an arriving answer', {}, (at) => {
  for (const [language, names] of [
    ['en', { chosen: 'Papers chosen as evidence', cited: 'Sources for this answer' }],
    ['zh', { chosen: '选定的文献', cited: '本回答的文献' }],
  ] as const)
    it(`shows its papers before the first word: ${language}`, async () => {
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

  for (const [language, labels] of [
    [
      'en',
      {
        link: 'Review',
        topic: 'Metformin in type 2 diabetes',
        held: 'This part is the conclusion',
        abstract: 'You write the frame of a medical review',
        both: /^Writing: Abstract; Conclusion$/,
        early: /Comparison of the studies/,
        waits: /^Sections before these are still being written\./,
        figures: /^(\d+) of \1?\d+ sections done/,
        status: /of \d+ sections done\./,
        writing: /^Writing: Conclusion$/,
        left: /\d+ s so far, about \d+ s left/,
        waiting: /^Waiting for the language model \(\d+ s\)/,
        last: 'Conclusion',
      },
    ],
    [
      'zh',
      {
        link: '综述',
        topic: '二甲双胍治疗2型糖尿病',
        held: '本部分为结论',
        abstract: '你撰写一篇医学综述的框架',
        both: /^正在撰写：摘要；结论$/,
        early: /研究比较/,
        waits: /^以下部分之前还有内容正在撰写/,
        figures: /^已完成 \d+\/\d+ 个部分/,
        status: /已完成 \d+\/\d+ 个部分。/,
        writing: /^正在撰写：结论$/,
        left: /已用 \d+ 秒，约剩 \d+ 秒/,
        waiting: /^正在等待语言模型（\d+ 秒）/,
        last: '结论',
      },
    ],
  ] as const)
    it(`of a review shows its outline, finished sections and progress: ${language}`, async () => {
      const page = await at.visit(language);
      await page.setViewportSize({ width: widths[language], height: 900 });
      await signIn(page, at.stand, language, '/review');
      const [abstract, conclusion] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      at.stand.model.onRequest(({ body }) => {
        const asked = JSON.stringify(body);
        if (asked.includes(labels.abstract)) return abstract.promise;
        return asked.includes(labels.held) ? conclusion.promise : undefined;
      });
      try {
        await page.getByRole('main').locator('textarea').fill(labels.topic);
        await page.getByRole('main').locator('button[type=submit]').press('Enter');
        const bar = page.locator('.writing-bar');
        // Finished sections can be read while the abstract, which comes before them, is being written.
        await bar.getByText(labels.both).waitFor();
        await page.locator('.prose').getByText(labels.waits).waitFor();
        await page.locator('.prose table').first().waitFor();
        assert.match(await page.locator('.prose').innerText(), labels.early);
        assert.match(await page.locator('.cite-early').first().innerText(), /\p{L}.* \d{4}/u);
        assert.ok((await page.locator('.contents li > button').count()) >= 6);
        assert.equal(await page.locator('.prose .cite').count(), 0);
        await lookAtBothWidths(page, async () => {
          assert.ok(await page.locator('.cite-early').first().isVisible());
          assert.ok(await page.locator('.sources .source-title').first().isVisible());
        });
        abstract.resolve();
        await page.locator('.prose .cite').first().waitFor();
        assert.equal(await page.locator('.prose').getByText(labels.waits).count(), 0);
        await bar.getByText(labels.writing).waitFor();
        await bar.getByText(labels.left).waitFor();
        assert.match(await bar.locator('.writing-figures').innerText(), labels.figures);
        // While nothing arrives, the page keeps showing for how long, and that it waits for the model.
        for (const clock of [page.locator('.steps .elapsed'), bar]) {
          const before = await clock.innerText();
          await until(async () => (await clock.innerText()) !== before);
        }
        await page.locator('.steps-now').getByText(labels.waiting).waitFor();
        const { value, max } = await bar
          .locator('progress')
          .evaluate(({ value, max }: HTMLProgressElement) => ({ value, max }));
        assert.equal(value, max - 1);
        await page
          .getByRole('status')
          .filter({ hasText: labels.status })
          .first()
          .waitFor({ state: 'attached' });
        // Finished sections can be visited; pending ones are announced.
        const contents = page.locator('.contents li');
        assert.ok((await contents.locator('button').count()) >= 6);
        assert.match(await contents.last().innerText(), new RegExp(`^${labels.last} …$`));
        await page.locator('.prose table').first().waitFor();
        await page.locator('.sources .source-title').first().waitFor();
        await lookAtBothWidths(page, async () => {
          assert.ok(await bar.getByText(labels.writing).isVisible());
          assert.ok(await contents.last().isVisible());
        });
        conclusion.resolve();
        await page.locator('.charged').waitFor();
        assert.equal(await bar.count(), 0);
        assert.equal(await page.locator('.contents li > button:first-child').last().innerText(), labels.last);
      } finally {
        abstract.resolve();
        conclusion.resolve();
        at.stand.model.onRequest(undefined);
      }
    });
});
