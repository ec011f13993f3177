import type { FastifyInstance } from 'fastify';
import { orNotFound } from '../../../http/server/or-not-found.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { Services } from '../../services.ts';
import type { DependencyHealth } from '../operations/health.ts';
import { healthResponse, probeResponse } from '../operations-schemas.ts';
import { optionalReasonRequest } from '../requests.ts';
import { readRoute, writeRoute } from '../route-options.ts';

const path = '/admin/api/health';

/** Adds the routes that report the state of sources and models. They reveal no addresses or secrets. */
export function healthRoutes(
  app: FastifyInstance,
  { health, abandoned, failures, dataFiles }: Services,
): void {
  app.get(path, {
    ...readRoute({
      operationId: 'getHealth',
      summary: 'Report the health of sources and models: configuration, last success and failure, latency',
      response: { description: 'As seen by this process since it started', json: healthResponse },
    }),
    handler: async () => ({
      dependencies: health.list().map(dependencyJson),
      abandoned_calls: abandoned.count(),
      internal_errors: failures.count(),
      lost_file: dataFiles.lost() ?? null,
      write_failure: dataFiles.writeFailure() ?? null,
    }),
  });

  writeRoute(app, 'POST', `${path}/:id/probe`, {
    request: optionalReasonRequest,
    operationId: 'probeDependency',
    summary: 'Send a test request to a source or model; model tokens are not charged to any key',
    response: { description: 'The outcome, within seconds', json: probeResponse },
    handler: async (_session, { params }) => {
      const { dependency, probe } = orNotFound(await health.probe(params.id));
      const { failure, durationMs } = probe;
      return { dependency: dependencyJson(dependency), probe: { failure, duration_ms: durationMs } };
    },
  });
}

function dependencyJson({
  lastSuccessAt,
  lastFailureAt,
  lastFailure,
  latencyMs,
  structuredOutput,
  requestsTotal,
  failuresTotal,
  queue,
  ...dependency
}: DependencyHealth) {
  return {
    ...dependency,
    structured_output: structuredOutput,
    ...{ requests_total: requestsTotal, failures_total: failuresTotal },
    queue: queue && { waiting: queue.waiting, wait_ms: queue.waitMs, refused: queue.refused },
    last_success_at: isoTime(lastSuccessAt),
    last_failure_at: isoTime(lastFailureAt),
    last_failure: lastFailure,
    latency_ms: latencyMs,
  };
}
