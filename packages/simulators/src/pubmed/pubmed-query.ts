/**
 * PubMed's query syntax: operators in capitals, evaluated from left to right without precedence, parentheses, quotes,
 * field tags after their term, `*` at the end of a word, ranges with a colon.
 */
export type PubmedQuery =
  /** An untagged run of words, subject to automatic term mapping. */
  | { kind: 'words'; words: string[] }
  | { kind: 'term'; text: string; quoted: boolean; tag: string | undefined }
  | { kind: 'range'; from: string; to: string; tag: string }
  | { kind: 'operation'; operator: Operator; left: PubmedQuery; right: PubmedQuery }
  | { kind: 'group'; inner: PubmedQuery };

export type Operator = 'AND' | 'OR' | 'NOT';

/** Thrown for a query that PubMed rejects. */
export class QuerySyntaxError extends Error {
  override readonly name = 'QuerySyntaxError';
}

type Token =
  | { kind: 'open' | 'close' | 'colon' }
  | { kind: 'operator'; operator: Operator }
  | { kind: 'quoted' | 'word' | 'tag'; text: string };

/**
 * Parses a query; returns undefined if it is empty.
 *
 * @throws QuerySyntaxError on unbalanced parentheses.
 */
export function parsePubmedQuery(text: string): PubmedQuery | undefined {
  const tokens = tokenize(text);
  let at = 0;

  function sequence(): PubmedQuery | undefined {
    let left: PubmedQuery | undefined;
    let operator: Operator | undefined;
    for (let token = tokens[at]; token; token = tokens[at]) {
      if (token.kind === 'close') break;
      if (token.kind === 'operator') {
        at += 1;
        operator = token.operator;
        continue;
      }
      const right = item();
      if (!right) continue;
      if (left) left = { kind: 'operation', operator: operator ?? 'AND', left, right };
      else left = right;
      operator = undefined;
    }
    return left;
  }

  function item(): PubmedQuery | undefined {
    const token = tokens[at];
    if (token?.kind === 'open') {
      at += 1;
      const inner = sequence();
      if (tokens[at]?.kind !== 'close') throw new QuerySyntaxError('unbalanced parentheses');
      at += 1;
      return inner && { kind: 'group', inner };
    }
    if (token?.kind === 'quoted') {
      at += 1;
      return rangeFrom({ kind: 'term', text: token.text, quoted: true, tag: tag() });
    }
    const run: string[] = [];
    for (let next = tokens[at]; next?.kind === 'word'; next = tokens[at]) {
      run.push(next.text);
      at += 1;
    }
    if (run.length === 0) {
      at += 1; // a tag or a colon without a term has no effect
      return undefined;
    }
    const tagged = tag();
    if (tagged === undefined) return { kind: 'words', words: run };
    return rangeFrom({ kind: 'term', text: run.join(' '), quoted: false, tag: tagged });
  }

  function tag(): string | undefined {
    const token = tokens[at];
    if (token?.kind !== 'tag') return undefined;
    at += 1;
    return token.text;
  }

  /** `2010:2015[dp]` in one term, or "2010"[dp] : "2015"[dp] in two. */
  function rangeFrom(term: Extract<PubmedQuery, { kind: 'term' }>): PubmedQuery {
    const inside = term.text.match(/^([\d/]+):([\d/]+)$/);
    if (inside?.[1] && inside[2] && term.tag) {
      return { kind: 'range', from: inside[1], to: inside[2], tag: term.tag };
    }
    const end = tokens[at + 1];
    if (tokens[at]?.kind === 'colon' && term.tag && (end?.kind === 'quoted' || end?.kind === 'word')) {
      at += 2;
      tag();
      return { kind: 'range', from: term.text, to: end.text, tag: term.tag };
    }
    return term;
  }

  const query = sequence();
  if (at < tokens.length) throw new QuerySyntaxError('unbalanced parentheses');
  return query;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\(|\)|"([^"]*)"|"|\[([^\]]*)\]|[^\s()"[]+|\[/g;
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, tag] = match;
    if (whole === '(') tokens.push({ kind: 'open' });
    else if (whole === ')') tokens.push({ kind: 'close' });
    else if (quoted !== undefined) {
      if (quoted.trim()) tokens.push({ kind: 'quoted', text: quoted.trim() });
    } else if (tag !== undefined) tokens.push({ kind: 'tag', text: tag.trim() });
    else if (whole === ':') tokens.push({ kind: 'colon' });
    else if (whole === 'AND' || whole === 'OR' || whole === 'NOT') {
      tokens.push({ kind: 'operator', operator: whole });
    } else if (whole !== '"' && whole !== '[') tokens.push({ kind: 'word', text: whole });
  }
  return tokens;
}
