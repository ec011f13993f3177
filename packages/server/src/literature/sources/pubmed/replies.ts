import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import type { SourceFailure } from '../retriever.ts';
import { flatten } from './flatten.ts';
import { find, findAll, readXml, XmlError } from './xml-records.ts';

/** Reply of esearch. */
export type SearchReply = {
  total: number;
  pmids: Pmid[];
  translation?: string;
  /** Phrases that no record has. */
  notFound?: string[];
};

/**
 * Maximum bytes of a search, spelling or error reply: 200 PMIDs and the translation of a long query take about 50 KB.
 */
export const smallReplyMaxBytes = 512 * 1024;

/** E-utilities messages for requests that would fail again. */
const permanent = /Invalid db name|Empty term|id parameter is empty|cannot be larger than/i;

/**
 * Returns the reason why a reply is unusable, or undefined if it may be usable. Most failures of the E-utilities
 * arrive as HTTP 200, so the beginning of the body matters as much as the status.
 */
export function failureOf(status: number, head: string): SourceFailure | undefined {
  if (/^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(head)) {
    if (/blocked|access denied|misuse|abuse/i.test(head)) return 'blocked';
    return status >= 500 ? 'unreachable' : 'bad_reply';
  }
  const json = /^\s*\{/.test(head);
  if (status === 429 || (json && head.includes('API rate limit exceeded'))) return 'rate_limited';
  if (json && head.includes('API key invalid')) return 'rejected';
  if (status >= 500) return 'unreachable';
  if (status === 403) return 'blocked';
  const error = /<ERROR>([^<]*)/.exec(head)?.[1];
  if (error !== undefined) return permanent.test(error) ? 'rejected' : 'bad_reply';
  return status >= 400 ? 'rejected' : undefined;
}

const searchRoots = new Set(['eSearchResult']);

/**
 * Parses esearch's XML, or returns the reason why it is unusable. A phrase without results is not a failure; a list
 * shorter than promised is one. XML, not JSON: the JSON of some errors has raw line breaks inside its strings.
 */
export function readSearchReply(text: string, asked: number): SearchReply | 'bad_reply' {
  let root: ReturnType<typeof readXml>;
  try {
    root = readXml(text, searchRoots);
  } catch (error) {
    if (error instanceof XmlError) return 'bad_reply';
    throw error;
  }
  const count = flatten(find(root, 'Count'));
  const total = Number(count);
  const pmids = findAll(find(root, 'IdList'), 'Id').map((id) => parsePmid(flatten(id).replace(/^0+/, '')));
  const complete = pmids.length === Math.min(asked, total) && pmids.every((pmid) => pmid !== undefined);
  if (!/^\d+$/.test(count) || !complete) return 'bad_reply';
  const translation = flatten(find(root, 'QueryTranslation'));
  const notFound = findAll(find(root, 'ErrorList'), 'PhraseNotFound').map(flatten).filter(Boolean);
  return {
    total,
    pmids: pmids.filter((pmid) => pmid !== undefined),
    ...(translation && { translation }),
    ...(notFound.length > 0 && { notFound }),
  };
}
