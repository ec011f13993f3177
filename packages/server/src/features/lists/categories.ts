import type { CategoriesResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { categoryJson } from './category-view.ts';
import { categoriesResponse } from './lists-schema.ts';

/** GET /ai/api/categories: the values of `category_id`. Open to any key and free of charge. */
export function categoriesRoute(app: FastifyInstance, { accounts, categories }: Services): void {
  app.get('/ai/api/categories', {
    onRequest: authenticate(accounts),
    config: {
      operation: {
        operationId: 'categories',
        summary: 'List the specialties a question can be restricted to',
        module: 'any',
        response: { description: 'In the order of the operator’s file', json: categoriesResponse },
        errors: unmeteredErrors,
      },
    },
    // Categories can change at run time.
    handler: async (): Promise<CategoriesResponse> => ({
      categories: Array.from(categories.values(), categoryJson),
    }),
  });
}
