import assert from 'node:assert/strict';
import { it } from 'node:test';
import { simulatedRecord } from '@citewell/simulators/pubmed/record.ts';
import { readZipEntry } from '../../server/src/platform/zip/zip-reader.ts';
import { atPages } from './at-pages.ts';
import { lookAtBothWidths, readDownload, signIn, widths } from './visits.ts';

/** Effects on outcomes that only one trial each reports. */
const others = [
  ' Stroke was less frequent with zonisamide compared with placebo (HR 0.70, 95% CI 0.60-0.82).',
  ' Falls were more frequent with zonisamide compared with placebo (HR 1.30, 95% CI 1.10-1.54).',
];

/** Trials of one drug with effects on one outcome each. */
const records = [
  ['8801', 'HR 0.66, 95% CI 0.50-0.87', '2019'],
  ['8802', 'HR 1.04, 95% CI 0.90-1.20', '2021'],
  ['8803', 'HR 0.81, 95% CI 0.70-0.94', '2023'],
].map(([pmid = '', effect = '', year = ''], at) =>
  simulatedRecord({
    pmid,
    title: `Zonisamide and mortality in epilepsy: ${['a trial', 'a cohort', 'a registry'][at]}.`,
    authors: [{ lastName: ['Amara', 'Brandt', 'Chen'][at] ?? '', initials: 'A' }],
    journal: { title: 'Journal of epilepsy', abbreviation: 'J Epilepsy' },
    published: { year },
    publicationTypes: ['Journal Article'],
    abstract: [
      { label: 'METHODS', text: `We followed ${240 + at * 61} adults with epilepsy on zonisamide.` },
      {
        label: 'RESULTS',
        text: `Zonisamide changed mortality in epilepsy compared with placebo (${effect}).${others[at] ?? ''}`,
      },
      { label: 'CONCLUSIONS', text: `Zonisamide matters for mortality in epilepsy in ${year}.` },
    ],
  }),
);

const words = {
  en: {
    topic: 'Zonisamide and mortality in epilepsy',
    heading: 'Mortality: HR',
    plot: /^Forest plot\. Mortality/,
    overview: /^Forest plot\. Outcomes/,
  },
  zh: {
    topic: '唑尼沙胺与癫痫患者的死亡率',
    heading: '死亡：HR',
    plot: /^森林图。死亡/,
    overview: /^森林图。各由/,
  },
} as const;

function textOf(texts: Element[]): string {
  return texts.map(({ textContent }) => textContent).join('\n');
}

/** Returns the texts of a drawing that the line of no effect or another text crosses, as the browser lays them out. */
function crossedTexts(drawing: Element): string[] {
  const boxes = (selector: string) =>
    [...drawing.querySelectorAll(selector)].map((each) => [each, each.getBoundingClientRect()] as const);
  const texts = boxes('text');
  return texts
    .filter(([text, one]) =>
      [...boxes('.drawing-none'), ...texts].some(
        ([other, two]) =>
          other !== text &&
          one.left < two.right &&
          two.left < one.right &&
          one.top + 2 < two.bottom &&
          two.top + 2 < one.bottom,
      ),
    )
    .map(([{ textContent }]) => textContent ?? '');
}

atPages('the effects of a review', { records, sources: 'pubmed' }, (at) => {
  for (const language of ['en', 'zh'] as const)
    it(`are a plot above its table, on the page and in Word: ${language}`, async () => {
      const { topic, heading, plot, overview } = words[language];
      const page = await at.visit(language);
      await page.setViewportSize({ width: widths[language], height: 900 });
      await signIn(page, at.stand, language, '/review');
      await page.getByRole('main').locator('textarea').fill(topic);
      await page.getByRole('main').locator('button[type=submit]').click();
      await page.locator('.toolbar .charged').waitFor({ timeout: 60_000 });

      const drawn = page.getByRole('img', { name: plot });
      assert.equal(await drawn.count(), 1);
      assert.match((await drawn.getAttribute('aria-label')) ?? '', /HR 0\.66.*HR 1\.04|HR 1\.04.*HR 0\.66/);
      // Its equivalent: the same effects as the rows of a table below it.
      const table = page.locator('.prose table').filter({ hasText: 'HR 0.66, 95% CI 0.50-0.87' }).last();
      for (const effect of ['HR 0.66', 'HR 1.04', 'HR 0.81'])
        assert.ok((await table.innerText()).includes(effect), effect);
      const all = page.getByRole('img', { name: overview });
      assert.equal(await all.count(), 1);
      assert.match((await all.getAttribute('aria-label')) ?? '', /HR 0\.70.*HR 1\.30|HR 1\.30.*HR 0\.70/);
      assert.match(
        (await all.textContent()) ?? '',
        language === 'en' ? /Stroke: Amara A 2019/ : /卒中：Amara A/,
      );
      await lookAtBothWidths(page, async (width) => {
        for (const figure of [drawn, all]) {
          const frame = await figure.boundingBox();
          assert.ok(frame && frame.x >= 0 && frame.x + frame.width <= width);
          // Figures in full, whatever the width, and nothing crosses them.
          assert.match(await figure.locator('text').evaluateAll(textOf), /\d\.\d\d \(\d\.\d\d–\d\.\d\d\)/);
          assert.deepEqual(await figure.evaluate(crossedTexts), []);
        }
        const [above, below] = [await drawn.boundingBox(), await table.boundingBox()];
        assert.ok(above && below && below.y > above.y);
      });

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Word', exact: true }).click(),
      ]);
      const word = readZipEntry(await readDownload(download), /^word\/document\.xml$/)?.toString() ?? '';
      const from = word.indexOf(heading);
      assert.ok(from > 0);
      const [picture, rows] = [word.indexOf('<w:drawing>', from), word.indexOf('<w:tbl>', from)];
      assert.ok(picture > 0 && rows > picture, 'the picture, then the table');
      assert.ok(word.slice(rows).includes('HR 1.04'));
    });
});
