import { useMemo, useState } from 'react';
import { BarChart, BarList } from '../../components/bar-chart.tsx';
import { DemonstrationBadge } from '../../components/demonstration.tsx';
import { TitleLink } from '../../components/title-link.tsx';
import { useLanguage } from '../../lib/language.tsx';
import { designLabel } from '../labels.ts';
import type { Turn } from '../turn.ts';
import { SourceLine } from './source-line.tsx';
import { TrustBadges } from './trust-badges.tsx';

type Sort = 'cited' | 'newest' | 'evidence';

/** Lists the cited papers, and those to exclude when the question is asked again. */
export function SourcesRail({ turn, onAskWithout }: { turn: Turn; onAskWithout(pmids: string[]): void }) {
  const { t } = useLanguage();
  const [sort, setSort] = useState<Sort>('cited');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const references = turn.references ?? [];
  const cards = useMemo(() => new Map(turn.trust.map((card) => [card.pmid, card])), [turn.trust]);
  const listed = references.map((reference, index) => ({
    reference,
    ordinal: index + 1,
    card: cards.get(reference.pmid),
  }));
  if (sort === 'newest')
    listed.sort((one, other) => Number(other.reference.year) - Number(one.reference.year));
  if (sort === 'evidence')
    listed.sort((one, other) => (one.card?.evidence_level ?? 9) - (other.card?.evidence_level ?? 9));

  function toggle(pmid: string): void {
    const next = new Set(excluded);
    if (!next.delete(pmid)) next.add(pmid);
    setExcluded(next);
  }

  return (
    <aside className="sources" aria-label={t('Sources for this answer', '本回答的文献')}>
      <div className="sources-head">
        <h3>
          {t('Sources', '文献')} <span className="count">{references.length}</span>
        </h3>
        {references.length > 1 && (
          <label className="inline-select">
            <span className="visually-hidden">{t('Sort sources by', '文献排序')}</span>
            <select value={sort} onChange={(event) => setSort(event.target.value as Sort)}>
              <option value="cited">{t('citation order', '按引用顺序')}</option>
              <option value="newest">{t('newest first', '最新在前')}</option>
              <option value="evidence">{t('study design', '按研究设计')}</option>
            </select>
          </label>
        )}
      </div>
      {references.length > 1 && <Overview turn={turn} />}
      <ol className="source-list">
        {listed.map(({ reference, ordinal, card }) => (
          <li
            key={reference.pmid}
            className={excluded.has(reference.pmid) ? 'source source-excluded' : 'source'}
          >
            <span className="source-number">{ordinal}</span>
            <div>
              <DemonstrationBadge record={reference} />
              <TitleLink className="source-title" record={reference} />
              <SourceLine reference={reference} />
              <TrustBadges card={card} />
              <label className="check">
                <input
                  type="checkbox"
                  checked={excluded.has(reference.pmid)}
                  onChange={() => toggle(reference.pmid)}
                />
                <span>
                  {t('Exclude', '排除')}
                  <span className="visually-hidden">: {reference.title}</span>
                </span>
              </label>
            </div>
          </li>
        ))}
      </ol>
      {excluded.size > 0 && (
        <button type="button" className="button sources-again" onClick={() => onAskWithout([...excluded])}>
          {t(`Answer again, excluding ${excluded.size}`, `排除 ${excluded.size} 篇后重新回答`)}
        </button>
      )}
    </aside>
  );
}

/** Counts, without judging, study designs and years. */
function Overview({ turn }: { turn: Turn }) {
  const { t } = useLanguage();
  const references = turn.references ?? [];
  const years = references.map(({ year }) => Number(year)).filter((year) => year > 1800);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const span = Math.min(Math.max(last - first + 1, 10), 40);
  const rows = Array.from({ length: years.length ? span : 0 }, (_, index) => {
    const year = last - span + 1 + index;
    const counted = years.filter((each) => (index === 0 ? each <= year : each === year)).length;
    return { name: index === 0 && first < year ? `≤ ${year}` : String(year), cells: [counted] };
  });
  const designs = Map.groupBy(
    turn.trust.filter(({ design }) => design !== null),
    ({ design }) => design as NonNullable<typeof design>,
  );
  const kinds = Array.from(designs, ([design, cards]) => ({
    label: designLabel(design, t),
    value: cards.length,
  }));
  const summary = kinds
    .toSorted((one, other) => other.value - one.value)
    .map(({ label, value }) => `${value} × ${label}`)
    .join(' · ');
  return (
    <div className="overview">
      {rows.length > 1 && (
        <BarChart
          rows={rows}
          columns={[t('Year', '年份'), t('Papers', '篇数')]}
          label={t(`Cited papers by year, ${first} to ${last}`, `所引文献的年份分布，${first} 至 ${last}`)}
        />
      )}
      {kinds.length > 1 ? (
        <BarList
          bars={kinds.toSorted((one, other) => other.value - one.value)}
          label={t('By study design', '按研究设计')}
        />
      ) : (
        summary && <p className="fine">{summary}</p>
      )}
    </div>
  );
}
