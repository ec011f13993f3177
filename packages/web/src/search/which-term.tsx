import { useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { type Text, useLanguage } from '../lib/language.tsx';
import { fieldLabel, requestOf, type Search } from './search.ts';

/**
 * Shows, if nothing was found, the number of results without each condition, to reveal the one that excludes
 * everything.
 */
export function WhichTerm({ search }: { search: Search }) {
  const { t, number } = useLanguage();
  const { client } = useVisit();
  const [totals, setTotals] = useState<(number | undefined)[]>();
  const conditions = conditionsOf(search, t);
  async function find(): Promise<void> {
    const found: (number | undefined)[] = [];
    for (const { without } of conditions) {
      const total = await client.search({ ...requestOf(without), limit: 1 }).then(
        (reply) => reply.total,
        () => undefined,
      );
      found.push(total);
      setTotals([...found]);
    }
  }
  return (
    <div className="note">
      <p>{t('No records match all conditions.', '没有文献同时满足全部条件。')}</p>
      {conditions.length > 1 &&
        (totals ? (
          <table className="table">
            <caption>{t('Hits without each condition', '去掉某一条件后的命中数')}</caption>
            <tbody>
              {conditions.map(({ label }, index) => (
                <tr key={label}>
                  <th scope="row">{t(`without ${label}`, `去掉 ${label}`)}</th>
                  <td className="number">{index < totals.length ? number(totals[index] ?? 0) : '…'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <button type="button" className="button" onClick={find}>
            {t(
              `Which condition removes all hits? (${conditions.length} searches)`,
              `哪个条件导致无结果？（${conditions.length} 次检索）`,
            )}
          </button>
        ))}
    </div>
  );
}

function conditionsOf(search: Search, t: Text): { label: string; without: Search }[] {
  const terms = search.terms.map(({ field, value }, index) => ({
    label: `${fieldLabel(field, t)}: ${value}`,
    without: { ...search, terms: search.terms.filter((_, at) => at !== index) },
  }));
  const { yearFrom, yearTo } = search;
  if (!yearFrom && !yearTo) return terms;
  return [
    ...terms,
    { label: `${yearFrom || '…'}–${yearTo || '…'}`, without: { ...search, yearFrom: '', yearTo: '' } },
  ];
}
