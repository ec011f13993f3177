import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { requireGuard } from '../../http/guards/request-state.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { type Model, type ModelsResponse, modelEntry, modelsResponse } from './completion-schema.ts';
import { type ModelId, modelIds, models } from './models.ts';

/** Creation time of the models in seconds since 1970, which the protocol requires: 2026-01-01. */
const createdAt = 1_767_225_600;

/** GET /v1/models and /v1/models/{model}: the models whose module the key has, free of charge. */
export function modelsRoute(app: FastifyInstance, { accounts }: Pick<Services, 'accounts'>): void {
  app.get('/v1/models', {
    onRequest: authenticate(accounts),
    config: {
      operation: {
        operationId: 'models',
        summary: 'List the models that the key may use, in the format of OpenAI’s API',
        module: 'any',
        response: { description: 'The models that the key’s modules permit', json: modelsResponse },
        errors: unmeteredErrors,
      },
    },
    handler: async ({ state }): Promise<ModelsResponse> => {
      const { modules } = requireGuard(state.apiKey, 'authenticate');
      return {
        object: 'list',
        data: modelIds.filter((id) => modules.includes(models[id])).map(entryOf),
      };
    },
  });
  app.get<{ Params: { model: string } }>('/v1/models/:model', {
    onRequest: authenticate(accounts),
    config: {
      operation: {
        operationId: 'model',
        summary: 'Get one of the models that the key may use, in the format of OpenAI’s API',
        module: 'any',
        response: { description: 'The model', json: modelEntry },
        errors: [...unmeteredErrors, 'not_found'],
      },
    },
    handler: async ({ state, params }): Promise<Model> => {
      const { modules } = requireGuard(state.apiKey, 'authenticate');
      const id = modelIds.find((each) => each === params.model);
      if (id && modules.includes(models[id])) return entryOf(id);
      const known = modelIds.filter((each) => modules.includes(models[each])).join(', ');
      throw new ServiceError('not_found', {
        detail: {
          en: `This key has no such model. Available: ${known}.`,
          zh: `此密钥没有该模型，可用：${known}。`,
        },
      });
    },
  });
}

const entryOf = (id: ModelId): Model => ({ id, object: 'model', created: createdAt, owned_by: 'citewell' });
