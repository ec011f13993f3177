import type { FastifyRequest } from 'fastify';
import { type CallDependencies, workOf } from '../../../http/calls/run-call.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { isOutOfScope } from './answer-out-of-scope.ts';

type Asked = Parameters<typeof isOutOfScope>[0];

/** Tells a metered route that a call is free: what is no question of medicine gets a fixed reply, and needs no balance. */
export function freeIfOutOfScope<Body extends Asked>(
  services: Pick<AnswerDependencies, 'clock'>,
  dependencies: CallDependencies,
): (asked: Body, request: FastifyRequest) => Promise<boolean> {
  return (asked, request) => {
    const { question, language } = asked;
    return isOutOfScope(
      // A discussion looks at its topic alone.
      request.state.mode === 'discussion' ? { question, language } : asked,
      services,
      // Nobody waits for this longer than the pool's own deadline.
      { work: workOf(request, dependencies), signal: new AbortController().signal },
    );
  };
}
