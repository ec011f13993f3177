import type { Language } from '@citewell/sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { languageOf } from '../../../http/guards/language.ts';
import type { Session } from '../../../identity/session.ts';
import { categoryJson } from '../../lists/category-view.ts';
import type { Services } from '../../services.ts';
import type { CategoryEdit, CategoryFile } from '../operations/category-list.ts';
import {
  addCategoryRequest,
  categoryFile,
  removeCategoryRequest,
  replaceCategoryRequest,
} from '../operations-schemas.ts';
import { readRoute, writeRoute } from '../route-options.ts';
import { attributionOf } from '../session-guard.ts';

const path = '/admin/api/categories';
const response = { description: 'The current list and its file', json: categoryFile };

/** Adds the routes for categories, edited in the operator's file; every change takes effect at once. */
export function categoryRoutes(app: FastifyInstance, { categoryList }: Services): void {
  type Edited = FastifyRequest<{ Body: { version: string; reason?: string } }>;
  const edit = async (session: Session, request: Edited, wish: CategoryEdit) =>
    fileJson(
      await categoryList.edit(wish, request.body, attributionOf(session, request, request.body.reason)),
      languageOf(request),
    );

  app.get(path, {
    ...readRoute({ operationId: 'getCategories', summary: 'Get the categories and their file', response }),
    handler: async (request) => fileJson(await categoryList.read(), languageOf(request)),
  });

  writeRoute(app, 'POST', path, {
    request: addCategoryRequest,
    operationId: 'addCategory',
    summary: 'Add a category at the end of the list',
    response,
    handler: async (session, request) => {
      const { id, name, pubmed_filter: pubmed, library_terms: terms } = request.body;
      return edit(session, request, { add: { id, name, pubmed, terms } });
    },
  });

  writeRoute(app, 'PUT', `${path}/:id`, {
    request: replaceCategoryRequest,
    operationId: 'replaceCategory',
    summary: 'Update a category; its id cannot change',
    response,
    handler: async (session, request) => {
      const { name, pubmed_filter: pubmed, library_terms: terms } = request.body;
      return edit(session, request, { id: request.params.id, replaceBy: { name, pubmed, terms } });
    },
  });

  writeRoute(app, 'POST', `${path}/:id/remove`, {
    request: removeCategoryRequest,
    operationId: 'removeCategory',
    summary: 'Remove a category; questions that name it are rejected from then on',
    response,
    handler: async (session, request) => edit(session, request, { id: request.params.id, remove: true }),
  });
}

function fileJson(
  { categories, version, path: file, isDefault, problems }: CategoryFile,
  language: Language,
) {
  return {
    ...{ path: file, version, is_default: isDefault },
    problems: problems.map((problem) => problem[language]),
    categories: categories.map(categoryJson),
  };
}
