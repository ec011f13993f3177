import type { Page } from '../../accounting/operator-store.ts';

/** A page of rows that were asked for with one more than it may hold, which tells whether there are others. */
export function page<Item extends { id: string }>(rows: readonly Item[], limit: number): Page<Item> {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? items.at(-1)?.id : undefined };
}
