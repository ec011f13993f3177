import type { LocalizedMessage } from '@citewell/core/errors.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { installJsonBodies } from '../body/json-body.ts';
import { installCors } from '../guards/cors.ts';
import { newRequestId } from '../guards/request-id.ts';
import { installUnknownKeys } from '../guards/unknown-keys.ts';
import { installReplySlices } from '../sockets/reply-slices.ts';
import { installSocketErrors, rejectUnknownMethods } from '../sockets/socket-errors.ts';
import { installAccessLog } from './access-log.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { installBaseHooks } from './base-hooks.ts';
import { type CapacityLimits, defaultCapacityLimits, installCapacity } from './capacity.ts';
import type { Drain } from './drain.ts';
import { installErrorHandler, rejectBadUrl } from './error-handler.ts';
import type { RequestFailures } from './request-failures.ts';
import { createServer, type ServerLimits } from './server.ts';
import type { TlsMaterial } from './tls.ts';

export type BaseAppOptions = {
  log: Log;
  failures: RequestFailures;
  drain: Drain;
  serverLimits: ServerLimits;
  capacity?: Partial<CapacityLimits> | undefined;
  tls: TlsMaterial | undefined;
  /** Addresses and networks of proxies that are trusted to state the origin of a request. */
  trustedProxies?: string[];
  /** Origins whose pages may call the API: see installCors. */
  corsOrigins?: readonly string[];
  /** Returns the reason why no request can be served now, if there is one. */
  unready?: () => LocalizedMessage | undefined;
};

/** Compilers of JSON schemas, which no route has. Fastify's own take a twelfth of a start's CPU time to load. */
const noCompilers = {
  buildValidator: () => noSchemas,
  buildSerializer: () => noSchemas,
};

function noSchemas(): never {
  throw new Error('requests are validated with zod, and replies are not compiled');
}

/** Creates the common part of all listeners, without routes. Its `close()` drains: see Drain. */
export function createBaseApp({
  log,
  failures,
  drain,
  serverLimits,
  capacity,
  tls,
  trustedProxies = [],
  corsOrigins = [],
  unready = () => undefined,
}: BaseAppOptions): FastifyInstance {
  const allowedMethods = new AllowedMethods();
  const app = Fastify({
    serverFactory: (handler) => {
      const listener = rejectUnknownMethods(handler, log, allowedMethods);
      const server = createServer(listener, serverLimits, { tls, trustedProxies, log });
      drain.addServer(server);
      installSocketErrors(server, log, allowedMethods);
      return server;
    },
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    genReqId: () => newRequestId(Date.now()),
    frameworkErrors: rejectBadUrl(log),
    schemaController: { compilersFactory: noCompilers },
    // Both are ours: see Drain and installSocketErrors.
    return503OnClosing: false,
    clientErrorHandler: () => {},
  });
  app.addHook('onRoute', ({ method, url }) => allowedMethods.add(method, url));
  installAccessLog(app, log, failures);
  installCors(app, corsOrigins);
  installCapacity(app, { ...defaultCapacityLimits, ...capacity });
  installBaseHooks(app, { drain, unready, secure: tls !== undefined });
  installUnknownKeys(app);
  installErrorHandler(app, failures, allowedMethods);
  installReplySlices(app);
  installJsonBodies(app, serverLimits);
  app.addHook('preClose', () => drain.run());
  return app;
}
