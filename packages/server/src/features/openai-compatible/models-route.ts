import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { type Model, type ModelsResponse, modelEntry, modelsResponse } from './completion-schema.ts';
import { type ModelId, modelIds, models } from './models.ts';

/** Creation time of the models in seconds since 1970, which the protocol requires: 2026-01-01. */
const createdAt = 1_767_225_600;

/** GET /v1/models and /v1/models/{model}: the models whose module the key has, free of charge. */
export function modelsRoute(app: FastifyInstance, { accounts }: Pick<Services, 'accounts'>): void {
  const identify = authenticate(accounts);
  app.get('/v1/models', {
    ...guarded(
      identify,
      async ({ key }): Promise<ModelsResponse> => ({
        object: 'list',
        data: modelIds.filter((id) => key.modules.includes(models[id])).map(entryOf),
      }),
    ),
    config: {
      operation: {
        operationId: 'models',
        summary: 'List the models that the key may use, in the format of OpenAI’s API',
        module: 'any',
        response: { description: 'The models that the key’s modules permit', json: modelsResponse },
        errors: unmeteredErrors,
      },
    },
  });
  app.get<{ Params: { model: string } }>('/v1/models/:model', {
    ...guarded(identify, async ({ key }, { params }: ByModel): Promise<Model> => {
      const id = modelIds.find((each) => each === params.model);
      if (id && key.modules.includes(models[id])) return entryOf(id);
      const known = modelIds.filter((each) => key.modules.includes(models[each])).join(', ');
      throw new ServiceError('not_found', {
        detail: {
          en: `This key has no such model. Available: ${known}.`,
          zh: `此密钥没有该模型，可用：${known}。`,
        },
      });
    }),
    config: {
      operation: {
        operationId: 'model',
        summary: 'Get one of the models that the key may use, in the format of OpenAI’s API',
        module: 'any',
        response: { description: 'The model', json: modelEntry },
        errors: [...unmeteredErrors, 'not_found'],
      },
    },
  });
}

type ByModel = FastifyRequest<{ Params: { model: string } }>;

const entryOf = (id: ModelId): Model => ({ id, object: 'model', created: createdAt, owned_by: 'citewell' });
