import type { FastifyRequest } from 'fastify';
import { type CallDependencies, workOf } from '../../../http/calls/run-call.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { isOutOfScope } from './answer-out-of-scope.ts';

type Asked = Parameters<typeof isOutOfScope>[0];

/** Tells a metered route that a call is free: an out-of-scope request gets a fixed reply and needs no balance. */
export function freeIfOutOfScope<Body extends Asked>(
  services: Pick<AnswerDependencies, 'clock'>,
  dependencies: CallDependencies,
): (asked: Body, request: FastifyRequest) => Promise<boolean> {
  return (asked, request) => {
    const { question, language } = asked;
    return isOutOfScope(
      // A discussion considers its topic alone.
      request.state.mode === 'discussion' ? { question, language } : asked,
      services,
      // The pool's own deadline limits this wait.
      { work: workOf(request, dependencies), signal: new AbortController().signal },
    );
  };
}
