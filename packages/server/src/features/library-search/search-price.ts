import type { RecordedStep, Usage } from '../../accounting/meter.ts';

/** Minimum and maximum charge of a library search, in tokens. */
const chargeMin = 200;
const chargeMax = 500;

/** Usage step of a search: its price is what a model would read of it, within bounds. */
export const searchStep: Omit<RecordedStep, 'usage'> = {
  kind: 'search',
  provider: 'citewell',
  model: 'local-search',
  hold: chargeMax,
};

/** Computes the price of a search from the tokens of its conditions and of the titles returned. */
export function searchUsage(conditionTokens: number, titleTokens: number): Usage {
  const promptTokens = Math.min(Math.ceil(conditionTokens), chargeMax);
  const tokens = Math.min(Math.max(promptTokens + Math.ceil(titleTokens), chargeMin), chargeMax);
  return { promptTokens, completionTokens: tokens - promptTokens };
}
