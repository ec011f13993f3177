import { useEffect, useRef } from 'react';
import { useLanguage } from '../lib/language.tsx';

/** Bar, and its row in the table. `short` is its name if there is little room. */
type Row = { name: string; short?: string; cells: readonly number[] };

type Props = {
  /** Description of the chart for screen readers. */
  label: string;
  /** Column headings of the table: for the names, and for each cell. */
  columns: readonly string[];
  rows: readonly Row[];
  /** Index of the cell that is drawn. */
  drawn?: number;
  tall?: boolean;
};

/** Vertical bars, for counts by year or day, and the same figures as a table. */
export function BarChart({ label, columns, rows, drawn = 0, tall = false }: Props) {
  const { t, number } = useLanguage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const bars = rows.map(({ name, short = name, cells }) => ({ name, short, value: cells[drawn] ?? 0 }));
  const shown = JSON.stringify(bars);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bars are in `shown`
  useEffect(() => {
    let gone = false;
    let takeAway: (() => void) | undefined;
    // The chart library is loaded with the first chart. If that fails, the table remains.
    import('./draw-bars.ts').then(
      ({ drawBars }) => {
        if (!gone && canvas.current) takeAway = drawBars(canvas.current, { bars, scale: tall, number });
      },
      () => {},
    );
    return () => {
      gone = true;
      takeAway?.();
    };
  }, [shown, tall, number]);

  return (
    <figure className={tall ? 'chart chart-tall' : 'chart'}>
      <div className="chart-area">
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <details>
        <summary>{t('View as table', '以表格查看')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
        <section className="table-scroll table-short" tabIndex={0} aria-label={label}>
          <table className="table">
            <thead>
              <tr>
                {columns.map((column, index) => (
                  <th key={column} scope="col" className={index > 0 ? 'number' : ''}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows
                .filter(({ cells }) => cells.some((cell) => cell !== 0))
                .map(({ name, cells }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {cells.map((cell, index) => (
                      <td key={columns[index + 1]} className="number">
                        {number(cell)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** Horizontal bars, for counts by kind, with the figures next to them. */
export function BarList({
  bars,
  label,
}: {
  bars: readonly { label: string; value: number }[];
  label: string;
}) {
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
