import { type Drawing, drawFlow, drawForestPlot, drawingFontSize, type Mark } from '@citewell/sdk';
import { useLanguage } from '../../lib/language.tsx';
import { useAnswerFacts } from '../answer-context.ts';

/** Width of a drawing in pixels, on a wide page and on a phone. The style sheet shows one of the two. */
const wide = 620;
const narrow = 340;

/** Shows the figure of a review that belongs below a line of its text; nothing below other lines. */
export function FigureUnder({ after }: { after: string }) {
  const { figures, run } = useAnswerFacts();
  const { language: ofPage } = useLanguage();
  if (!figures) return null;
  const language = run?.language ?? ofPage;
  const plot = figures.plots.find(({ heading }) => heading === after);
  const draw =
    after === figures.flow.heading
      ? (width: number) => drawFlow(figures.flow, { language, width })
      : plot && ((width: number) => drawForestPlot(plot, { language, width }));
  if (!draw) return null;
  return (
    <figure className="drawing">
      <DrawingView drawing={draw(wide)} className="drawing-wide" />
      <DrawingView drawing={draw(narrow)} className="drawing-narrow" />
    </figure>
  );
}

function DrawingView({ drawing, className }: { drawing: Drawing; className: string }) {
  const { width, height, label, marks } = drawing;
  return (
    <svg
      className={className}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      style={{ maxWidth: width }}
      fontSize={drawingFontSize}
    >
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no ids
        <MarkView key={at} mark={mark} />
      ))}
    </svg>
  );
}

function MarkView({ mark }: { mark: Mark }) {
  switch (mark.kind) {
    case 'line': {
      const { x1, y1, x2, y2, dashed } = mark;
      return <line {...{ x1, y1, x2, y2 }} className={dashed ? 'drawing-none' : undefined} />;
    }
    case 'box': {
      const { x, y, width, height, filled } = mark;
      return <rect {...{ x, y, width, height }} className={filled ? 'drawing-point' : undefined} />;
    }
    case 'text': {
      const { x, y, text, anchor, bold } = mark;
      return (
        <text x={x} y={y} textAnchor={anchor} fontWeight={bold ? 600 : undefined}>
          {text}
        </text>
      );
    }
  }
}
