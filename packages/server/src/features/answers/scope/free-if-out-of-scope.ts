import type { MeteredRequest } from '../../../http/calls/metered-call.ts';
import type { CallDependencies } from '../../../http/calls/run-call.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { isOutOfScope } from './answer-out-of-scope.ts';

type Asked = Parameters<typeof isOutOfScope>[0];

/** Tells a metered route that a call is free: an out-of-scope request gets a fixed reply and needs no balance. */
export function freeIfOutOfScope(
  services: Pick<AnswerDependencies, 'clock'>,
  { workers }: CallDependencies,
): (metered: MeteredRequest<Asked>) => Promise<boolean> {
  return ({ body, mode, key }) => {
    const { question, language } = body;
    return isOutOfScope(
      // A discussion considers its topic alone.
      mode === 'discussion' ? { question, language } : body,
      services,
      // The pool's own deadline limits this wait.
      { work: workers.workFor(key.id), signal: new AbortController().signal },
    );
  };
}
