import { jsonReply, type Reply, xmlReply } from '../replies.ts';
import type { SimulatedRequest } from '../source-faults.ts';
import { cap, type Eutils, integer } from './eutils.ts';
import { errorReply, header, overResultCap, xmlHead } from './eutils-replies.ts';
import { QuerySyntaxError } from './pubmed-query.ts';
import { type PubmedSearch, searchPubmed } from './pubmed-search.ts';
import { escapeXml } from './pubmed-xml.ts';
import type { SimulatedRecord } from './record.ts';
import { authorName } from './record-fields.ts';
import type { SearchIndex } from './search-index.ts';

/** Finds PMIDs. */
export function esearch(eutils: Eutils, { params }: SimulatedRequest): Reply {
  const json = params.retmode === 'json';
  const database = params.db || 'pubmed';
  if (database !== 'pubmed') {
    const message = `Invalid db name specified: ${database}`;
    return json
      ? errorReply('esearch', json, message)
      : xmlReply(
          `${xmlHead('eSearchResult')}<eSearchResult><ERROR>${escapeXml(message)}</ERROR></eSearchResult>\n`,
        );
  }
  const retstart = integer(params.retstart, 0);
  const retmax = integer(params.retmax, 20);
  let search: PubmedSearch | undefined;
  try {
    search = searchPubmed(eutils.index, withDates(params, eutils.now()), eutils.now());
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    return errorReply('esearch', json, `Search Backend failed: Syntax error: ${error.message}`);
  }
  if (!search) return errorReply('esearch', json, 'Empty term and query_key - nothing todo');
  if (retstart >= cap) return overResultCap(json);

  const matches = ranked(eutils.index, search, params.sort ?? '');
  const adjusted = retstart + retmax > cap;
  const taken = adjusted ? cap - retstart : retmax;
  const idlist = matches.slice(retstart, retstart + taken);
  const messages: string[] = [];
  if (adjusted) messages.push(`Restrictions achieved. start and count adjusted to ${retstart}, ${taken}`);
  if (matches.length === 0) messages.push('No items found.');
  const stored = params.usehistory === 'y' ? store(eutils, matches) : undefined;
  const count = String(matches.length);
  // The service reports its own maximum, not the number requested.
  const given = String(Math.min(taken, matches.length));

  if (json) {
    const { phrasesNotFound, fieldsNotFound, quotedPhrasesNotFound } = search;
    const hasErrors = phrasesNotFound.length + fieldsNotFound.length > 0;
    const hasWarnings = messages.length + quotedPhrasesNotFound.length > 0;
    return jsonReply({
      header: header('esearch'),
      esearchresult: {
        count,
        retmax: given,
        retstart: String(retstart),
        ...(stored && { querykey: stored.queryKey, webenv: stored.webEnv }),
        idlist,
        translationset: search.translations,
        querytranslation: search.translation,
        ...(hasErrors && { errorlist: { phrasesnotfound: phrasesNotFound, fieldsnotfound: fieldsNotFound } }),
        ...(hasWarnings && {
          warninglist: {
            phrasesignored: [],
            quotedphrasesnotfound: quotedPhrasesNotFound,
            outputmessages: messages,
          },
        }),
      },
    });
  }
  return xmlReply(
    [
      `${xmlHead('eSearchResult')}<eSearchResult><Count>${count}</Count><RetMax>${given}</RetMax><RetStart>${retstart}</RetStart>`,
      stored ? `<QueryKey>${stored.queryKey}</QueryKey><WebEnv>${stored.webEnv}</WebEnv>` : '',
      idlist.length > 0
        ? `<IdList>\n${idlist.map((id) => `<Id>${id}</Id>\n`).join('')}</IdList>`
        : '<IdList/>',
      filled(
        'TranslationSet',
        search.translations.map(
          ({ from, to }) =>
            `<Translation>     <From>${escapeXml(from)}</From>     <To>${escapeXml(to)}</To>    </Translation>`,
        ),
      ),
      `<QueryTranslation>${escapeXml(search.translation)}</QueryTranslation>`,
      optionalList('ErrorList', [
        ...search.phrasesNotFound.map((phrase) => `<PhraseNotFound>${escapeXml(phrase)}</PhraseNotFound>`),
        ...search.fieldsNotFound.map((field) => `<FieldNotFound>${escapeXml(field)}</FieldNotFound>`),
      ]),
      optionalList('WarningList', [
        ...search.quotedPhrasesNotFound.map(
          (phrase) => `<QuotedPhraseNotFound>${escapeXml(phrase)}</QuotedPhraseNotFound>`,
        ),
        ...messages.map((message) => `<OutputMessage>${escapeXml(message)}</OutputMessage>`),
      ]),
      '</eSearchResult>\n',
    ].join(''),
  );
}

/** Adds the date limits of other parameters to the term. PubMed accepts mindate and maxdate only together. */
function withDates(params: Record<string, string>, now: number): string {
  const term = params.term?.trim() ?? '';
  if (!term) return term;
  const tag = params.datetype === 'edat' ? 'edat' : 'pdat';
  const days = integer(params.reldate, 0);
  if (days > 0) {
    const date = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '/');
    return `(${term}) AND ${date(now - days * 86_400_000)}:${date(now)}[${params.datetype === 'pdat' ? 'pdat' : 'edat'}]`;
  }
  if (params.mindate && params.maxdate) return `(${term}) AND ${params.mindate}:${params.maxdate}[${tag}]`;
  return term;
}

function ranked(index: SearchIndex, search: PubmedSearch, sort: string): string[] {
  const { records } = index;
  const found = [...records.keys()].filter((number) => search.found[number]);
  const byPmid = (left: number, right: number) => Number(records[right]?.pmid) - Number(records[left]?.pmid);
  const by = (key: (number: number) => string, descending: boolean) => (left: number, right: number) =>
    (descending ? -1 : 1) * key(left).localeCompare(key(right)) || byPmid(left, right);
  const order = sort.toLowerCase().replace(/[+_]/g, ' ');
  if (order === 'relevance') {
    const scores = index.scores(search.rankingWords);
    found.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || byPmid(left, right));
  } else if (order === 'pub date') found.sort(by((number) => index.published[number] ?? '', true));
  else if (order === 'author') {
    const name = (record: SimulatedRecord | undefined) => {
      const first = record?.authors?.[0];
      return first ? authorName(first) : '~';
    };
    found.sort(by((number) => name(records[number]), false));
  } else if (order === 'journalname' || order === 'journal name') {
    found.sort(by((number) => records[number]?.journal.title ?? '', false));
  } else found.sort(by((number) => index.entered[number] ?? '', true));
  return found.map((number) => records[number]?.pmid ?? '');
}

function store(eutils: Eutils, pmids: string[]): { webEnv: string; queryKey: string } {
  const webEnv = `MCID_${(eutils.history.size + 1).toString(16).padStart(24, '0')}`;
  eutils.history.set(`${webEnv}/1`, pmids);
  return { webEnv, queryKey: '1' };
}

function filled(name: string, children: string[]): string {
  return children.length > 0 ? `<${name}>${children.join('')}</${name}>` : `<${name}/>`;
}

function optionalList(name: string, children: string[]): string {
  return children.length > 0 ? filled(name, children) : '';
}
