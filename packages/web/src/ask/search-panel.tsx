import { type RunSearch, sourceNames } from '@citewell/sdk';
import { CopyButton } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { methodsText } from './evidence/methods-text.ts';
import { sourceLabel } from './labels.ts';
import type { Turn } from './turn.ts';

/** Shows the searches exactly as they were run, so that they can be repeated, reported and questioned. */
export function SearchPanel({ turn }: { turn: Turn }) {
  const { t, number, date, language } = useLanguage();
  const searches = searchesOf(turn);
  if (searches.length === 0) return null;
  return (
    <details className="panel">
      <summary>{t('Searches, exactly as run', '实际执行的检索式')}</summary>
      <div className="panel-body">
        {turn.run && (
          <p className="fine">
            {t(
              `${counted(turn.run.counts.found, 'record')} found, ${number(turn.run.counts.articles)} used as evidence, ${number(turn.run.counts.cited)} cited.`,
              `检索到 ${number(turn.run.counts.found)} 条记录，${number(turn.run.counts.articles)} 篇文献提供证据，引用 ${number(turn.run.counts.cited)} 篇。`,
            )}
          </p>
        )}
        <ul className="searches">
          {searches.map(({ source, query, total, translation, at }) => (
            <li key={`${source} ${query}`}>
              <p className="search-head">
                <strong>{sourceLabel(source, t)}</strong>
                <span>{t(counted(total, 'hit'), `命中 ${number(total)} 条`)}</span>
                {at && <time dateTime={at}>{date(at)}</time>}
              </p>
              <code className="query">{query}</code>
              {translation && translation !== query && (
                <details>
                  <summary>{t('Query as translated by the source', '文献来源对检索式的解读')}</summary>
                  <code className="query">{translation}</code>
                </details>
              )}
              <p className="search-actions">
                <CopyButton
                  className="button button-small button-quiet"
                  text={query}
                  label={t('Copy', '复制')}
                />
                {source === 'pubmed' && (
                  <a
                    className="button button-small button-quiet"
                    href={`https://pubmed.ncbi.nlm.nih.gov/?term=${encodeURIComponent(query)}`}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    {t('Open in PubMed ↗', '在 PubMed 中打开 ↗')}
                  </a>
                )}
              </p>
            </li>
          ))}
        </ul>
        {turn.run && (
          <CopyButton
            className="button button-small"
            text={() => methodsText(turn.run as NonNullable<Turn['run']>, language)}
            label={t('Copy a methods paragraph', '复制检索方法段落')}
          />
        )}
      </div>
    </details>
  );
}

function searchesOf(turn: Turn): (Omit<RunSearch, 'at' | 'source'> & { at?: string; source: string })[] {
  if (turn.run) return turn.run.searches;
  return turn.steps.flatMap((step) => {
    if (step.kind !== 'search' || !step.result) return [];
    const source = sourceNames.find((name) => step.tool.includes(name)) ?? step.tool;
    return (step.result.searches ?? []).map((search) => ({ source, ...search }));
  });
}
