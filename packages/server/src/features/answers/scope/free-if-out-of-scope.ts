import type { MeteredRequest } from '../../../http/calls/metered-call.ts';
import type { CallDependencies } from '../../../http/calls/run-call.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { withTopicOfHistory } from '../dialogue/discussion-topic.ts';
import { isOutOfScope } from './answer-out-of-scope.ts';

type Asked = Parameters<typeof isOutOfScope>[0];

/** Returns what decides whether a discussion is in scope: its topic alone, its own or that of the history. */
function discussionAsked(body: Asked): Asked {
  const { question, language } = withTopicOfHistory(body);
  return { question, language };
}

/** Tells a metered route that a call is free: an out-of-scope request gets a fixed reply and needs no balance. */
export function freeIfOutOfScope(
  services: Pick<AnswerDependencies, 'clock'>,
  { workers }: CallDependencies,
): (metered: MeteredRequest<Asked>) => Promise<boolean> {
  return ({ body, mode, key }) => {
    return isOutOfScope(
      mode === 'discussion' ? discussionAsked(body) : body,
      services,
      // The pool's own deadline limits this wait.
      { work: workers.workFor(key.id), signal: new AbortController().signal },
    );
  };
}
