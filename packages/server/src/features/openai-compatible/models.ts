import type { Module } from '@citewell/sdk';

/** Models of the OpenAI-compatible endpoint, each with the module a key needs for it. */
export const models = {
  citewell: 'ask_agent',
  'citewell-review': 'expert_agent',
  'citewell-check': 'factcheck',
} as const satisfies Record<string, Module>;

export type ModelId = keyof typeof models;

export const modelIds = Object.keys(models) as [ModelId, ...ModelId[]];
