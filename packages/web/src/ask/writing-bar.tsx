import { useLanguage } from '../lib/language.tsx';
import { countSections, remainingSeconds } from './remaining.ts';
import type { Turn } from './turn.ts';
import { useNow } from './use-now.ts';

/** Shows the progress of a review: finished sections, time taken and remaining, and what is being written. */
export function WritingBar({ turn, writing }: { turn: Turn; writing: NonNullable<Turn['writing']> }) {
  const { t } = useLanguage();
  const now = useNow(true);
  const { progress } = writing;
  const { all, done } = countSections(progress);
  const left = remainingSeconds(writing, now);
  const open = progress.sections.filter(({ state }) => state === 'writing');
  const label = t(`${done} of ${all} sections done`, `已完成 ${done}/${all} 个部分`);
  return (
    <section className="writing-bar" aria-label={t('Progress of the review', '综述进度')}>
      <progress max={all} value={done} aria-label={label} />
      <p className="writing-figures">
        <span>{label}</span>
        <span aria-hidden="true">
          {t(
            `${Math.round((now - turn.startedAt) / 1_000)} s so far`,
            `已用 ${Math.round((now - turn.startedAt) / 1_000)} 秒`,
          )}
          {left !== undefined && t(`, about ${left} s left`, `，约剩 ${left} 秒`)}
        </span>
      </p>
      {open.length > 0 && (
        <p className="fine">
          {t('Writing: ', '正在撰写：')}
          {open.map(({ heading }) => heading).join(t('; ', '；'))}
        </p>
      )}
    </section>
  );
}
