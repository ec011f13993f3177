import { type Language, type RunRecord, type SourceName, sourceLabels } from '@citewell/sdk';
import { counted } from '../../lib/counted.ts';

/**
 * Writes a methods paragraph with the items PRISMA-S requires: databases, dates, exact queries and numbers of
 * records.
 */
export function methodsText(run: RunRecord, language: Language): string {
  const day = run.started_at.slice(0, 10);
  // A stored run may name a source that later versions do not have.
  const name = (source: string) =>
    source in sourceLabels ? sourceLabels[source as SourceName][language].inText : source;
  const searches = run.searches.map(({ source, query, total }) => ({ where: name(source), query, total }));
  // A source that could not be searched belongs to the methods as well.
  const failed = run.unavailable.map(name);
  const { found, articles, cited, retracted_excluded: retracted } = run.counts;
  const { date_from: from, date_to: to } = run.query;
  if (language === 'zh') {
    const years = from || to ? `发表年份限定为 ${from ?? '不限'} 至 ${to ?? '不限'}。` : '';
    return `于 ${day} 通过 Citewell ${run.service.version} 检索，检索式如下：${searches
      .map(({ where, query, total }) => `${where}：${query}（${total} 条）`)
      .join(
        '；',
      )}。${failed.length > 0 ? `${failed.join('、')}未能检索或未返回全部记录。` : ''}${years}共检索到 ${found} 条记录，其中 ${articles} 篇提供证据，引用 ${cited} 篇；排除被撤稿文献 ${retracted} 篇。`;
  }
  const years = from || to ? ` Publication years were limited to ${from ?? 'any'} to ${to ?? 'any'}.` : '';
  return `Searches were run on ${day} through Citewell ${run.service.version}: ${searches
    .map(({ where, query, total }) => `${where}: ${query} (${counted(total, 'record')})`)
    .join(
      '; ',
    )}.${failed.length > 0 ? ` ${listed(failed)} could not be searched, or only in part.` : ''}${years} Of ${counted(found, 'record')} found, ${articles} provided evidence and ${cited} ${cited === 1 ? 'was' : 'were'} cited; ${counted(retracted, 'retracted paper')} ${retracted === 1 ? 'was' : 'were'} excluded.`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
