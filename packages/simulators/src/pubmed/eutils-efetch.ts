import { type Reply, textReply, xmlReply } from '../replies.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import { cap, type Eutils, idList, integer } from './eutils.ts';
import { xmlError } from './eutils-replies.ts';
import { pubmedProlog } from './pubmed-xml.ts';
import type { SimulatedRecord } from './record.ts';
import { authorName, plainText } from './record-fields.ts';

/** Returns records, and full texts with `db=pmc`. */
export function efetch(eutils: Eutils, request: SimulatedRequest): Reply {
  const { params } = request;
  if (params.db === 'pmc') return fullText(eutils, params.id ?? '');
  const text = params.retmode === 'text';
  let asked: string[];
  if (params.WebEnv !== undefined) {
    const stored = eutils.history.get(`${params.WebEnv}/${params.query_key ?? ''}`);
    if (!stored) {
      const reply = xmlError('eFetchResult', `Unable to obtain query #${params.query_key ?? '1'}`);
      return { ...reply, body: reply.body.trimEnd() };
    }
    asked = stored;
  } else {
    if (!params.id?.trim()) {
      const reply = xmlError('eFetchResult', 'Supplied id parameter is empty.');
      return { ...reply, body: reply.body.trimEnd() };
    }
    // Leading zeros are ignored, duplicates count once, and anything but a number is skipped.
    const numbers = idList(params.id)
      .filter((id) => /^\d+$/.test(id))
      .map((id) => id.replace(/^0+/, ''));
    asked = [...new Set(numbers)].filter(Boolean);
    if (asked.length === 0) {
      return text
        ? textReply('ID+list+is+empty!+Possibly+it+has+no+correct+IDs.\n', 400)
        : xmlError('eFetchResult', 'ID list is empty! Possibly it has no correct IDs.', 400);
    }
  }
  const start = integer(params.retstart, 0);
  const records = asked
    .slice(start, start + integer(params.retmax, cap))
    .map((id) => eutils.index.byPmid.get(id))
    .filter((record) => record !== undefined);
  if (params.rettype === 'uilist') return textReply(records.map(({ pmid }) => `${pmid}\n`).join(''));
  if (text) return textReply(records.map(abstractText).join('\n\n'));
  return xmlReply(pubmedSet(records));
}

/** PMC returns the front of an article whose publisher permits no copies, with a comment instead of the body. */
function fullText({ index }: Eutils, id: string): Reply {
  const record = [...index.byPmid.values()].find(({ pmcid }) => pmcid === `PMC${id.replace(/^PMC/, '')}`);
  const article =
    record?.fullText === undefined
      ? `<Reply Id="${id.replace(/\D/g, '')}" error="The following PMCID is not available: ${id.replace(/\D/g, '')}"/>`
      : record.openAccess === false
        ? `<article><front><article-meta><article-id pub-id-type="pmcid">${record.pmcid}</article-id></article-meta></front><!--The publisher of this article does not allow downloading of the full text in XML form.--></article>`
        : record.fullText.replace(/^<\?xml[^>]*>/, '').replace(/^<!DOCTYPE[^>[]*>/, '');
  return xmlReply(`<?xml version="1.0" ?>\n<pmc-articleset>${article}</pmc-articleset>`);
}

/** Returns efetch's reply for these records: their XML joined, byte for byte. */
function pubmedSet(records: readonly SimulatedRecord[]): string {
  if (records.length === 0) return `${pubmedProlog}<PubmedArticleSet></PubmedArticleSet>\n`;
  return `${pubmedProlog}<PubmedArticleSet>\n${records.map(({ xml }) => xml).join('')}</PubmedArticleSet>`;
}

function abstractText(record: SimulatedRecord, number: number): string {
  const sections = (record.abstract ?? []).map(({ label, text }) => (label ? `${label}: ${text}` : text));
  return [
    `${number + 1}. ${record.journal.abbreviation}. ${record.published.year ?? record.published.medlineDate ?? ''}.`,
    plainText(record.title),
    ...((record.authors ?? []).length > 0 ? [`${(record.authors ?? []).map(authorName).join(', ')}.`] : []),
    ...sections.map(plainText),
    `PMID: ${record.pmid}`,
  ].join('\n\n');
}
