import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { counted } from '../lib/counted.ts';
import { isComposing } from '../lib/keyboard.ts';
import { useLanguage } from '../lib/language.tsx';
import { AttachButton, Attachments, DropHint } from './attachments/attachments.tsx';
import { pastedFiles, useAttaching } from './attachments/use-attaching.ts';
import { Filters } from './filters.tsx';
import { StopButton } from './stop-button.tsx';
import type { Asked } from './turn.ts';
import type { Balance } from './use-conversation.ts';

const questionMax = 4_000;

export const emptyQuestion: Asked = {
  question: '',
  dateFrom: '',
  dateTo: '',
  categoryId: '',
  answerLanguage: '',
  abstractsOnly: false,
  mode: 'answer',
  findings: '',
  attachments: [],
  images: [],
  excluded: [],
};

type Props = {
  value: Asked;
  onChange(to: (before: Asked) => Asked): void;
  onAsk(): void;
  onStop(): void;
  running: boolean;
  followUp: boolean;
  balance: Balance | undefined;
  inputRef: RefObject<HTMLTextAreaElement | null>;
};

export function Composer({ value, onChange, onAsk, onStop, running, followUp, balance, inputRef }: Props) {
  const { t, number } = useLanguage();
  const { service } = useVisit();
  const [more, setMore] = useState(value.dateFrom !== '' || value.dateTo !== '' || value.categoryId !== '');
  const attaching = useAttaching(value, onChange, service?.images === true);
  const set = (change: Partial<Asked>) => onChange((before) => ({ ...before, ...change }));
  const tooLong = [...value.question].length > questionMax;
  const ready = value.question.trim() !== '' && !tooLong && !attaching.reading && !running;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    if (ready) onAsk();
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAsk();
      }}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        attaching.attach(files);
      }}
    >
      <DropHint attaching={attaching} />
      <label className="visually-hidden" htmlFor="question">
        {t('Your question', '您的问题')}
      </label>
      <textarea
        id="question"
        ref={inputRef}
        rows={followUp ? 1 : 2}
        value={value.question}
        onChange={(event) => set({ question: event.target.value })}
        onKeyDown={onKeyDown}
        aria-describedby="composer-note"
        aria-invalid={tooLong}
        placeholder={
          followUp
            ? t('Ask a follow-up …', '继续提问……')
            : t('Ask a medical question, in English or Chinese …', '输入医学问题，中文或英文均可……')
        }
      />
      <Attachments value={value} set={set} />
      {more && (
        <div className="composer-options">
          <Filters
            value={value}
            set={set}
            languageLabel={t('Answer in', '回答语言')}
            sameLanguage={t('the question’s language', '与问题相同')}
          />
          {service?.discussion && (
            <label>
              {t('Write', '生成')}
              <select
                value={value.mode}
                onChange={(event) => set({ mode: event.target.value as Asked['mode'] })}
              >
                <option value="answer">{t('an answer', '回答')}</option>
                <option value="discussion">{t('a discussion section', '讨论部分')}</option>
              </select>
            </label>
          )}
        </div>
      )}
      {value.mode === 'discussion' && (
        <label className="composer-findings">
          {t('Your findings (paste or attach; optional)', '您的研究结果（可粘贴或附加文件，选填）')}
          <textarea
            rows={4}
            value={value.findings}
            placeholder={t('In our cohort of 412 adults …', '本研究纳入 412 例成人……')}
            onChange={(event) => set({ findings: event.target.value })}
          />
        </label>
      )}
      <div className="composer-bar">
        <AttachButton attaching={attaching} />
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          {t('Filters', '筛选')}
          {summary(value) > 0 && <span className="count">{summary(value)}</span>}
        </button>
        <span className="composer-space" />
        {tooLong && (
          <span className="field-error" role="alert">
            {t(
              `${number([...value.question].length)} of ${number(questionMax)} characters`,
              `${number([...value.question].length)} / ${number(questionMax)} 字符`,
            )}
          </span>
        )}
        {balance && !tooLong && (
          <span className="fine composer-balance">
            {t(`${counted(balance.available, 'token')} left`, `余额 ${number(balance.available)} Token`)}
          </span>
        )}
        {running ? (
          <StopButton onStop={onStop} hint />
        ) : (
          <button type="submit" className="button button-primary" disabled={!ready}>
            {t('Ask', '提问')}
          </button>
        )}
      </div>
      <p className="composer-note" id="composer-note">
        {t('Not medical advice. Do not enter patient data.', '不构成医疗建议，请勿输入患者信息。')}
      </p>
    </form>
  );
}

function summary({ dateFrom, dateTo, categoryId, answerLanguage, abstractsOnly, mode }: Asked): number {
  return [dateFrom || dateTo, categoryId, answerLanguage, abstractsOnly, mode === 'discussion'].filter(
    Boolean,
  ).length;
}
