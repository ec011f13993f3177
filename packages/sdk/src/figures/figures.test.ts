import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EffectPlot, PlottedEffect, ReviewFlow } from '../protocol.ts';
import { type Drawing, textWidth } from './drawing.ts';
import { drawFlow } from './flow-diagram.ts';
import { drawForestPlot } from './forest-plot.ts';

const span = (text: string) => ({
  text,
  pmid: '1',
  field: 'abstract' as const,
  start: 0,
  end: text.length,
  sentence: text,
});
const effect = (study: string, value: number, low: number, high: number): PlottedEffect => ({
  ...{ pmid: '1', study, value, low, high, outcome: span('mortality'), comparator: null },
  effect: span(`HR ${value}, 95% CI ${low}-${high}`),
});
const plot: EffectPlot = {
  ...{ heading: 'Mortality: HR', measure: 'HR', kind: 'ratio' },
  studies: [
    effect('Doe J et al. 2021', 0.5, 0.25, 1),
    effect('张三 2020', 2, 1, 4),
    effect('Roe 2019', 1, 0, 900),
  ],
};
const flow: ReviewFlow = {
  ...{
    heading: 'Selection',
    matched: 4868,
    identified: 90,
    duplicates: 10,
    screened: 80,
    ranked_out: 40,
    included: 20,
  },
  excluded: {
    asked: 0,
    years: 5,
    retracted: 1,
    notice: 0,
    no_abstract: 4,
    repeated: 0,
    off_topic: 10,
    other_outcome: 0,
    other_people: 0,
    people_not_stated: 0,
    laboratory: 0,
  },
};

/** Every mark lies within the drawing. */
function assertWithin({ width, height, marks }: Drawing): void {
  for (const mark of marks) {
    const from =
      mark.kind === 'text' && mark.anchor !== 'start'
        ? textWidth(mark.text) / (mark.anchor === 'end' ? 1 : 2)
        : 0;
    const long = mark.kind === 'text' ? textWidth(mark.text) : 0;
    const xs =
      mark.kind === 'line'
        ? [mark.x1, mark.x2]
        : mark.kind === 'box'
          ? [mark.x, mark.x + mark.width]
          : [mark.x - from, mark.x - from + long];
    const ys =
      mark.kind === 'line'
        ? [mark.y1, mark.y2]
        : mark.kind === 'box'
          ? [mark.y, mark.y + mark.height]
          : [mark.y];
    for (const x of xs) assert.ok(x >= -0.5 && x <= width + 0.5, `${JSON.stringify(mark)} ${width}`);
    for (const y of ys) assert.ok(y >= 0 && y <= height, `${JSON.stringify(mark)} ${height}`);
  }
}

