import { createProviderModel } from '../../llm/provider-model.ts';
import { tokenCounter } from './token-counter.ts';

/** Creates the model of a provider at `baseUrl`, with the service's own time limits. Its caller closes it. */
export function modelAt(baseUrl: string) {
  return createProviderModel({
    config: {
      provider: 'openai-compatible',
      baseUrl,
      apiKey: 'k',
      models: { planner: 'm', writer: 'm', verifier: 'm', vision: undefined },
      firstWordMs: 15_000,
      pauseMs: 10_000,
      contextTokens: 32_000,
    },
    clock: { now: Date.now },
    log: () => {},
    counter: tokenCounter,
  });
}
