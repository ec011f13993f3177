import { useId } from 'react';
import { useLanguage } from '../lib/language.tsx';

export type Bar = { label: string; value: number; title?: string };

/** Bars beside each other, for counts by year or day. The figures stand in a table or a list beside it. */
export function BarChart({
  bars,
  label,
  height = 72,
  ticks = 4,
}: {
  bars: readonly Bar[];
  label: string;
  height?: number;
  ticks?: number;
}) {
  const { number } = useLanguage();
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = 100 / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(bars.length / ticks));
  return (
    <figure className="chart" aria-labelledby={id}>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        height={height}
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ label: name, value, title }, index) => {
          const tall = value === 0 ? 0 : Math.max(1.5, (value / most) * (height - 2));
          const gap = Math.min(width * 0.18, 0.9);
          return (
            <rect
              key={name}
              x={index * width + gap}
              y={height - tall}
              width={Math.max(0.2, width - gap * 2)}
              height={tall}
            >
              <title>{title ?? `${name}: ${number(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="chart-axis" aria-hidden="true">
        {bars.map(({ label: name }, index) => (
          <span key={name}>{index % every === 0 ? name : ''}</span>
        ))}
      </div>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
    </figure>
  );
}

/** Bars below each other, for counts by kind. */
export function BarList({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const { number } = useLanguage();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bar-list" aria-label={label}>
      {bars.map(({ label: name, value }) => (
        <li key={name}>
          <span className="bar-name">{name}</span>
          <progress value={value} max={most} aria-hidden="true" />
          <span className="bar-value">{number(value)}</span>
        </li>
      ))}
    </ul>
  );
}
