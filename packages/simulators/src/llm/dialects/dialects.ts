import { anthropic } from './anthropic.ts';
import { deepSeek } from './deepseek.ts';
import type { Dialect } from './dialect.ts';
import { llamaCpp } from './llama-cpp.ts';
import { lmStudio } from './lm-studio.ts';
import { ollama } from './ollama.ts';
import { openAi } from './openai.ts';
import { qwen, reasoningQwen } from './qwen.ts';
import { earlyVllm, vllm } from './vllm.ts';

/** Servers whose documented protocol is simulated; docs/operator/models.md has a row for each. */
export const dialects = {
  ollama,
  vllm,
  'vllm-early': earlyVllm,
  'llama.cpp': llamaCpp,
  'lm-studio': lmStudio,
  deepseek: deepSeek,
  qwen,
  'qwen-reasoning': reasoningQwen,
  openai: openAi,
  anthropic,
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
