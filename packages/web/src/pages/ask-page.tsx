import { useCallback, useEffect, useRef, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { AnswerView } from '../ask/answer-view.tsx';
import { Composer, emptyQuestion } from '../ask/composer.tsx';
import type { Asked } from '../ask/turn.ts';
import { useAsking } from '../ask/use-asking.ts';
import { useLanguage } from '../lib/language.tsx';
import { navigate, useRoute } from '../lib/route.tsx';

const examples: [en: string, zh: string][] = [
  [
    'Does metformin lower cardiovascular risk in type 2 diabetes?',
    '二甲双胍能降低2型糖尿病患者的心血管风险吗？',
  ],
  ['Statins for primary prevention in people over 75', '75 岁以上人群使用他汀进行一级预防的证据'],
  [
    'SGLT2 inhibitors in heart failure with preserved ejection fraction',
    'SGLT2 抑制剂用于射血分数保留的心力衰竭',
  ],
  ['Is vitamin D useful to prevent fractures in older adults?', '维生素 D 能预防老年人骨折吗？'],
];

export function AskPage() {
  const { t } = useLanguage();
  const { query } = useRoute();
  const { turns, running, balance, stop, clear, started, send: submit } = useAsking('/');
  const [asked, setAsked] = useState<Asked>(() => ({ ...emptyQuestion, question: query.get('q') ?? '' }));
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const lastRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        inputRef.current?.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const send = useCallback(
    (question: Asked, again?: Parameters<typeof submit>[1]) => {
      // After signing in, the question is still there.
      if (!submit(question, again)) return setAsked(question);
      // A running answer stays in place, and does not affect what is being typed.
      if (again) return;
      setAsked({
        ...emptyQuestion,
        dateFrom: question.dateFrom,
        dateTo: question.dateTo,
        categoryId: question.categoryId,
        answerLanguage: question.answerLanguage,
        abstractsOnly: question.abstractsOnly ?? false,
      });
      requestAnimationFrame(() => lastRef.current?.scrollIntoView({ block: 'start', behavior: 'smooth' }));
    },
    [submit],
  );

  const edit = useCallback((question: Asked) => {
    setAsked({ ...question, attachments: [] });
    inputRef.current?.focus();
  }, []);

  const composer = (
    <Composer
      value={asked}
      onChange={setAsked}
      onAsk={() => send(asked)}
      onStop={stop}
      running={running}
      followUp={started}
      balance={balance}
      inputRef={inputRef}
    />
  );

  if (!started)
    return (
      <div className="page ask-start">
        <h1>{t('Answers you can check, sentence by sentence', '每一句都可核查的回答')}</h1>
        <p className="lead">
          {t(
            'Ask about the medical literature. Every citation number in the answer opens the article and the passage that supports it.',
            '向医学文献提问。回答中的每个编号都能打开对应文献及其原文依据。',
          )}
        </p>
        {composer}
        <EngineNote />
        <section className="examples" aria-label={t('Examples', '示例')}>
          {examples.map(([en, zh]) => {
            const question = t(en, zh);
            return (
              <button
                key={en}
                type="button"
                className="example"
                onClick={() => {
                  setAsked({ ...asked, question });
                  inputRef.current?.focus();
                }}
              >
                {question}
              </button>
            );
          })}
        </section>
      </div>
    );

  return (
    <div className="page page-wide conversation">
      <h1 className="visually-hidden">{t('Questions and answers', '问答')}</h1>
      <p className="conversation-bar">
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            clear();
            navigate('/');
            setTimeout(() => inputRef.current?.focus());
          }}
        >
          {t('New question', '新问题')}
        </button>
      </p>
      {turns.map((turn, index) => (
        <div key={turn.id} ref={index === turns.length - 1 ? lastRef : undefined} className="turn-place">
          <AnswerView turn={turn} onAskAgain={send} onEdit={edit} />
        </div>
      ))}
      <div className="composer-dock">{composer}</div>
    </div>
  );
}

/** Note that without a model the service quotes, for people who expect a synthesis. */
function EngineNote() {
  const { t } = useLanguage();
  const { service } = useVisit();
  if (service?.engine !== 'extractive') return null;
  return (
    <p className="fine engine-note">
      {t(
        'No language model is configured; answers are verbatim quotations from the literature.',
        '本服务逐字摘录文献原文，未配置语言模型进行综合撰写。',
      )}
    </p>
  );
}