describe('a review’s figures', () => {
  for (const language of ['en', 'zh'] as const)
    for (const width of [340, 620]) {
      it(`place equal ratios at equal distances from no effect, in ${language}, ${width} px`, () => {
        const drawing = drawForestPlot(plot, { language, width });
        assertWithin(drawing);
        const points = drawing.marks.flatMap((mark) =>
          mark.kind === 'box' ? [mark.x + mark.width / 2] : [],
        );
        const [none] = drawing.marks.flatMap((mark) =>
          mark.kind === 'line' && mark.dashed ? [mark.x1] : [],
        );
        const [half = 0, twice = 0, one = 0] = points;
        assert.ok(none !== undefined && Math.abs(none - half - (twice - none)) < 0.01);
        assert.ok(Math.abs(one - none) < 0.01);
        const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])).join('\n');
        assert.match(
          texts,
          language === 'en' ? /logarithmic scale; dashed: no effect \(1\)/ : /对数坐标；虚线：无效应（1）/,
        );
        assert.match(drawing.label, /Doe J et al\. 2021: HR 0\.5, 95% CI 0\.25-1/);
      });

      it(`state that nobody screened the records, with consistent counts, in ${language}, ${width} px`, () => {
        const drawing = drawFlow(flow, { language, width });
        assertWithin(drawing);
        const text = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])).join(' ');
        for (const n of [90, 10, 80, 20, 60, 40]) assert.match(text, new RegExp(`n\\s=\\s${n}\\b`));
        assert.match(drawing.label, language === 'en' ? /not screened by anyone/ : /未经任何人筛选/);
        assert.match(
          drawing.label,
          language === 'en' ? /the highest ranked of 4,868 that match/ : /检索共命中 4,868 条/,
        );
        assert.doesNotMatch(drawing.label, /n\s=\s0[)）]/);
      });
    }

  for (const width of [340, 620])
    it(`show figures and study labels in full, and no line crosses them, at ${width} pixels`, () => {
      const sentence =
        'Treatment with statins significantly reduced the risk of all cause mortality (odds ratio 0.88, 95% confidence interval 0.81 to 0.96)';
      const long = 'Hospitalization for heart failure: Eriksson A et al. 2015';
      for (const several_outcomes of [undefined, true] as const) {
        const studies = [
          {
            ...effect(several_outcomes ? long : 'Eriksson A et al. 2015', 0.88, 0.81, 0.96),
            effect: span(sentence),
          },
          effect('Diaz A et al. 2014', 0.8, 0.64, 1.001),
        ];
        const drawing = drawForestPlot(
          { ...plot, ...(several_outcomes && { several_outcomes }), studies },
          { language: 'en', width },
        );
        assertWithin(drawing);
        const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
        const words = texts.map(({ text }) => text);
        for (const wanted of ['0.88 (0.81–0.96)', '0.800 (0.640–1.001)', 'Diaz A et al. 2014'])
          assert.ok(words.includes(wanted), words.join('\n'));
        assert.ok(words.join(' ').includes(several_outcomes ? long : 'Eriksson A et al. 2015'));
        assert.ok(!words.some((text) => text.includes('…')));
        assert.match(drawing.label, /all cause mortality \(odds ratio 0\.88/);
        for (const line of drawing.marks)
          if (line.kind === 'line' && line.dashed)
            for (const { x, y, text, anchor } of texts) {
              const from = x - textWidth(text) * { start: 0, middle: 0.5, end: 1 }[anchor];
              const isAside: boolean = line.x1 < from || line.x1 > from + textWidth(text);
              assert.ok(isAside || line.y2 <= y - 10 || line.y1 >= y + 3, `${text} at ${x}, ${y}`);
            }
      }
    });

  it('show long outcome names if each row has a different one', () => {
    for (const width of [390, 620]) {
      const study = 'Gestational diabetes: Doe J et al. 2021';
      const studies = [effect(study, 0.5, 0.25, 1), effect('Pre-eclampsia: Doe J et al. 2021', 2, 1, 4)];
      const drawing = drawForestPlot({ ...plot, several_outcomes: true, studies }, { language: 'en', width });
      assertWithin(drawing);
      const texts = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
      assert.ok(
        texts.some((text) => text.startsWith('Gestational diabetes')),
        texts.join('\n'),
      );
    }
  });

  it('draw differences on a symmetric scale around 0', () => {
    const differences: EffectPlot = {
      ...{ ...plot, kind: 'difference', measure: 'MD' },
      studies: [effect('A', -2, -4, 0), effect('B', 2, 0.5, 4)],
    };
    const drawing = drawForestPlot(differences, { language: 'en', width: 620 });
    assertWithin(drawing);
    const [left = 0, right = 0] = drawing.marks.flatMap((mark) =>
      mark.kind === 'box' ? [mark.x + 3.5] : [],
    );
    const [none = 0] = drawing.marks.flatMap((mark) =>
      mark.kind === 'line' && mark.dashed ? [mark.x1] : [],
    );
    assert.ok(Math.abs(none - left - (right - none)) < 0.01);
  });
});
