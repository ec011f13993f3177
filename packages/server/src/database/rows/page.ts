import type { Page } from '../../accounting/operator-store.ts';

/** Creates a page from rows queried with one more than the limit, which shows whether there are others. */
export function page<Item extends { id: string }>(rows: readonly Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)?.id : undefined };
}
