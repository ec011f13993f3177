import Fastify, { type FastifyInstance } from 'fastify';
import { installAccessLog } from './http/access-log.ts';
import { AllowedMethods } from './http/allowed-methods.ts';
import { Drain, type DrainLimits, defaultDrainLimits } from './http/drain.ts';
import { installFrontDoor } from './http/front-door.ts';
import { installJsonBodies } from './http/json-body.ts';
import { installRawRefusals, newRequestId } from './http/raw-refusals.ts';
import { installRefusals, refuseBadUrl } from './http/refusals.ts';
import { decorateRequests } from './http/request-state.ts';
import { type Answer, askRoute } from './http/routes/ask.ts';
import { askStreamRoute } from './http/routes/ask-stream.ts';
import { healthRoutes } from './http/routes/health.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { pageRoutes } from './http/routes/pages.ts';
import { type CallLimits, defaultCallLimits } from './http/run-call.ts';
import { createServer, defaultServerLimits, type ServerLimits } from './http/server.ts';
import { defaultEventStreamOptions, type EventStreamOptions } from './http/sse.ts';
import { readTls } from './http/tls.ts';
import type { Services } from './services.ts';

/** All have defaults; tests shorten the waits. */
export type AppOptions = {
  /** The pipeline behind ask and ask_stream; the real one by default. */
  answer?: Answer;
  serverLimits?: Partial<ServerLimits>;
  callLimits?: Partial<CallLimits>;
  drainLimits?: Partial<DrainLimits>;
  eventStream?: Partial<EventStreamOptions>;
};

/**
 * The HTTP side over these services, not yet listening. Its `close()` drains: see Drain.
 * Throws ConfigError where the TLS files cannot be read.
 */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const { log, config } = services;
  const serverLimits = { ...defaultServerLimits, ...options.serverLimits };
  const tls = config.tls && readTls(config.tls);
  const drain = new Drain({ ...defaultDrainLimits, ...options.drainLimits });
  const allowedMethods = new AllowedMethods();
  const app = Fastify({
    serverFactory: (handler) => {
      const server = createServer(handler, serverLimits, tls);
      drain.addServer(server);
      installRawRefusals(server, log, allowedMethods);
      return server;
    },
    genReqId: newRequestId,
    frameworkErrors: refuseBadUrl(log),
    // Both are ours: see Drain and installRawRefusals.
    return503OnClosing: false,
    clientErrorHandler: () => {},
  });
  app.addHook('onRoute', ({ method, url }) => allowedMethods.add(method, url));

  decorateRequests(app);
  installAccessLog(app, log);
  installFrontDoor(app, drain);
  installRefusals(app, log, allowedMethods);
  installJsonBodies(app, serverLimits.requestTimeoutMs);

  const surroundings = {
    services,
    ...(options.answer && { answer: options.answer }),
    drain,
    log,
    limits: { ...defaultCallLimits, ...options.callLimits },
  };
  openApiRoute(app);
  healthRoutes(app, drain);
  pageRoutes(app);
  askRoute(app, surroundings);
  askStreamRoute(app, {
    ...surroundings,
    eventStream: { ...defaultEventStreamOptions, ...options.eventStream },
  });
  app.addHook('preClose', () => drain.run());
  return app;
}
