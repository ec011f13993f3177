import type { TestContext } from 'node:test';
import type { ChatMessage } from '../../llm/prompts/message.ts';

/** Boundary of the data in the prompts of tests. */
export const boundary = '0123456789abcdef';

/**
 * Compares a prompt with its snapshot. Changing a prompt changes behaviour: run `node --test --test-update-snapshots`, and
 * state the improvement.
 */
export function comparePrompt(t: TestContext, messages: readonly ChatMessage[]): void {
  const text = messages
    .map(({ role, text, images = [] }) =>
      [`── ${role} ──`, text, ...images.map(({ mediaType }) => `(${mediaType})`)].join('\n'),
    )
    .join('\n\n');
  t.assert.snapshot(text, { serializers: [(value) => value] });
}
