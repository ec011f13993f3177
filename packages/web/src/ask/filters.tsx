import { useVisit } from '../api/session.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { Asked } from './turn.ts';

export type Filtered = Pick<Asked, 'dateFrom' | 'dateTo' | 'categoryId' | 'answerLanguage' | 'abstractsOnly'>;

/** Fields for years, specialty, language and depth, which restrict a question or review. */
export function Filters({
  value,
  set,
  languageLabel,
  sameLanguage,
}: {
  value: Filtered;
  set(change: Partial<Filtered>): void;
  languageLabel: string;
  /** Label for no choice of language. */
  sameLanguage: string;
}) {
  const { t, language } = useLanguage();
  const { service } = useVisit();
  return (
    <>
      <Year label={t('From year', '起始年份')} value={value.dateFrom} set={(dateFrom) => set({ dateFrom })} />
      <Year label={t('To year', '截止年份')} value={value.dateTo} set={(dateTo) => set({ dateTo })} />
      <label>
        {t('Specialty', '学科')}
        <select value={value.categoryId} onChange={(event) => set({ categoryId: event.target.value })}>
          <option value="">{t('All', '全部')}</option>
          {service?.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name[language]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {languageLabel}
        <select
          value={value.answerLanguage}
          onChange={(event) => set({ answerLanguage: event.target.value as Asked['answerLanguage'] })}
        >
          <option value="">{sameLanguage}</option>
          <option value="en">English</option>
          <option value="zh">中文</option>
        </select>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={!value.abstractsOnly}
          onChange={(event) => set({ abstractsOnly: !event.target.checked })}
        />
        <span>{t('Read open-access full texts', '查阅开放获取全文')}</span>
      </label>
    </>
  );
}

/** Field for four digits, which accepts nothing else. */
export function Year({ label, value, set }: { label: string; value: string; set(value: string): void }) {
  return (
    <label>
      {label}
      <input
        inputMode="numeric"
        pattern="[0-9]{4}"
        maxLength={4}
        value={value}
        onChange={(event) => set(event.target.value.replace(/\D/g, '').slice(0, 4))}
      />
    </label>
  );
}
