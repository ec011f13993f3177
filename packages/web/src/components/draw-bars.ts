import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  Tooltip,
} from 'chart.js';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

type DrawnBar = { name: string; short: string; value: number };

type Drawing = {
  bars: readonly DrawnBar[];
  /** Shows the scale of values next to the bars. */
  scale: boolean;
  number(value: number): string;
};

/** Draws bars on a canvas in the theme's colors. Returns a function that removes them. */
export function drawBars(canvas: HTMLCanvasElement, drawing: Drawing): () => void {
  const chart = new Chart(canvas, configOf(canvas, drawing));
  const repaint = () => chart.update('none');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(repaint);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', repaint);
  return () => {
    dark.removeEventListener('change', repaint);
    chosen.disconnect();
    chart.destroy();
  };
}

function configOf(canvas: HTMLCanvasElement, { bars, scale, number }: Drawing): ChartConfiguration<'bar'> {
  // Read at every painting, since the theme may have changed.
  const bar = () => getComputedStyle(canvas).color;
  const styles = () => getComputedStyle(canvas.closest('figure') ?? canvas);
  const text = () => styles().color;
  const rule = () => styles().borderTopColor;
  const font = { family: getComputedStyle(document.body).fontFamily, size: 11 };
  return {
    type: 'bar',
    data: {
      labels: bars.map(({ short }) => short),
      datasets: [
        {
          // Zero has no bar; a small value among large ones has a short one.
          data: bars.map(({ value }) => (value === 0 ? null : value)),
          backgroundColor: bar,
          borderRadius: 2,
          categoryPercentage: 0.92,
          barPercentage: 0.9,
          maxBarThickness: 36,
          minBarLength: 2,
        },
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { display: false },
          ticks: { color: text, font, maxRotation: 0, autoSkipPadding: 14 },
        },
        y: {
          display: scale,
          beginAtZero: true,
          grid: { color: rule },
          border: { display: false },
          ticks: {
            color: text,
            font,
            maxTicksLimit: 5,
            precision: 0,
            callback: (value) => number(Number(value)),
          },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => bars[item?.dataIndex ?? 0]?.name ?? '',
            label: ({ dataIndex }) => number(bars[dataIndex]?.value ?? 0),
          },
        },
      },
    },
  };
}
