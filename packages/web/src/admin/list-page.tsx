import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Loading, Page } from '../components/common.tsx';
import { useText } from '../lib/language.tsx';
import { navigate, useRoute } from '../lib/route.tsx';
import { messageOf, useOperator } from './common.tsx';

/** Paginated list; `reload` starts it again. */
export type List<Item> = {
  items: Item[] | undefined;
  error: string | undefined;
  /** Loads the next page; undefined at the end of the list. */
  more: (() => void) | undefined;
  reload(): void;
};

type Reply<Item> = { next_cursor: string | null } & Record<string, Item[] | string | null>;

/** `name`: field of the reply that contains the items. */
export function useList<Item>(path: string, name: string, filters: Record<string, string> = {}): List<Item> {
  const { client } = useOperator();
  const t = useText();
  const [items, setItems] = useState<Item[]>();
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [version, setVersion] = useState(0);
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  const address = `${path}?${new URLSearchParams(given)}`;

  const fetchPage = useCallback(
    async (cursor: string | null) => {
      const reply = await client.get<Reply<Item>>(
        cursor ? `${address}&cursor=${encodeURIComponent(cursor)}` : address,
      );
      return { page: reply[name] as Item[], after: reply.next_cursor };
    },
    [client, address, name],
  );
  const fail = (failure: unknown) =>
    setError(messageOf(failure, t('The service could not be reached.', '无法连接服务。')));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language needs no new request
  useEffect(() => {
    let current = true;
    fetchPage(null).then(
      ({ page, after }) => {
        if (!current) return;
        setItems(page);
        setNext(after);
        setError(undefined);
      },
      (failure) => current && fail(failure),
    );
    return () => {
      current = false;
    };
  }, [fetchPage, version]);

  // A page that was requested before the list was filtered or reloaded arrives too late.
  const shown = useRef(items);
  shown.current = items;
  const more = () =>
    void fetchPage(next).then(({ page, after }) => {
      if (shown.current !== items) return;
      setItems([...(items ?? []), ...page]);
      setNext(after);
    }, fail);
  const reload = useCallback(() => setVersion((before) => before + 1), []);
  return { items, error, more: next === null ? undefined : more, reload };
}

/** Reads and sets a filter of a list in the address, so that reloads and links preserve it. */
export function useFilter(name: string): [value: string, set: (value: string) => void] {
  const { path, query } = useRoute();
  const value = query.get(name) ?? '';
  return [
    value,
    (chosen) => {
      const changed = new URLSearchParams(query);
      if (chosen === '') changed.delete(name);
      else changed.set(name, chosen);
      navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
    },
  ];
}

export function FilterSelect<Value extends string>({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: readonly (readonly [Value, string])[];
}) {
  const t = useText();
  const [value, set] = useFilter(name);
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => set(event.target.value)}>
        <option value="">{t('All', '全部')}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export function FilterText({
  name,
  label,
  placeholder,
}: {
  name: string;
  label: string;
  placeholder?: string;
}) {
  const [value, set] = useFilter(name);
  return (
    <label>
      {label}
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  );
}

/** Page with a list: its filters, its states and its items. */
export function ListPage<Item>({
  title,
  lead,
  tools,
  list: { items, error, more },
  empty,
  children,
}: {
  title: string;
  lead: string;
  tools?: ReactNode;
  list: List<Item>;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}) {
  const t = useText();
  return (
    <Page wide title={title} lead={lead}>
      {tools && <div className="form-row list-tools">{tools}</div>}
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {!items && !error && <Loading lines={6} />}
      {items?.length === 0 && <div className="empty">{empty}</div>}
      {items && items.length > 0 && children(items)}
      {more && (
        <p className="list-more">
          <button type="button" className="button" onClick={more}>
            {t('Show more', '显示更多')}
          </button>
        </p>
      )}
    </Page>
  );
}
