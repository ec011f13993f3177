import type { FastifyReply, FastifyRequest } from 'fastify';

/** Guard before the body: returns what it establishes about a request. Throws ServiceError to reject it. */
export type Guard<Established> = (request: FastifyRequest) => Promise<Established>;

/**
 * Returns the options of a route whose handler receives what its guard established. The framework reads the body between
 * the two, so that a rejected request is not read.
 */
export function guarded<Established, Request extends FastifyRequest>(
  guard: Guard<Established>,
  handler: (established: Established, request: Request, reply: FastifyReply) => Promise<unknown>,
) {
  const established = new WeakMap<FastifyRequest, Established>();
  return {
    onRequest: async (request: FastifyRequest) => {
      established.set(request, await guard(request));
    },
    // The framework runs the handler only after the hook, so the value is present.
    handler: (request: Request, reply: FastifyReply) =>
      handler(established.get(request) as Established, request, reply),
  };
}
