import type { ReactNode } from 'react';

export type Span = { start: number; end: number; className?: string };

/** Marks spans of a text; overlapping spans are joined. */
export function marked(text: string, spans: readonly Span[]): ReactNode {
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const { start, end, className } of [...spans].sort((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from > at) nodes.push(text.slice(at, from));
    nodes.push(
      <mark key={from} className={className}>
        {text.slice(from, end)}
      </mark>,
    );
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes;
}
