import { createTokenCounter } from '../../llm/tokens/token-count.ts';

/** Token counter of all model engines of a test process: each would load the tokenizer, in half a second of CPU time. */
export const tokenCounter = createTokenCounter();
