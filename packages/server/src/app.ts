import type { FastifyInstance } from 'fastify';
import { createBareApp } from './http/bare-app.ts';
import type { CapacityLimits } from './http/capacity.ts';
import { Drain, type DrainLimits, defaultDrainLimits } from './http/drain.ts';
import { installFormBodies } from './http/form-body.ts';
import { applyRoutes } from './http/routes/apply.ts';
import { type Answer, askRoute } from './http/routes/ask.ts';
import { askStreamRoute } from './http/routes/ask-stream.ts';
import { healthRoutes } from './http/routes/health.ts';
import { localSearchRoute } from './http/routes/local-search.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { pageRoutes } from './http/routes/pages.ts';
import { usageRoute } from './http/routes/usage.ts';
import { type CallLimits, defaultCallLimits } from './http/run-call.ts';
import { defaultServerLimits, type ServerLimits } from './http/server.ts';
import { defaultEventStreamOptions, type EventStreamOptions } from './http/sse.ts';
import { readTls } from './http/tls.ts';
import type { Services } from './services.ts';

/** All have defaults; tests shorten the waits. */
export type AppOptions = {
  /** The pipeline behind ask and ask_stream; the real one by default. */
  answer?: Answer;
  serverLimits?: Partial<ServerLimits>;
  capacity?: Partial<CapacityLimits>;
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
  const drain = new Drain({ ...defaultDrainLimits, ...options.drainLimits });
  const serverLimits = { ...defaultServerLimits, ...options.serverLimits };
  const app = createBareApp({
    log,
    drain,
    serverLimits,
    capacity: options.capacity,
    trustedProxies: config.trustedProxies,
    tls: config.tls && readTls(config.tls),
  });
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
  localSearchRoute(app, surroundings);
  usageRoute(app, services);
  installFormBodies(app, serverLimits.requestTimeoutMs);
  applyRoutes(app, services);
  return app;
}
