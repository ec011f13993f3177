import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { requireGuard } from '../../http/guards/request-state.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { type ModelsResponse, modelsResponse } from './completion-schema.ts';
import { modelIds, models } from './models.ts';

/** Start of these models in seconds since 1970, which the protocol wants: 2026-01-01. */
const createdAt = 1_767_225_600;

/** GET /v1/models: the models whose module the key has. It costs nothing. */
export function modelsRoute(app: FastifyInstance, { accounts }: Pick<Services, 'accounts'>): void {
  app.get('/v1/models', {
    onRequest: authenticate(accounts),
    config: {
      operation: {
        operationId: 'models',
        summary: 'List the models that the key may use, as OpenAI’s API does',
        module: 'any',
        response: { description: 'The models whose module the key has', json: modelsResponse },
        errors: unmeteredErrors,
      },
    },
    handler: async ({ state }): Promise<ModelsResponse> => {
      const { modules } = requireGuard(state.apiKey, 'authenticate');
      return {
        object: 'list',
        data: modelIds
          .filter((id) => modules.includes(models[id]))
          .map((id) => ({ id, object: 'model', created: createdAt, owned_by: 'citewell' })),
      };
    },
  });
}
