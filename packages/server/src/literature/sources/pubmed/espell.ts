import type { SourceCall, SourceCallOptions } from '../remote/source-call.ts';
import { SourceError } from '../retriever.ts';
import { flatten } from './flatten.ts';
import { failureOf, smallReplyMaxBytes } from './replies.ts';
import { find, readXml, XmlError } from './xml-records.ts';

/** Returns PubMed's spelling of the words; undefined if there is nothing to correct. */
export type Espell = (words: string, options: SourceCallOptions) => Promise<string | undefined>;

const roots = new Set(['eSpellResult']);

export function createEspell(call: SourceCall, identity: Record<string, string>): Espell {
  return (words, options) => {
    const params = new URLSearchParams({ db: 'pubmed', term: words, ...identity });
    return call({ method: 'POST', path: '/espell.fcgi', params }, options, async (http) => {
      const text = await http.text(smallReplyMaxBytes);
      // Every reply contains an empty <ERROR/>.
      const failure = failureOf(http.status, text.replace(/<ERROR>\s*<\/ERROR>/, ''));
      if (failure) throw new SourceError('pubmed', failure, http.status);
      return readCorrection(text, words);
    });
  };
}

function readCorrection(text: string, words: string): string | undefined {
  try {
    const corrected = flatten(find(readXml(text, roots), 'CorrectedQuery'));
    return corrected && corrected.toLowerCase() !== words.toLowerCase() ? corrected : undefined;
  } catch (error) {
    if (error instanceof XmlError) throw new SourceError('pubmed', 'bad_reply', 200);
    throw error;
  }
}
