import type { ToolResult } from '@citewell/sdk';
import { useEffect, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { sourceLabel } from './labels.ts';
import { isRunning, type Step, type Turn } from './turn.ts';
import { useNow } from './use-now.ts';
import { waitingText } from './waiting.ts';

/** Shows the steps behind an answer as they happen; collapses when the answer begins. */
export function Steps({ turn }: { turn: Turn }) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(turn.phase === 'waiting');
  const { phase } = turn;
  const now = useNow(isRunning(turn));
  const { service } = useVisit();
  const waiting = waitingText(turn, { now, hasModel: service?.engine !== 'extractive', t });
  useEffect(() => setOpen(phase === 'waiting'), [phase]);
  const searches = turn.steps.filter((step) => step.kind === 'search').length;
  const last = turn.steps.at(-1);
  return (
    <details className="steps" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {turn.phase === 'waiting' || waiting ? (
          <span className="steps-now">
            <span className="pulse" aria-hidden="true" />
            {waiting ? waiting : last ? describe(last, t) : t('Sending the question …', '正在发送问题……')}
          </span>
        ) : (
          t(`How this was found: ${counted(searches, 'search', 'searches')}`, `检索过程：${searches} 次检索`)
        )}
        <Elapsed turn={turn} now={now} />
      </summary>
      <ol>
        {turn.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={index} className={step.kind === 'search' && step.result?.unavailable ? 'step-failed' : ''}>
            {describe(step, t)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function describe(step: Step, t: (en: string, zh: string) => string): string {
  if (step.kind === 'note') return step.message;
  const source = sourceLabel(step.tool, t);
  const { result } = step;
  if (!result) return t(`Searching ${source} …`, `正在检索 ${source}……`);
  if (result.unavailable) return t(`${source} could not be reached`, `未能连接 ${source}`);
  if (result.busy)
    return t(`${source} was busy; searching another source instead`, `${source} 繁忙，改为检索其他来源`);
  if (result.not_asked)
    return t(
      `${source} was not searched: no term could be translated into English`,
      `未检索 ${source}：没有词可译成英文`,
    );
  const lacking = lackingOf(result);
  const more = lacking > 0 ? t(`, ${lacking} not retrieved`, `，${lacking} 条未能获取`) : '';
  return t(
    `${source}: ${counted(result.total, 'hit')}, ${result.items.length} read${more}`,
    `${source}：命中 ${result.total.toLocaleString('en')} 条，读取 ${result.items.length} 条${more}`,
  );
}

/** Records that the source found but did not return. */
function lackingOf({ shortfall }: ToolResult): number {
  return shortfall ? shortfall.missing_pmids.length + shortfall.withheld : 0;
}

function Elapsed({ turn, now }: { turn: Turn; now: number }) {
  const { t } = useLanguage();
  const running = isRunning(turn);
  const seconds = ((turn.endedAt ?? now) - turn.startedAt) / 1000;
  if (!running && turn.endedAt === undefined) return null;
  // Not announced: a screen reader would read every count.
  return (
    <span className="elapsed" aria-hidden="true">
      {Math.max(0, seconds).toFixed(seconds < 10 ? 1 : 0)} {t('s', '秒')}
    </span>
  );
}
