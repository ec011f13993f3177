import type { Failure } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { FailureNote, titleOf } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { type Text, useLanguage, useText } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import { addressOf } from '../search/search.ts';
import { sourceLabel } from './labels.ts';
import { isRunning, type Turn } from './turn.ts';

/** Shows the step that failed, the text preserved, and the next actions. */
export function AnswerFailure({
  turn,
  retry,
  continues,
  lost,
}: {
  turn: Turn;
  retry(): void;
  /** Marks an interrupted review or discussion that can be continued. */
  continues: boolean;
  /** Marks a question whose findings, files or images were not kept. */
  lost: boolean;
}) {
  const { t, number } = useLanguage();
  const { service } = useVisit();
  const { failure, text, charged } = turn;
  if (!failure) return null;
  const step = failedStep(turn);
  const concepts = conceptsOf(turn);
  return (
    <FailureNote
      failure={failure}
      title={(of, text) => titleAt(step, of, text)}
      retry={retry}
      retryLabel={continues ? t('Continue', '继续') : lost ? t('Ask again', '重新提问') : undefined}
    >
      {text !== '' && <p>{t('The text generated so far is shown above.', '此前已生成的内容保留在上方。')}</p>}
      {continues && <ContinueNote />}
      {lost && <LostNote />}
      {charged !== undefined && (
        <p className="fine">
          {t(`You were charged ${counted(charged, 'token')}.`, `此次计费 ${number(charged)} Token。`)}
        </p>
      )}
      {step === 'searching' && concepts.length > 0 && (service?.library?.records ?? 0) > 0 && (
        <p>
          <Link href={searchFor(concepts)}>
            {t('Search the local library yourself', '自行检索本地文献库')}
          </Link>
        </p>
      )}
    </FailureNote>
  );
}

/** States the cost of continuing a review or discussion. */
export function ContinueNote() {
  const t = useText();
  return (
    <p className="fine">
      {t(
        'If you continue within an hour, the sections already written are not charged again.',
        '一小时内继续，已写完的部分不再计费。',
      )}
    </p>
  );
}

/** Explains why a question is not simply sent again. */
export function LostNote() {
  const t = useText();
  return (
    <p className="fine">
      {t(
        'Your history does not include findings, files or images. Add them again before asking.',
        '历史记录不保存研究结果、文件和图片：提问前请重新添加。',
      )}
    </p>
  );
}

/** Notes next to the text, not in a collapsed section, that a source is missing, since that may change the answer. */
export function MissingSources({ turn, retry }: { turn: Turn; retry(): void }) {
  const t = useText();
  const missing = missingSources(turn);
  if (missing.length === 0 || turn.text === '') return null;
  const names = missing.map((tool) => sourceLabel(tool, t)).join(t(', ', '、'));
  return (
    <div className="note note-warn" role="status">
      <p>
        {t(
          `${names} could not be reached; this answer is based on the other sources only.`,
          `未能连接 ${names}：本回答仅依据其余来源。`,
        )}{' '}
        {!isRunning(turn) && (
          <button type="button" className="link-button" onClick={retry}>
            {t('Ask again', '重新提问')}
          </button>
        )}
      </p>
    </div>
  );
}

type AnswerStep = 'sending' | 'searching' | 'writing';

function failedStep({ steps, text }: Turn): AnswerStep {
  if (text !== '') return 'writing';
  const searches = steps.filter((step) => step.kind === 'search');
  if (steps.length === 0) return 'sending';
  const found = searches.some(({ result }) => result && !result.unavailable && result.total > 0);
  return found ? 'writing' : 'searching';
}

/** Returns the title: problems the user can resolve, such as a low balance, take precedence over the step. */
function titleAt(step: AnswerStep, failure: Failure, t: Text): string {
  if (failure.kind !== 'other' && (failure.kind !== 'connection' || step === 'sending'))
    return titleOf(failure, t);
  switch (step) {
    case 'sending':
      return t('The question was not accepted', '问题未被受理');
    case 'searching':
      return t('The search failed', '检索未能完成');
    case 'writing':
      return t('The answer was interrupted', '回答中断');
  }
}

/** Names of the sources that failed, each once. */
function missingSources({ steps }: Turn): string[] {
  const searches = steps.filter((step) => step.kind === 'search');
  const answered = new Set(
    searches.filter(({ result }) => result && !result.unavailable).map(({ tool }) => tool),
  );
  const silent = searches.filter(({ result, tool }) => result?.unavailable && !answered.has(tool));
  return [...new Set(silent.map(({ tool }) => tool))];
}

function conceptsOf({ steps }: Turn): string[] {
  const first = steps.find((step) => step.kind === 'search' && step.input !== '');
  return first?.kind === 'search' ? first.input.split(' · ').slice(0, 3) : [];
}

function searchFor(concepts: readonly string[]): string {
  const terms = concepts.map((value) => ({ field: 'title_abstract' as const, value }));
  return addressOf({ terms, yearFrom: '', yearTo: '', sort: 'relevance', offset: 0 });
}
