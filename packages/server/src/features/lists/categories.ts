import type { CategoriesResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { unmeteredErrors } from '../../http/openapi/operation.ts';
import type { Services } from '../services.ts';
import { categoryJson } from './category-view.ts';
import { categoriesResponse } from './lists-schema.ts';

/** GET /ai/api/categories: the values of `category_id`. Open to any key and free of charge. */
export function categoriesRoute(app: FastifyInstance, { accounts, categories }: Services): void {
  app.get('/ai/api/categories', {
    // Categories can change at run time.
    ...guarded(
      authenticate(accounts),
      async (): Promise<CategoriesResponse> => ({
        categories: Array.from(categories.values(), categoryJson),
      }),
    ),
    config: {
      operation: {
        operationId: 'categories',
        summary: 'List the specialties a question can be restricted to',
        module: 'any',
        response: { description: 'In the order of the operator’s file', json: categoriesResponse },
        errors: unmeteredErrors,
      },
    },
  });
}
