import type { FastifyInstance } from 'fastify';
import { type Answer, askRoute } from '../features/answers/ask.ts';
import { askStreamRoute } from '../features/answers/ask-stream.ts';
import { applyRoutes } from '../features/applications/apply.ts';
import { avatarChatRoute } from '../features/chat/avatar-chat.ts';
import { factcheckRoute } from '../features/citation-checks/factcheck.ts';
import { factcheckBatchRoute } from '../features/citation-checks/factcheck-batch.ts';
import { webAbstractRoute } from '../features/citation-checks/web-abstract.ts';
import { webDocumentRoute } from '../features/citation-checks/web-document.ts';
import { localSearchRoute } from '../features/library-search/local-search.ts';
import { categoriesRoute } from '../features/lists/categories.ts';
import { personasRoute } from '../features/lists/personas.ts';
import { mcpRoute } from '../features/mcp/mcp-route.ts';
import { chatCompletionsRoute } from '../features/openai-compatible/chat-completions.ts';
import { modelsRoute } from '../features/openai-compatible/models-route.ts';
import { responsesRoute } from '../features/openai-compatible/responses.ts';
import { webServiceRoute } from '../features/pages/web-service.ts';
import { webSessionRoutes } from '../features/pages/web-session.ts';
import { polishRoute } from '../features/polishing/polish-route.ts';
import { expertRoute } from '../features/reviews/expert.ts';
import { expertStreamRoute } from '../features/reviews/expert-stream.ts';
import { discussionHash } from '../features/reviews/gathering/stored-steps.ts';
import { lazyDiscussion } from '../features/reviews/load-reviews.ts';
import type { Services } from '../features/services.ts';
import { usageRoute } from '../features/usage/usage-route.ts';
import { installFormBodies } from '../http/body/form-body.ts';
import { type CallLimits, defaultCallLimits, type StartTimer, startTimer } from '../http/calls/run-call.ts';
import { defaultEventStreamOptions, type EventStreamOptions } from '../http/calls/sse.ts';
import { openApiRoute } from '../http/openapi/openapi-route.ts';
import { browserPaths, builtPages, webRoutes } from '../http/pages/built-pages.ts';
import { pageRoutes } from '../http/pages/page-routes.ts';
import { createBaseApp } from '../http/server/base-app.ts';
import { type CapacityLimits, defaultCapacityLimits } from '../http/server/capacity.ts';
import { Drain, type DrainLimits, defaultDrainLimits } from '../http/server/drain.ts';
import { healthRoutes } from '../http/server/health.ts';
import { type ServerLimits, serverLimitsOf } from '../http/server/server.ts';
import { readTls } from '../http/server/tls.ts';
import { publicSurface } from './public-surface.ts';

/** Options, all with defaults; tests use shorter times. */
export type AppOptions = {
  /** Pipeline of ask and ask_stream; the real one by default. */
  answer?: Answer;
  serverLimits?: Partial<ServerLimits>;
  capacity?: Partial<CapacityLimits>;
  callLimits?: Partial<CallLimits>;
  /** Timer of the deadlines; the real time by default. */
  startTimer?: StartTimer;
  drainLimits?: Partial<DrainLimits>;
  eventStream?: Partial<EventStreamOptions>;
  /** Folder of the built pages; null serves a plain start page instead. */
  webFolder?: string | null;
};

/**
 * Builds the HTTP API on these services, without listening. Its `close()` drains: see Drain.
 * Throws ConfigError if the TLS files cannot be read.
 */
export function buildApp(services: Services, options: AppOptions = {}): FastifyInstance {
  const { log, config } = services;
  const drain = new Drain({ ...defaultDrainLimits, ...options.drainLimits });
  const capacity: CapacityLimits = {
    ...defaultCapacityLimits,
    ...(config.maxCalls !== undefined && { calls: config.maxCalls }),
    callsOfKey: config.keyRunningCalls,
    ...options.capacity,
  };
  const calls = capacity.calls + capacity.lightCalls;
  const serverLimits = serverLimitsOf(config.connectionsPerAddress, options.serverLimits, calls);
  const unready = () => services.dataFiles.filesLostMessage();
  const app = createBaseApp({
    unready,
    log,
    failures: services.failures,
    drain,
    serverLimits,
    capacity,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    tls: config.tls && readTls(config.tls),
  });
  const dependencies = {
    services,
    ...(options.answer && { answer: options.answer }),
    drain,
    failures: services.failures,
    abandoned: services.abandoned,
    limits: { ...defaultCallLimits, ...options.callLimits },
    startTimer: options.startTimer ?? startTimer,
    workers: services.languageWorkers,
  };
  openApiRoute(app, {
    surface: publicSurface,
    choices: () => ({
      categories: [...services.categories.keys()],
      personas: [...services.personas.keys()],
    }),
  });
  healthRoutes(app, drain, () => unready() ?? services.dataFiles.unwritable());
  webSessionRoutes(app, services);
  webServiceRoute(app, services);
  webDocumentRoute(app, services);
  webAbstractRoute(app, services);
  const folder = options.webFolder === undefined ? builtPages : options.webFolder;
  const served = folder !== null && webRoutes(app, { folder, page: 'index.html', paths: browserPaths });
  pageRoutes(app, { start: !served, sources: config.sources });
  askRoute(app, dependencies);
  const eventStream = { ...defaultEventStreamOptions, ...options.eventStream };
  askStreamRoute(app, {
    ...{ ...dependencies, eventStream },
    discussions: { write: lazyDiscussion, requestHash: discussionHash },
  });
  polishRoute(app, { ...dependencies, eventStream });
  avatarChatRoute(app, { ...dependencies, eventStream });
  expertRoute(app, dependencies);
  expertStreamRoute(app, {
    ...dependencies,
    eventStream: { ...defaultEventStreamOptions, ...options.eventStream },
  });
  factcheckRoute(app, dependencies);
  factcheckBatchRoute(app, { ...dependencies, eventStream });
  localSearchRoute(app, dependencies);
  mcpRoute(app, services);
  modelsRoute(app, services);
  chatCompletionsRoute(app, { ...dependencies, eventStream });
  responsesRoute(app, { ...dependencies, eventStream });
  usageRoute(app, services);
  categoriesRoute(app, services);
  personasRoute(app, services);
  installFormBodies(app, serverLimits);
  applyRoutes(app, services);
  return app;
}
