import { type Language, type ReviewFlow, screeningReasons } from '../protocol.ts';
import { type Drawing, drawingLineHeight, type Mark, wrapText } from './drawing.ts';

/** Minimum width at which exclusions are next to their step; in narrower drawings they are below it. */
const sideBySideFrom = 480;
const padding = 10;
const gap = 22;

type Step = { lines: string[]; aside?: string[] };

/**
 * Draws the flow from the records found to the studies included, after the flow diagram of PRISMA 2020 (Page MJ et al.,
 * BMJ 2021;372:n71). Records that were not screened are labeled accordingly.
 * @param options `width` of the drawing in pixels; its height follows from its texts.
 * @example
 * const { figures } = await citewell.review({ question: 'Statins in heart failure', include: ['figures'] });
 * const drawing = figures && drawFlow(figures.flow, { language: 'en', width: 620 });
 * drawing?.width; // 620
 */
export function drawFlow(
  flow: ReviewFlow,
  { language, width }: { language: Language; width: number },
): Drawing {
  const steps = stepsOf(flow, language);
  const isSideBySide = width >= sideBySideFrom;
  const boxWidth = isSideBySide ? width * 0.44 : width - 2;
  const asideLeft = isSideBySide ? width * 0.54 : 28;
  const asideWidth = width - asideLeft - 1;
  const marks: Mark[] = [];
  const box = (lines: readonly string[], x: number, y: number, wide: number): number => {
    const wrapped = lines.flatMap((each, at) =>
      wrapText(each, wide - 2 * padding).map((text) => ({ text, bold: at === 0 })),
    );
    const height = wrapped.length * drawingLineHeight + 2 * padding - 4;
    marks.push({ kind: 'box', x, y, width: wide, height });
    for (const [at, { text, bold }] of wrapped.entries())
      marks.push({
        ...{
          kind: 'text',
          x: x + padding,
          y: y + padding + 9 + at * drawingLineHeight,
          text,
          anchor: 'start',
        },
        ...(bold && { bold: true as const }),
      });
    return height;
  };
  const middle = isSideBySide ? boxWidth / 2 : 14;
  let y = 1;
  for (const [at, { lines, aside }] of steps.entries()) {
    const height = box(lines, 1, y, boxWidth);
    let bottom = y + height;
    let end = bottom;
    if (aside) {
      const top = isSideBySide ? y : bottom + gap / 2;
      end = Math.max(bottom, top + box(aside, asideLeft, top, asideWidth));
      const level = isSideBySide ? y + Math.min(height, end - y) / 2 : top + 16;
      marks.push(...arrow(isSideBySide ? 1 + boxWidth : middle, level, asideLeft, level));
    }
    if (at < steps.length - 1) {
      marks.push(...arrow(middle, bottom, middle, end + gap));
      bottom = end + gap;
    }
    y = at < steps.length - 1 ? bottom : end;
  }
  const described = steps
    .flatMap(({ lines, aside = [] }) => [lines.join(' '), aside.join(', ')])
    .filter(Boolean);
  const label = {
    en: `Flow of records. ${described.join('. ')}`,
    zh: `文献筛选流程图。${described.join('。')}`,
  }[language];
  return { width, height: Math.ceil(y) + 2, label, marks };
}

function arrow(x1: number, y1: number, x2: number, y2: number): Mark[] {
  const isDown = x1 === x2;
  return [
    { kind: 'line', x1, y1, x2, y2 },
    ...[-4, 4].map(
      (rise): Mark => ({
        ...{ kind: 'line', x1: x2, y1: y2 },
        ...(isDown ? { x2: x2 + rise, y2: y2 - 5 } : { x2: x2 - 5, y2: y2 + rise }),
      }),
    ),
  ];
}

function stepsOf(flow: ReviewFlow, language: Language): Step[] {
  const { matched, identified, duplicates, screened, excluded, ranked_out: rankedOut, included } = flow;
  const texts = words[language];
  const left = Object.values(excluded).reduce((sum, n) => sum + n, 0);
  // Records that were ranked out are excluded at a later step.
  const reasons = screeningReasons.flatMap((reason) =>
    reason !== 'ranked_out' && excluded[reason] > 0
      ? [texts.line(texts.reasons[reason], excluded[reason])]
      : [],
  );
  return [
    {
      lines: [
        texts.line(texts.identified, identified),
        ...(matched > identified ? [texts.ofMatched(matched.toLocaleString('en-US'))] : []),
      ],
      aside: [texts.line(texts.duplicates, duplicates)],
    },
    {
      lines: [texts.line(texts.screened, screened), texts.byRules],
      aside: [texts.line(texts.excluded, left), ...reasons],
    },
    {
      lines: [texts.line(texts.onTopic, screened - left)],
      ...(rankedOut > 0 && { aside: [texts.line(texts.rankedOut, rankedOut), texts.byNobody] }),
    },
    { lines: [texts.line(texts.included, included)] },
  ];
}

const words = {
  en: {
    line: (text: string, n: number) => `${text} (n\u00a0=\u00a0${n})`,
    identified: 'Records identified',
    ofMatched: (n: string) => `the highest ranked of ${n} that match the searches; no others were retrieved`,
    duplicates: 'Duplicates removed',
    screened: 'Titles and abstracts assessed',
    byRules: 'by rules; no person read them',
    excluded: 'Records excluded by a rule',
    onTopic: 'Records on the topic',
    rankedOut: 'Records ranked out',
    byNobody: 'on the topic, but beyond the maximum number of references; not screened by anyone',
    included: 'Studies included',
    reasons: {
      asked: 'at the caller’s request',
      years: 'outside the years',
      retracted: 'retracted',
      notice: 'notices of a retraction or correction',
      no_abstract: 'without an abstract',
      repeated: 'duplicates of another record',
      off_topic: 'not recognized as on the topic',
      other_outcome: 'without the outcome named',
      other_people: 'on other people',
      people_not_stated: 'not stating that they studied the population named',
      laboratory: 'laboratory studies, while the topic is about people',
    },
  },
  zh: {
    line: (text: string, n: number) => `${text}（n\u00a0=\u00a0${n}）`,
    identified: '检出记录',
    ofMatched: (n: string) => `检索共命中 ${n} 条，仅查看其中排序最前者`,
    duplicates: '去除重复',
    screened: '评估标题和摘要',
    byRules: '按规则进行，无人工阅读',
    excluded: '按规则排除',
    onTopic: '符合主题的记录',
    rankedOut: '按相关性排序落选',
    byNobody: '符合主题的记录超出参考文献上限；未经任何人筛选',
    included: '纳入研究',
    reasons: {
      asked: '提问者要求排除',
      years: '不在年份范围内',
      retracted: '已撤稿',
      notice: '撤稿或更正通知',
      no_abstract: '无摘要',
      repeated: '与其他记录重复',
      off_topic: '未识别为符合主题',
      other_outcome: '未涉及主题所问结局',
      other_people: '研究人群不符',
      people_not_stated: '未说明研究了主题所指人群',
      laboratory: '实验室研究，而主题针对人',
    },
  },
} as const;
