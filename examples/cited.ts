import assert from 'node:assert/strict';
import type { AskResponse } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';

/** The promise every answer keeps: each [n] has its reference, and each reference is cited. */
export function assertCited({ answer, references }: AskResponse): void {
  const ordinals = citedNumbers(answer);
  assert.ok(ordinals.length > 0, 'the answer cites nothing');
  const cited = [...new Set(ordinals)].sort((a, b) => a - b);
  assert.deepEqual(
    cited,
    references.map((_, index) => index + 1),
  );
  for (const { pmid } of references) assert.match(pmid, /^\d+$/);
}
