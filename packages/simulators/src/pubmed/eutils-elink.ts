import { jsonReply, type Reply, xmlReply } from '../replies.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import { type Eutils, idList } from './eutils.ts';
import { header, xmlHead } from './eutils-replies.ts';
import { plainText } from './record-fields.ts';
import { words } from './search-index.ts';

/** Returns related records: those that rank best for the words of the record's title. */
export function elink(eutils: Eutils, { params }: SimulatedRequest): Reply {
  const ids = idList(params.id).filter((id) => /^\d+$/.test(id));
  const similar = ids.flatMap((id) => {
    const record = eutils.index.byPmid.get(id);
    if (!record) return [];
    const scores = eutils.index.scores(words(plainText(record.title)));
    return eutils.index.records
      .map((other, number) => ({ pmid: other.pmid, score: scores[number] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score || left.pmid.localeCompare(right.pmid))
      .slice(0, 20)
      .map(({ pmid }) => pmid);
  });
  const links = [...new Set(similar)];
  if (params.retmode === 'json') {
    return jsonReply({
      header: header('elink'),
      linksets: [
        {
          dbfrom: 'pubmed',
          ids,
          ...(links.length > 0 && { linksetdbs: [{ dbto: 'pubmed', linkname: 'pubmed_pubmed', links }] }),
        },
      ],
    });
  }
  const set =
    links.length > 0
      ? `    <LinkSetDb>\n      <DbTo>pubmed</DbTo>\n      <LinkName>pubmed_pubmed</LinkName>\n${links.map((id) => `      <Link>\n        <Id>${id}</Id>\n      </Link>\n`).join('')}    </LinkSetDb>\n`
      : '';
  return xmlReply(
    `${xmlHead('eLinkResult')}<eLinkResult>\n\n  <LinkSet>\n    <DbFrom>pubmed</DbFrom>\n    <IdList>\n${ids.map((id) => `      <Id>${id}</Id>\n`).join('')}    </IdList>\n${set}  </LinkSet>\n</eLinkResult>\n`,
  );
}
