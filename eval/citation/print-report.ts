import { type FigureRow, formatTable } from '../table.ts';
import { type Estimate, type RateRow, rateNames } from './rates.ts';
import type { CitationReport } from './report.ts';

/** Formats a report as tables: a rate with its 95 % interval, ".03 [.01 .06]". */
export function formatCitationReport(report: CitationReport): string {
  const mistakes = Object.entries(report.mistakes).map(([name, list]) => `${name}: ${list.length}`);
  return [
    formatRates('Twins: one of two sentences is right, no model', report.sets),
    formatRates('The same by kind of difference', report.classes),
    formatRates('Wrong ones by what the abstract does', report.relations, ['wrong_supported', 'wrong_named']),
    ...(report.annotated.length > 0
      ? [
          formatRates('Annotated by others; reported, not tuned for', report.annotated, [
            ...(['wrong_supported', 'true_accused', 'true_supported', 'wrong_named'] as const),
            'balanced_accuracy',
          ]),
          formatRates('Minimal pairs generated from real result sentences', report.pairs),
          formatRates('Twins with a scripted verifier', report.verifiers),
          formatTable(
            'What scripted verifiers could not do',
            report.verifiers.map(({ name, contradictions_supported, negations_supported, failed }) => ({
              name,
              figures: { contradictions_supported, negations_supported, failed },
            })),
          ),
        ]
      : []),
    formatTable(
      'Corrections offered',
      report.corrections.map(({ name, ...figures }) => ({ name, figures })),
    ),
    ...(report.answers.length > 0
      ? [
          formatTable(
            'Twins as sentences of an answer: not sent, and contradicted by the check',
            report.answers.map(({ name, ...figures }) => ({ name, figures })),
          ),
        ]
      : []),
    formatTable('Time of a check, without a model', [{ name: 'milliseconds', figures: report.ms }]),
    `mistakes in sets that may be examined (--json has the sentences): ${mistakes.join(', ')}`,
    ...report.absent.map((set) => `skipped: eval/twins/${set}.jsonl is not here`),
  ].join('\n');
}

/** Formats rows of rates, all or the named ones. */
function formatRates(
  title: string,
  rows: readonly RateRow[],
  names: readonly (typeof rateNames)[number][] = rateNames,
): string {
  const figures = rows.map(
    ({ name, claims, rates }): FigureRow => ({
      name,
      figures: { claims, ...Object.fromEntries(names.map((each) => [each, formatEstimate(rates[each])])) },
    }),
  );
  return formatTable(title, figures);
}

function formatEstimate(estimate: Estimate | undefined): string {
  if (!estimate) return '–';
  const short = (value: number) => value.toFixed(3).replace(/^0(?=\.)/, '');
  return `${short(estimate.value)} [${short(estimate.low)} ${short(estimate.high)}]`;
}
