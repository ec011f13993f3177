import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { CiteRecord } from '@citewell/sdk/bibliography';
import type { AuditFinding } from '../../features/citation-checks/audit-citations.ts';
import { type FindArticle, findArticles } from '../../features/citation-checks/find-article.ts';
import { outcomeNames } from './check-report.ts';

/** Lists the records of the checks, each once in the order of its first citation, with the results as its note. */
export async function citedRecords(
  findings: readonly AuditFinding[],
  dependencies: FindArticle,
  signal: AbortSignal,
): Promise<CiteRecord[]> {
  const outcomes = new Map<Pmid, Set<string>>();
  for (const { pmid: text, outcome } of findings) {
    const pmid = parsePmid(text);
    if (!pmid) continue;
    const known = outcomes.get(pmid) ?? new Set();
    outcomes.set(pmid, known.add(outcomeNames[outcome].en));
  }
  const articles = await findArticles([...outcomes.keys()], dependencies, { signal });
  return [...outcomes].flatMap(([pmid, names]) => {
    const article = articles.get(pmid);
    if (article === undefined || typeof article === 'string') return [];
    return [{ ...toBibliographicRecord(article), note: `citation check: ${[...names].join(', ')}` }];
  });
}
