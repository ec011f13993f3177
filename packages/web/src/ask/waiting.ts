import type { Text } from '../lib/language.tsx';
import { sourceLabel } from './labels.ts';
import { isRunning, type Turn } from './turn.ts';

/** Pause in milliseconds after which a reader begins to wonder. */
const noticedMs = 2_000;

/**
 * Names what a silent answer is waiting for and for how long: the sources that have not replied, otherwise the model,
 * which plans, writes or thinks. Undefined while something happens.
 */
export function waitingText(
  turn: Turn,
  { now, hasModel, t }: { /** Epoch milliseconds. */ now: number; hasModel: boolean; t: Text },
): string | undefined {
  const silentMs = now - turn.heardAt;
  if (!isRunning(turn) || silentMs < noticedMs) return undefined;
  const open = turn.steps.filter((step) => step.kind === 'search' && !step.result);
  const tools = open.flatMap((step) => (step.kind === 'search' ? [sourceLabel(step.tool, t)] : []));
  const names = [...new Set(tools)].join(t(' and ', '和'));
  const seconds = Math.floor(silentMs / 1_000);
  if (names !== '') return t(`Waiting for ${names} (${seconds} s)…`, `正在等待 ${names}（${seconds} 秒）……`);
  return hasModel && turn.steps.length > 0
    ? t(`Waiting for the language model (${seconds} s)…`, `正在等待语言模型（${seconds} 秒）……`)
    : t(`Waiting for the service (${seconds} s)…`, `正在等待服务（${seconds} 秒）……`);
}
