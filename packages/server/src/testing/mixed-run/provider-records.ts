import { promptText } from '@citewell/simulators/llm/llm-injection-victim.ts';
import type { LlmLogEntry } from '@citewell/simulators/llm/llm-simulator.ts';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Usage } from '../../accounting/meter.ts';

/** Record of one request in the provider's own accounts. */
export type ProviderEntry = {
  role: LlmLogEntry['role'];
  /** Usage reported to the caller; undefined if none was. */
  reported: Usage | undefined;
  /**
   * Tokens of the prompt and of the generated text, by a tokenizer; none if the provider failed before it generated
   * anything.
   */
  counted: Usage;
  /** Indicates that the reply was complete. */
  finished: boolean;
};

/** Faults that omit the usage of an otherwise complete reply. */
const wholeWithoutUsage: readonly string[] = ['no-usage', 'open-end'];

/**
 * `stopped`: the call was ended by its caller, its deadline or its balance, so the prompt is charged although the reply was
 * not awaited.
 */
export function providerEntry(entry: LlmLogEntry, { stopped }: { stopped: boolean }): ProviderEntry {
  const { role, sent, fault = '', body } = entry;
  const isRead = sent.text !== '' || (stopped && sent.over === 'left');
  return {
    role,
    reported: sent.usage,
    counted: isRead
      ? { promptTokens: countTokens(promptText(body)), completionTokens: countTokens(sent.text) }
      : { promptTokens: 0, completionTokens: 0 },
    finished: sent.usage !== undefined || wholeWithoutUsage.includes(fault),
  };
}

/** Returns the call's cost by the provider's records: its reported usage, otherwise a tokenizer's count. */
export function trueUsage(entries: readonly ProviderEntry[]): Usage {
  return add(entries.map(({ reported, counted }) => reported ?? counted));
}

export function add(usages: readonly Usage[]): Usage {
  return {
    promptTokens: usages.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: usages.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  };
}

export function totalOf({ promptTokens, completionTokens }: Usage): number {
  return promptTokens + completionTokens;
}
