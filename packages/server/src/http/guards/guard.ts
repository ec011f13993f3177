import type { FastifyReply, FastifyRequest } from 'fastify';

/** Guard before the body: returns what it establishes about a request. Throws ServiceError to reject it. */
export type Guard<Established> = (request: FastifyRequest) => Promise<Established>;

/** Result of the guard that each request has passed. */
const establishedFor = new WeakMap<FastifyRequest, unknown>();

/** Returns the hook that runs a guard before the body is read, so that the body of a rejected request is not read. */
export function guardHook(guard: Guard<unknown>) {
  return async (request: FastifyRequest): Promise<void> => {
    establishedFor.set(request, await guard(request));
  };
}

/** Returns a route handler that receives what the guard of its route, or of all routes of its app, established. */
export function withEstablished<Established, Request extends FastifyRequest>(
  handler: (established: Established, request: Request, reply: FastifyReply) => Promise<unknown>,
) {
  // The framework runs the handler only after the hook, so the value is present.
  return (request: Request, reply: FastifyReply) =>
    handler(establishedFor.get(request) as Established, request, reply);
}

/** Returns the options of a route whose handler receives what its guard established. */
export function guarded<Established, Request extends FastifyRequest>(
  guard: Guard<Established>,
  handler: (established: Established, request: Request, reply: FastifyReply) => Promise<unknown>,
) {
  return { onRequest: guardHook(guard), handler: withEstablished(handler) };
}
