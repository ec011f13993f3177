import type { FastifyInstance } from 'fastify';
import { createBareApp } from './http/bare-app.ts';
import type { CapacityLimits } from './http/capacity.ts';
import { Drain, type DrainLimits, defaultDrainLimits } from './http/drain.ts';
import { installFormBodies } from './http/form-body.ts';
import { applyRoutes } from './http/routes/apply.ts';
import { type Answer, askRoute } from './http/routes/ask.ts';
import { askStreamRoute } from './http/routes/ask-stream.ts';
import { avatarChatRoute } from './http/routes/avatar-chat.ts';
import { categoriesRoute } from './http/routes/categories.ts';
import { expertRoute } from './http/routes/expert.ts';
import { expertStreamRoute } from './http/routes/expert-stream.ts';
import { factcheckRoute } from './http/routes/factcheck.ts';
import { factcheckBatchRoute } from './http/routes/factcheck-batch.ts';
import { healthRoutes } from './http/routes/health.ts';
import { localSearchRoute } from './http/routes/local-search.ts';
import { openApiRoute } from './http/routes/openapi.ts';
import { pageRoutes } from './http/routes/pages.ts';
import { personasRoute } from './http/routes/personas.ts';
import { polishRoute } from './http/routes/polish.ts';
import { usageRoute } from './http/routes/usage.ts';
import { builtPages, personPaths, webRoutes } from './http/routes/web.ts';
import { webAbstractRoute } from './http/routes/web-abstract.ts';
import { webDocumentRoute } from './http/routes/web-document.ts';
import { webServiceRoute } from './http/routes/web-service.ts';
import { webSessionRoutes } from './http/routes/web-session.ts';
import { type CallLimits, defaultCallLimits } from './http/run-call.ts';
import { type ServerLimits, serverLimitsOf } from './http/server.ts';
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
  /** Where the built pages are; null: a plain start page is served instead of them. */
  webFolder?: string | null;
};

/**
 * The HTTP side over these services, not yet listening. Its `close()` drains: see Drain.
 * Throws ConfigError where the TLS files cannot be read.
 */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const { log, config } = services;
  const drain = new Drain({ ...defaultDrainLimits, ...options.drainLimits });
  const serverLimits = serverLimitsOf(config.connectionsPerAddress, options.serverLimits);
  const unready = () => services.dataFiles.refusal();
  const app = createBareApp({
    unready,
    log,
    drain,
    serverLimits,
    capacity: { callsOfKey: config.keyRunningCalls, ...options.capacity },
    trustedProxies: config.trustedProxies,
    tls: config.tls && readTls(config.tls),
  });
  const surroundings = {
    services,
    ...(options.answer && { answer: options.answer }),
    drain,
    log,
    abandoned: services.abandoned,
    limits: { ...defaultCallLimits, ...options.callLimits },
    workers: services.languageWorkers,
  };
  openApiRoute(app, {
    choices: () => ({
      categories: [...services.categories.keys()],
      personas: [...services.personas.keys()],
    }),
  });
  healthRoutes(app, drain, unready);
  webSessionRoutes(app, services);
  webServiceRoute(app, services);
  webDocumentRoute(app, services);
  webAbstractRoute(app, services);
  const folder = options.webFolder === undefined ? builtPages : options.webFolder;
  const served = folder !== null && webRoutes(app, { folder, page: 'index.html', paths: personPaths });
  pageRoutes(app, { start: !served });
  askRoute(app, surroundings);
  const eventStream = { ...defaultEventStreamOptions, ...options.eventStream };
  askStreamRoute(app, { ...surroundings, eventStream });
  polishRoute(app, { ...surroundings, eventStream });
  avatarChatRoute(app, { ...surroundings, eventStream });
  expertRoute(app, surroundings);
  expertStreamRoute(app, {
    ...surroundings,
    eventStream: { ...defaultEventStreamOptions, ...options.eventStream },
  });
  factcheckRoute(app, surroundings);
  factcheckBatchRoute(app, { ...surroundings, eventStream });
  localSearchRoute(app, surroundings);
  usageRoute(app, services);
  categoriesRoute(app, services);
  personasRoute(app, services);
  installFormBodies(app, serverLimits);
  applyRoutes(app, services);
  return app;
}
