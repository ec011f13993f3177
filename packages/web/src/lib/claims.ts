import { splitAtCitations } from '@citewell/sdk/citation-markers';
import { sentencesOf, textWithoutCitations } from '../markdown/sentences.ts';

/** Sentence of a pasted paragraph, and the articles it cites. */
export type Claim = { sentence: string; pmids: string[] };

/**
 * Finds the citing sentences of a paragraph: "[PMID: 123]" in the text, or "[1]" with a list of references below it
 * whose entries contain a PMID.
 */
export function readClaims(text: string, locale: string): Claim[] {
  const { body, byNumber } = splitReferences(text);
  const numbered = body.replace(
    /[[(（【]\s{0,9}PMID\s{0,9}[:：]?\s{0,9}(\d{4,10})\s{0,9}[\])）】]/gi,
    (_, pmid: string) => ` ⟦${pmid}⟧`,
  );
  const bare = splitAtCitations(numbered)
    .map(({ text: words, numbers = [] }) => {
      const pmids = numbers.flatMap((number) => byNumber.get(number) ?? []);
      return pmids.length > 0 ? pmids.map((pmid) => ` ⟦${pmid}⟧`).join('') : words;
    })
    .join('')
    .replace(/([.。!！?？])((?:\s*⟦\d+⟧)+)/g, '$2$1');
  return sentencesOf(bare.replace(/\s+/g, ' ').trim(), locale).flatMap(({ start, end }) => {
    const part = bare.replace(/\s+/g, ' ').trim().slice(start, end);
    const pmids = [...new Set(Array.from(part.matchAll(/⟦(\d+)⟧/g), ([, pmid]) => pmid ?? ''))];
    const sentence = textWithoutCitations(part.replace(/(?<!\s)\s*⟦\d+⟧/g, ''));
    return pmids.length > 0 && sentence !== '' ? [{ sentence, pmids }] : [];
  });
}

/** Finds the first PMID in a text: a bare number, an address, or a formatted reference. */
export function findPmid(text: string): string | undefined {
  return (
    /pubmed\.ncbi\.nlm\.nih\.gov\/(\d{1,10})/i.exec(text)?.[1] ??
    /PMID\s{0,9}[:：]?\s{0,9}(\d{1,10})/i.exec(text)?.[1] ??
    /^\s*(\d{1,10})\s*$/.exec(text)?.[1]
  );
}

/** Reads the list of references below a pasted text, numbered in whatever style its author used. */
function splitReferences(text: string): { body: string; byNumber: ReadonlyMap<number, string> } {
  const byNumber = new Map<number, string>();
  const body: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, number, entry] = /^\s*(?:\[(?=\d+\])|)(\d{1,3})[\].、)]\s*(?!\s)(.+)$/.exec(line) ?? [];
    const pmid = entry === undefined ? undefined : findPmid(entry);
    if (pmid) byNumber.set(Number(number), pmid);
    else if (!/^\s*(?:references|参考文献)\s{0,9}[:：]?\s*$/i.test(line)) body.push(line);
  }
  return { body: body.join('\n'), byNumber };
}
