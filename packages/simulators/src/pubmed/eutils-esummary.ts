import { jsonReply, type Reply, xmlReply } from '../replies.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import { type Eutils, idList } from './eutils.ts';
import { header, xmlError, xmlHead } from './eutils-replies.ts';
import { escapeXml } from './pubmed-xml.ts';
import type { SimulatedRecord } from './record.ts';
import { authorName, enteredOn, plainText, publishedOn } from './record-fields.ts';

/** Returns summaries of records. */
export function esummary(eutils: Eutils, { params }: SimulatedRequest): Reply {
  const json = params.retmode === 'json';
  const ids = idList(params.id);
  if (ids.length === 0) {
    return json
      ? jsonReply({ header: header('esummary'), esummaryresult: ['Empty id list - nothing todo'] })
      : xmlError('eSummaryResult', 'Neither query_key nor id specified');
  }
  if (json && ids.length > 500) {
    return jsonReply({
      header: header('esummary'),
      error: 'Too many UIDs in request. Maximum number of UIDs is 500 for JSON format output.',
    });
  }
  const wrong = ids.findIndex((id) => !/^\d+$/.test(id));
  if (wrong >= 0) {
    const message = `Invalid uid ${ids[wrong]} at position= ${wrong}`;
    return json
      ? jsonReply({ header: header('esummary'), error: message, result: { uids: [] } })
      : xmlError('eSummaryResult', escapeXml(message));
  }
  const uids = [...new Set(ids.map((id) => id.replace(/^0+(?=\d)/, '')))];
  const records = uids.map((uid) => [uid, eutils.index.byPmid.get(uid)] as const);
  if (!json) return xmlReply(summaryXml(records));
  return jsonReply({
    header: header('esummary'),
    result: { uids, ...Object.fromEntries(records.map(([uid, record]) => [uid, summaryJson(uid, record)])) },
  });
}

const unknown = 'cannot get document summary';

/** Formats a record like esummary's JSON. */
function summaryJson(uid: string, record: SimulatedRecord | undefined): Record<string, unknown> {
  if (!record) return { uid, error: unknown };
  const authors = (record.authors ?? []).map((author) => ({
    name: authorName(author),
    authtype: 'collectiveName' in author ? 'CollectiveName' : 'Author',
    clusterid: '',
  }));
  const { journal } = record;
  return {
    uid,
    pubdate: pubDate(record),
    epubdate: '',
    source: journal.abbreviation,
    authors,
    lastauthor: authors.at(-1)?.name ?? '',
    title: plainText(record.title),
    sorttitle: plainText(record.title).toLowerCase().replace(/^the /, ''),
    volume: journal.volume ?? '',
    issue: journal.issue ?? '',
    pages: journal.pages ?? '',
    lang: record.languages ?? ['eng'],
    nlmuniqueid: journal.nlmId ?? '',
    issn: journal.issn ?? '',
    essn: '',
    pubtype: record.publicationTypes ?? ['Journal Article'],
    recordstatus: 'PubMed - indexed for MEDLINE',
    pubstatus: '4',
    articleids: [
      { idtype: 'pubmed', idtypen: 1, value: record.pmid },
      ...(record.doi ? [{ idtype: 'doi', idtypen: 3, value: record.doi }] : []),
      ...(record.pmcid ? [{ idtype: 'pmc', idtypen: 8, value: record.pmcid }] : []),
    ],
    history: [
      { pubstatus: 'pubmed', date: `${enteredOn(record)} 00:00` },
      { pubstatus: 'entrez', date: `${enteredOn(record)} 00:00` },
    ],
    references: (record.corrections ?? []).map(({ refType, source, pmid }) => ({
      refsource: source,
      reftype: refType,
      pmid: Number(pmid ?? 0),
      note: '',
    })),
    attributes: record.abstract?.length ? ['Has Abstract'] : [],
    pmcrefcount: 0,
    fulljournalname: journal.title,
    elocationid: record.doi ? `doi: ${record.doi}` : '',
    doctype: 'citation',
    srccontriblist: [],
    booktitle: plainText(record.book?.title ?? ''),
    medium: '',
    edition: '',
    publisherlocation: record.book?.place ?? '',
    publishername: record.book?.publisher ?? '',
    srcdate: '',
    reportnumber: '',
    availablefromurl: '',
    locationlabel: '',
    doccontriblist: [],
    docdate: '',
    bookname: record.book?.accession.toLowerCase() ?? '',
    chapter: '',
    sortpubdate: `${publishedOn(record)} 00:00`,
    sortfirstauthor: authors[0]?.name ?? '',
    vernaculartitle: record.vernacularTitle ?? '',
  };
}

