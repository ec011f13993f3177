import type { FastifyInstance } from 'fastify';
import { engineName } from '../../../llm/model.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { version } from '../../../platform/version.ts';
import type { Services } from '../../services.ts';
import { installationResponse } from '../responses.ts';
import { readRoute } from '../route-options.ts';

/** Adds the route that reports which parts of the installation are configured. It reveals no addresses or secrets. */
export function installationRoute(
  app: FastifyInstance,
  {
    config,
    model,
    library,
    guestAccess,
  }: Pick<Services, 'config' | 'model' | 'library'> & { guestAccess: boolean },
): void {
  app.get('/admin/api/installation', {
    ...readRoute({
      operationId: 'getInstallation',
      summary: 'Report the configuration of the installation and the contents of its library',
      response: { description: 'The installation', json: installationResponse },
    }),
    handler: async () => {
      const { records, demonstration, newest, changedAt, syncedAt, bytes } = await library.stats();
      return {
        version,
        engine: engineName(model),
        model: config.llm?.models.writer ?? null,
        sources: config.sources,
        ncbi_email: config.ncbi.email !== undefined,
        ncbi_api_key: config.ncbi.apiKey !== undefined,
        mail: config.smtp ? 'smtp' : 'console',
        tls: config.tls !== undefined,
        guest_access: guestAccess,
        library_sync: config.librarySync ?? null,
        library: {
          records,
          demonstration,
          bytes,
          newest: newest ?? null,
          changed_at: isoTime(changedAt ?? null),
          synced_at: isoTime(syncedAt ?? null),
        },
      };
    },
  });
}
