import type { EffectPlot, Language } from '../protocol.ts';
import { type Drawing, drawingLineHeight, type Mark, textWidth, wrapText } from './drawing.ts';

/** Minimum width at which a study's label is next to its interval; in narrower drawings it is above. */
const sideBySideFrom = 480;
/** Pixels between the label of a row and its interval. */
const gap = 16;
/** Minimum share of a drawing taken by the axis. */
const axisMin = 0.35;
/** Ratios beyond these are drawn at the edge, with an arrow. */
const ratioBounds = [0.01, 100] as const;
const ratioTicks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const half = 3.5;
/** Height of an interval with its space. */
const rowHeight = 24;

/**
 * Draws the effects of several studies as a forest plot: a point and an interval for each, and the line of no effect; ratios on a
 * logarithmic scale. There is no summary estimate, because nothing is pooled.
 * @param options `width` of the drawing in pixels; its height follows from the number of studies.
 * @example
 * const { figures } = await citewell.review({ question: 'Statins in heart failure', include: ['figures'] });
 * const drawings = figures?.plots.map((plot) => drawForestPlot(plot, { language: 'en', width: 620 }));
 * drawings?.every(({ width }) => width === 620); // true
 */
export function drawForestPlot(
  plot: EffectPlot,
  { language, width }: { language: Language; width: number },
): Drawing {
  const widest = (texts: readonly string[]) => Math.max(...texts.map(textWidth));
  const figures = plot.studies.map(figuresOf);
  const figuresWidth = widest(figures);
  const studiesWidth = widest(plot.studies.map(({ study }) => study));
  // Labels with outcome and study do not fit next to the interval; labels that would be broken there are placed above.
  const isSideBySide =
    width >= sideBySideFrom &&
    !plot.several_outcomes &&
    studiesWidth + figuresWidth + 2 * gap <= width * (1 - axisMin);
  const [left, right] = isSideBySide ? [studiesWidth + gap, width - figuresWidth - gap] : [16, width - 16];
  const { position, ticks, none } = scaleOf(plot, left, right);
  const top = 8;
  let bottom = top;
  const marks: Mark[] = [];
  for (const [at, { study, value, low, high }] of plot.studies.entries()) {
    const lines = isSideBySide ? [study] : wrapText(study, width - figuresWidth - gap);
    const rowTop = bottom;
    const textHeight = isSideBySide ? 0 : drawingLineHeight * lines.length + 3;
    bottom += textHeight + rowHeight;
    const y = rowTop + textHeight + rowHeight / 2;
    const textY = isSideBySide ? y + 4 : rowTop + 14;
    // The line of no effect first, behind the interval; it does not cross the text above it.
    const lineTop = rowTop + textHeight;
    marks.push(
      { kind: 'line', x1: position(none), y1: lineTop, x2: position(none), y2: bottom, dashed: true },
      ...lines.map(
        (text, line): Mark => ({
          ...{ kind: 'text', x: 0, y: textY + line * drawingLineHeight, text, anchor: 'start' },
        }),
      ),
      { kind: 'text', x: width, y: textY, text: figures[at] ?? '', anchor: 'end' },
      { kind: 'line', x1: position(low), y1: y, x2: position(high), y2: y },
      {
        kind: 'box',
        x: position(value) - half,
        y: y - half,
        width: 2 * half,
        height: 2 * half,
        filled: true,
      },
    );
    if (isBeyond(plot, low)) marks.push(...arrowHead(left, y, 1));
    if (isBeyond(plot, high)) marks.push(...arrowHead(right, y, -1));
  }
  bottom += 4;
  marks.push(
    { kind: 'line', x1: left, y1: bottom, x2: right, y2: bottom },
    ...ticks.flatMap((tick): Mark[] => [
      { kind: 'line', x1: position(tick), y1: bottom, x2: position(tick), y2: bottom + 4 },
      { kind: 'text', x: position(tick), y: bottom + 17, text: String(tick), anchor: 'middle' },
    ]),
  );
  const scale = {
    en: `${plot.measure}${plot.kind === 'ratio' ? ', logarithmic scale' : ''}; dashed: no effect (${none})`,
    zh: `${plot.measure}${plot.kind === 'ratio' ? '，对数坐标' : ''}；虚线：无效应（${none}）`,
  }[language];
  const scaleWidth = textWidth(scale);
  const middle = Math.min(Math.max((left + right) / 2, scaleWidth / 2), width - scaleWidth / 2);
  marks.push({ kind: 'text', x: middle, y: bottom + 17 + drawingLineHeight, text: scale, anchor: 'middle' });
  const described = plot.studies.map(({ study, effect }) => `${study}: ${effect.text}`).join('; ');
  const label = {
    en: `Forest plot. ${plot.heading}. ${described}`,
    zh: `森林图。${plot.heading}。${described}`,
  }[language];
  return { width, height: bottom + 17 + drawingLineHeight + 8, label, marks };
}

/** Formats an effect as "0.88 (0.81–0.96)": its passage in the record may be a sentence, which is in the text alternative. */
function figuresOf({ value, low, high }: EffectPlot['studies'][number]): string {
  const places = (figure: number) => /\.(\d+)$/.exec(String(figure))?.[1]?.length ?? 0;
  const most = Math.max(...[value, low, high].map(places));
  const [point, from, to] = [value, low, high].map((figure) => figure.toFixed(most).replace('-', '−'));
  // A dash between a minus sign and a number would be read as another one.
  return low < 0 ? `${point} (${from}, ${to})` : `${point} (${from}–${to})`;
}

function isBeyond({ kind }: EffectPlot, value: number): boolean {
  return kind === 'ratio' && (value < ratioBounds[0] || value > ratioBounds[1]);
}

/** Draws the arrowhead of a line that continues to the left (1) or to the right (-1). */
function arrowHead(x: number, y: number, way: 1 | -1): Mark[] {
  return [-4, 4].map((rise) => ({ kind: 'line', x1: x, y1: y, x2: x + 5 * way, y2: y + rise }));
}

function scaleOf({ kind, studies }: EffectPlot, left: number, right: number) {
  const clamp = (value: number) => Math.min(ratioBounds[1], Math.max(ratioBounds[0], value));
  const toAxis = kind === 'ratio' ? (value: number) => Math.log(clamp(value)) : (value: number) => value;
  const none = kind === 'ratio' ? 1 : 0;
  const all = [none, ...studies.flatMap(({ low, high, value }) => [low, high, value])];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const candidates = kind === 'ratio' ? ratioTicks : evenTicks(least, most);
  // From the last tick below all values to the first above, so that no point is on the edge.
  const first = candidates.findLast((tick) => tick <= Math.min(least, none * 0.9)) ?? candidates[0] ?? least;
  const last = candidates.find((tick) => tick >= Math.max(most, none * 1.1)) ?? candidates.at(-1) ?? most;
  const [from, to] = [toAxis(first), toAxis(last)];
  const span = to - from || 1;
  const position = (value: number) =>
    Math.min(right, Math.max(left, left + ((toAxis(value) - from) / span) * (right - left)));
  return { position, none, ticks: candidates.filter((tick) => tick >= first && tick <= last) };
}

/** Returns about five round numbers around the values. */
function evenTicks(least: number, most: number): number[] {
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.floor(least / step);
  const count = Math.ceil(most / step) - first + 1;
  return Array.from({ length: count }, (_, at) => Number(((first + at) * step).toPrecision(6)));
}