/** Formats esummary's reply in XML (version 1.0). */
function summaryXml(records: readonly (readonly [string, SimulatedRecord | undefined])[]): string {
  const documents = records.map(([uid, record]) =>
    record
      ? documentXml(record)
      : `<DocumentSummary uid="${uid}"><error>${unknown}</error></DocumentSummary>\n`,
  );
  return `${xmlHead('eSummaryResult')}<eSummaryResult>\n${documents.join('\n')}\n</eSummaryResult>\n`;
}

function documentXml(record: SimulatedRecord): string {
  const { journal } = record;
  const authors = (record.authors ?? []).map(authorName);
  const item = (name: string, type: string, value: string) =>
    `\t<Item Name="${name}" Type="${type}">${escapeXml(value)}</Item>\n`;
  const list = (name: string, inner: string, values: string[]) =>
    values.length === 0
      ? `\t<Item Name="${name}" Type="List"></Item>\n`
      : `\t<Item Name="${name}" Type="List">\n${values.map((value) => `\t${item(inner, 'String', value)}`).join('')}\t</Item>\n`;
  return [
    `<DocSum>\n\t<Id>${record.pmid}</Id>\n`,
    item('PubDate', 'Date', pubDate(record)),
    item('EPubDate', 'Date', ''),
    item('Source', 'String', journal.abbreviation),
    list('AuthorList', 'Author', authors),
    item('LastAuthor', 'String', authors.at(-1) ?? ''),
    item('Title', 'String', plainText(record.title)),
    item('Volume', 'String', journal.volume ?? ''),
    item('Issue', 'String', journal.issue ?? ''),
    item('Pages', 'String', journal.pages ?? ''),
    list('LangList', 'Lang', record.languages ?? ['eng']),
    item('NlmUniqueID', 'String', journal.nlmId ?? ''),
    item('ISSN', 'String', journal.issn ?? ''),
    item('ESSN', 'String', ''),
    list('PubTypeList', 'PubType', record.publicationTypes ?? ['Journal Article']),
    item('RecordStatus', 'String', 'PubMed - indexed for MEDLINE'),
    item('PubStatus', 'String', 'ppublish'),
    `\t<Item Name="ArticleIds" Type="List">\n\t${item('pubmed', 'String', record.pmid)}${record.doi ? `\t${item('doi', 'String', record.doi)}` : ''}\t</Item>\n`,
    `\t<Item Name="History" Type="List">\n\t${item('pubmed', 'Date', `${enteredOn(record)} 00:00`)}\t${item('entrez', 'Date', `${enteredOn(record)} 00:00`)}\t</Item>\n`,
    list('References', 'Reference', []),
    item('HasAbstract', 'Integer', record.abstract?.length ? '1' : '0'),
    item('PmcRefCount', 'Integer', '0'),
    item('FullJournalName', 'String', journal.title),
    item('ELocationID', 'String', record.doi ? `doi: ${record.doi}` : ''),
    item('SO', 'String', `${pubDate(record)};${journal.volume ?? ''}:${journal.pages ?? ''}`),
    '</DocSum>\n',
  ].join('');
}

function pubDate({ published }: SimulatedRecord): string {
  if (published.medlineDate) return published.medlineDate;
  return [published.year, published.season ?? published.month, published.day].filter(Boolean).join(' ');
}
