import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../../http/guards/language.ts';
import { orNotFound } from '../../../http/server/or-not-found.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { Services } from '../../services.ts';
import { listIncoming } from '../operations/incoming-folder.ts';
import type { LibraryJob } from '../operations/library-job.ts';
import { jobList, jobRequest, jobResponse, libraryResponse } from '../operations-schemas.ts';
import { optionalReasonRequest } from '../requests.ts';
import { type ById, readRoute, writeRoute } from '../route-options.ts';
import { attributionOf } from '../session-guard.ts';

const path = '/admin/api/library';

/** Adds the routes for the library's contents, the incoming files and the jobs. */
export function libraryRoutes(app: FastifyInstance, { config, library, libraryJobs }: Services): void {
  app.get(path, {
    ...readRoute({
      operationId: 'getLibrary',
      summary: 'Report the contents of the library, its sync schedule and the files ready to import',
      response: { description: 'The library', json: libraryResponse },
    }),
    handler: async () => {
      const [stats, incoming] = await Promise.all([library.stats(), listIncoming(config.libraryIncoming)]);
      const { records, newest = null, changedAt = null, syncedAt = null, bytes, segments } = stats;
      const { folder, exists, entries, hasMore } = incoming;
      return {
        ...{ records, newest, bytes, segments },
        changed_at: isoTime(changedAt),
        synced_at: isoTime(syncedAt),
        sync: { schedule: config.librarySync ?? null, next_at: isoTime(libraryJobs.nextSyncAt()) },
        incoming: { folder, exists, entries, has_more: hasMore },
      };
    },
  });

  app.get(`${path}/jobs`, {
    ...readRoute({
      operationId: 'listLibraryJobs',
      summary: 'List library jobs, newest first, including the running one',
      response: { description: 'The jobs', json: jobList },
    }),
    handler: async () => ({ jobs: (await libraryJobs.list()).map(jobJson) }),
  });

  app.get<ById>(`${path}/jobs/:id`, {
    ...readRoute({
      operationId: 'getLibraryJob',
      summary: 'Get a job of this process with its progress',
      response: { description: 'The job', json: jobResponse },
    }),
    handler: async ({ params }) => jobJson(orNotFound(libraryJobs.find(params.id))),
  });

  writeRoute(app, 'POST', `${path}/jobs`, {
    request: jobRequest,
    operationId: 'startLibraryJob',
    summary: 'Start a background job: import files, sync, verify or compact; one at a time',
    response: { description: 'The job', json: jobResponse },
    handler: async (session, request) => {
      const { kind, path, dry_run: dryRun, reason } = request.body;
      const wish = { kind, path, dryRun, language: languageOf(request) };
      return jobJson(await libraryJobs.start(wish, attributionOf(session, request, reason)));
    },
  });

  writeRoute(app, 'POST', `${path}/jobs/:id/cancel`, {
    request: optionalReasonRequest,
    operationId: 'cancelLibraryJob',
    summary: 'Stop a job after the current batch; imported records are kept',
    response: { description: 'The job, which will end shortly', json: jobResponse },
    handler: async (session, request) =>
      jobJson(libraryJobs.cancel(request.params.id, attributionOf(session, request, request.body.reason))),
  });
}

function jobJson({ startedAt, endedAt, dryRun, progress, ...job }: LibraryJob) {
  const { id, kind, path, actor, state, counts, problems } = job;
  return {
    ...{ id, kind, path, dry_run: dryRun, actor, state },
    started_at: isoTime(startedAt),
    ended_at: isoTime(endedAt),
    progress: progress && progressJson(progress),
    ...{ counts, problems },
  };
}

function progressJson({ secondsLeft, ...progress }: NonNullable<LibraryJob['progress']>) {
  return { ...progress, seconds_left: secondsLeft };
}
