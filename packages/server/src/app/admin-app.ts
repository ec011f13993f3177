import type { FastifyInstance } from 'fastify';
import { adminSurface } from '../features/admin/admin-api.ts';
import { applicationRoutes } from '../features/admin/routes/applications.ts';
import { auditRoutes } from '../features/admin/routes/audit.ts';
import { callRoutes } from '../features/admin/routes/calls.ts';
import { categoryRoutes } from '../features/admin/routes/categories.ts';
import { healthRoutes } from '../features/admin/routes/health.ts';
import { installationRoute } from '../features/admin/routes/installation.ts';
import { keyRoutes } from '../features/admin/routes/keys.ts';
import { ledgerRoutes } from '../features/admin/routes/ledger.ts';
import { libraryRoutes } from '../features/admin/routes/library.ts';
import { sessionRoutes } from '../features/admin/routes/session.ts';
import { usageRoute } from '../features/admin/routes/usage.ts';
import { installSessionGuard } from '../features/admin/session-guard.ts';
import type { Services } from '../features/services.ts';
import { createSessionCookie } from '../http/guards/session-cookie.ts';
import { openApiRoute } from '../http/openapi/openapi-route.ts';
import { builtPages, operatorPaths, webRoutes } from '../http/pages/built-pages.ts';
import { createBaseApp } from '../http/server/base-app.ts';
import { Drain, type DrainLimits, defaultDrainLimits } from '../http/server/drain.ts';
import { type ServerLimits, serverLimitsOf } from '../http/server/server.ts';
import { readTls } from '../http/server/tls.ts';

export type AdminAppOptions = {
  serverLimits?: Partial<ServerLimits>;
  drainLimits?: Partial<DrainLimits>;
  /** Folder of the built pages; null serves none. */
  webFolder?: string | null;
};

/**
 * Builds the administration on these services, for a separate listener, so that none of it is at the public address. Its `close()`
 * drains: see Drain. Throws ConfigError if the TLS files cannot be read.
 */
export function buildAdminApp(services: Services, options: AdminAppOptions = {}): FastifyInstance {
  const { log, config, administration } = services;
  const drain = new Drain({ ...defaultDrainLimits, ...options.drainLimits });
  const tls = config.tls && readTls(config.tls);
  const app = createBaseApp({
    log,
    failures: services.failures,
    drain,
    serverLimits: serverLimitsOf(config.connectionsPerAddress, options.serverLimits),
    tls,
    trustedProxies: config.trustedProxies,
  });
  const cookie = createSessionCookie(tls !== undefined);
  installSessionGuard(app, { sessions: administration.sessions, cookie, secure: tls !== undefined });
  openApiRoute(app, { path: '/admin/api/openapi.json', surface: adminSurface });
  sessionRoutes(app, services, cookie);
  keyRoutes(app, services);
  callRoutes(app, services);
  applicationRoutes(app, services);
  usageRoute(app, services);
  ledgerRoutes(app, services);
  auditRoutes(app, services);
  libraryRoutes(app, services);
  categoryRoutes(app, services);
  healthRoutes(app, services);
  installationRoute(app, { ...services, guestAccess: services.pageSessions.hasGuest });
  const folder = options.webFolder === undefined ? builtPages : options.webFolder;
  if (folder !== null) webRoutes(app, { folder, page: 'admin.html', paths: operatorPaths });
  return app;
}
