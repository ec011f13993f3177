import { ServiceError } from '@citewell/core/errors.ts';

/**
 * Returns a value found by its id.
 * @throws 404 if there is none.
 */
export function orNotFound<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new ServiceError('not_found', {
    detail: { en: 'Nothing with this id exists.', zh: '没有此 ID 对应的内容。' },
  });
}
