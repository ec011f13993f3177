import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { describe, validationError } from '../../http/body/validate.ts';

/** Matches "[PMID 22735384]", "(PMID: 22735384)", "【PMID：22735384】" and the article's address in PubMed. */
const citation =
  /[(（[［【]?(?:(?<![A-Za-z0-9])PMID\s{0,3}[:：#]?\s{0,3}|https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/)(\d{1,10})(?!\d)\/?[\]］】)）]?/gi;

const allowed: LocalizedMessage = {
  en: 'one sentence and the PMID of the one article it cites, such as "Aspirin lowers fever. [PMID 22735384]"',
  zh: '一个句子及其所引的一篇文献的 PMID，例如“阿司匹林可退热。[PMID 22735384]”',
};

/**
 * Splits a message into the sentence to check and the article it cites.
 * @throws {ServiceError} 400 `invalid_request` naming the field, if it names no article or several.
 * @example readCitation('Aspirin lowers fever. [PMID 22735384]', 'messages[0].content').pmid // '22735384'
 */
export function readCitation(text: string, field: string): { sentence: string; pmid: string } {
  const named = new Set([...text.matchAll(citation)].map(([, pmid = '']) => pmid));
  const [pmid] = named;
  if (pmid === undefined) throw validationError(field, allowed, noPmid);
  if (named.size > 1) throw validationError(field, allowed, severalPmids(named.size));
  const sentence = text.replace(citation, ' ').replace(/\s+/g, ' ').trim();
  if (sentence === '') throw validationError(field, allowed, describe(text));
  return { sentence: sentence.replace(/ (?=[.,;。，；]$)/, ''), pmid };
}

const noPmid: LocalizedMessage = { en: 'a message without a PMID', zh: '不含 PMID 的消息' };

function severalPmids(count: number): LocalizedMessage {
  return { en: `${count} PMIDs`, zh: `${count} 个 PMID` };
}
