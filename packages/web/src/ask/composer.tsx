import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { ReadFailure } from './read-file.ts';
import type { Asked } from './turn.ts';
import type { Balance } from './use-conversation.ts';

const questionMax = 4_000;

export const emptyQuestion: Asked = {
  question: '',
  dateFrom: '',
  dateTo: '',
  categoryId: '',
  answerLanguage: '',
  mode: 'answer',
  attachment: undefined,
  images: [],
  excluded: [],
};

type Props = {
  value: Asked;
  onChange(value: Asked): void;
  onAsk(): void;
  onStop(): void;
  running: boolean;
  followUp: boolean;
  balance: Balance | undefined;
  inputRef: RefObject<HTMLTextAreaElement | null>;
};

export function Composer({ value, onChange, onAsk, onStop, running, followUp, balance, inputRef }: Props) {
  const { t, language, number } = useLanguage();
  const { service } = useVisit();
  const [more, setMore] = useState(value.dateFrom !== '' || value.dateTo !== '' || value.categoryId !== '');
  const set = (change: Partial<Asked>) => onChange({ ...value, ...change });
  const tooLong = [...value.question].length > questionMax;
  // A discussion is of findings: without any there is nothing to discuss.
  const lacksFindings = value.mode === 'discussion' && !value.attachment?.text.trim();
  const empty = value.question.trim() === '' || lacksFindings;

  function onKeyDown(event: KeyboardEvent): void {
    // While Chinese is being typed, Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!empty && !tooLong && !running) onAsk();
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (!running && !empty && !tooLong) onAsk();
      }}
    >
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
          <label>
            {t('From year', '起始年份')}
            <input
              inputMode="numeric"
              pattern="[0-9]{4}"
              maxLength={4}
              placeholder="1990"
              value={value.dateFrom}
              onChange={(event) => set({ dateFrom: digits(event.target.value) })}
            />
          </label>
          <label>
            {t('To year', '截止年份')}
            <input
              inputMode="numeric"
              pattern="[0-9]{4}"
              maxLength={4}
              placeholder={String(new Date().getFullYear())}
              value={value.dateTo}
              onChange={(event) => set({ dateTo: digits(event.target.value) })}
            />
          </label>
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
            {t('Answer in', '回答语言')}
            <select
              value={value.answerLanguage}
              onChange={(event) => set({ answerLanguage: event.target.value as Asked['answerLanguage'] })}
            >
              <option value="">{t('the question’s language', '与问题相同')}</option>
              <option value="en">English</option>
              <option value="zh">中文</option>
            </select>
          </label>
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
          {t('Your findings, or attach them', '您的研究结果，也可附加文件')}
          <textarea
            rows={4}
            value={value.attachment?.text ?? ''}
            placeholder={t('In our cohort of 412 adults …', '本研究纳入 412 例成人……')}
            onChange={(event) =>
              set({
                attachment: event.target.value
                  ? {
                      name: value.attachment?.name ?? t('Pasted findings', '粘贴的研究结果'),
                      text: event.target.value,
                    }
                  : undefined,
              })
            }
          />
        </label>
      )}
      <div className="composer-bar">
        <AttachButton set={set} value={value} />
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
            {t(`${number(balance.available)} tokens left`, `余额 ${number(balance.available)} 令牌`)}
          </span>
        )}
        {running ? (
          <button type="button" className="button button-primary" onClick={onStop}>
            <span className="stop-icon" aria-hidden="true" /> {t('Stop', '停止')} <kbd>Esc</kbd>
          </button>
        ) : (
          <button type="submit" className="button button-primary" disabled={empty || tooLong}>
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

function digits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4);
}

function summary({ dateFrom, dateTo, categoryId, answerLanguage, mode }: Asked): number {
  return [dateFrom || dateTo, categoryId, answerLanguage, mode === 'discussion'].filter(Boolean).length;
}

function AttachButton({ value, set }: { value: Asked; set(change: Partial<Asked>): void }) {
  const { t } = useLanguage();
  const { service } = useVisit();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'reading' | ReadFailure>();
  const accept = `.txt,.md,.pdf,text/plain,application/pdf${service?.images ? ',image/png,image/jpeg,image/webp' : ''}`;

  async function read(file: File): Promise<void> {
    setState('reading');
    // Loaded when somebody attaches something.
    const { ReadError, readAttachment, readImage } = await import('./read-file.ts');
    try {
      if (file.type.startsWith('image/')) {
        const image = { name: file.name, data: await readImage(file) };
        set({ images: [...value.images, image].slice(0, 4) });
      } else
        set({
          attachment: { name: file.name, text: await readAttachment(file, AbortSignal.timeout(60_000)) },
        });
      setState(undefined);
    } catch (error) {
      setState(error instanceof ReadError ? error.reason : 'unreadable');
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('File to attach', '要附加的文件')}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) read(file);
        }}
      />
      <button
        type="button"
        className="button button-quiet"
        onClick={() => input.current?.click()}
        disabled={state === 'reading'}
      >
        {state === 'reading'
          ? t('Reading …', '读取中……')
          : service?.images
            ? t('Attach PDF, text, image', '附加 PDF、文本、图片')
            : t('Attach PDF or text', '附加 PDF 或文本')}
      </button>
      {state && state !== 'reading' && (
        <span className="field-error" role="alert">
          {readFailure(state, t)}
        </span>
      )}
    </>
  );
}

function readFailure(reason: ReadFailure, t: (en: string, zh: string) => string): string {
  switch (reason) {
    case 'too_large':
      return t('This file is too large.', '文件过大。');
    case 'no_text':
      return t(
        'No text in it: a scan has to be made searchable first.',
        '文件中没有文字：扫描件需先识别文字。',
      );
    case 'text_too_long':
      return t('Its text is longer than 2 MB.', '文本超过 2 MB。');
    case 'unreadable':
      return t('This file cannot be read.', '无法读取该文件。');
  }
}

function Attachments({ value, set }: { value: Asked; set(change: Partial<Asked>): void }) {
  const { t, number } = useLanguage();
  const { attachment, images } = value;
  if (!attachment && images.length === 0) return null;
  return (
    <ul className="chips">
      {attachment && (
        <li className="chip">
          {attachment.name}{' '}
          <span className="fine">
            {t(`${number(attachment.text.length)} characters`, `${number(attachment.text.length)} 字`)}
          </span>
          <button
            type="button"
            className="chip-remove"
            onClick={() => set({ attachment: undefined })}
            aria-label={t(`Remove ${attachment.name}`, `移除 ${attachment.name}`)}
          >
            ×
          </button>
        </li>
      )}
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name
        <li key={index} className="chip">
          <img src={image.data} alt="" width="20" height="20" /> {image.name}
          <button
            type="button"
            className="chip-remove"
            onClick={() => set({ images: images.filter((_, at) => at !== index) })}
            aria-label={t(`Remove ${image.name}`, `移除 ${image.name}`)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
