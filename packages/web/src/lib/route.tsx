import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

/** Current route: the path and the query of the address. */
export type Route = { path: string; query: URLSearchParams };

const listeners = new Set<() => void>();

export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  for (const listener of listeners) listener();
}

export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = '/', search = ''] = address.split(/\?(.*)/s);
  return { path, query: new URLSearchParams(search) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** Link within the pages. Modified clicks open a new tab as usual. */
export function Link({ href = '/', onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
    window.scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
