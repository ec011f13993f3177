import { ServiceError } from '@citewell/core/errors.ts';

/** What an id led to. Throws 404 where it led nowhere. */
export function found<T>(value: T | undefined): T {
  if (value !== undefined) return value;
  throw new ServiceError('not_found', {
    detail: { en: 'Nothing with this id exists.', zh: '没有此 ID 对应的内容。' },
  });
}
