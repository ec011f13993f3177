import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import type { SourceCall, SourceCallOptions } from '../remote/source-call.ts';
import { SourceError } from '../retriever.ts';
import { flatten } from './flatten.ts';
import { failureOf } from './replies.ts';
import { find, findAll, readXml, XmlError } from './xml-records.ts';

/** Finds PubMed's "similar articles" of some records, without these records. */
export type Elink = (pmids: readonly Pmid[], options: SourceCallOptions) => Promise<Pmid[]>;

const roots = new Set(['eLinkResult']);
/** Maximum bytes of a reply: a record has a few hundred similar ones at 60 bytes each. */
const replyMaxBytes = 2 * 1024 * 1024;

export function createElink(call: SourceCall, identity: Record<string, string>): Elink {
  return (pmids, options) => {
    const link = {
      dbfrom: 'pubmed',
      db: 'pubmed',
      cmd: 'neighbor',
      linkname: 'pubmed_pubmed',
      retmode: 'xml',
    };
    const params = new URLSearchParams({ ...link, ...identity });
    // One `id` per record keeps their lists apart; a combined `id` would give a single unordered list.
    for (const pmid of pmids) params.append('id', pmid);
    return call({ method: 'POST', path: '/elink.fcgi', params }, options, async (http) => {
      const text = await http.text(replyMaxBytes);
      const failure = failureOf(http.status, text);
      if (failure) throw new SourceError('pubmed', failure, http.status);
      return interleaved(readLinks(text), new Set(pmids));
    });
  };
}

function readLinks(text: string): Pmid[][] {
  try {
    const root = readXml(text, roots);
    return findAll(root, 'LinkSet').map((set) =>
      findAll(find(set, 'LinkSetDb'), 'Link').flatMap((link) => parsePmid(flatten(find(link, 'Id'))) ?? []),
    );
  } catch (error) {
    if (error instanceof XmlError) throw new SourceError('pubmed', 'bad_reply', 200);
    throw error;
  }
}

/** The closest of each record first. */
function interleaved(lists: readonly Pmid[][], own: ReadonlySet<Pmid>): Pmid[] {
  const depth = Math.max(0, ...lists.map(({ length }) => length));
  const merged = Array.from({ length: depth }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Set(merged)].filter((pmid) => !own.has(pmid));
}
