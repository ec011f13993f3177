import { Popover } from '@base-ui/react/popover';
import type { RecordSpan } from '@citewell/sdk';
import { formatReferences } from '@citewell/sdk/bibliography';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import { memo, useMemo, useRef, useState } from 'react';
import { useVisit } from '../api/session.tsx';
import { Coins } from '../components/coins.tsx';
import { DemonstrationBanner } from '../components/demonstration.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { counted } from '../lib/counted.ts';
import { copyText } from '../lib/files.ts';
import { useLanguage } from '../lib/language.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { AnswerContext, type AnswerFacts, type CitationPayload, checkedSentences } from './answer-context.ts';
import { AnswerFailure, ContinueNote, LostNote, MissingSources } from './answer-failure.tsx';
import { Contents } from './contents.tsx';
import { ChosenSources } from './evidence/chosen-sources.tsx';
import { Citation, CitationPopover } from './evidence/citation.tsx';
import { CellPopover, ComparisonCell } from './evidence/comparison-cell.tsx';
import { FigureUnder } from './evidence/figure.tsx';
import { SourcesRail } from './evidence/sources-rail.tsx';
import { countSections } from './remaining.ts';
import { ReviewText } from './review-text.tsx';
import { SaveDocument } from './save-document.tsx';
import { SaveScreening } from './save-screening.tsx';
import { SearchPanel } from './search-panel.tsx';
import { Steps } from './steps.tsx';
import { type Asked, citedRecords, isRunning, type Turn } from './turn.ts';
import { WritingBar } from './writing-bar.tsx';

const nothingKnown: Turn['items'] = {};

type Actions = {
  /** `again`: the turn that the new one replaces, and the section to be rewritten. */
  onAskAgain(asked: Asked, again?: { turn: Turn; section?: string }): void;
  /** Puts a question back into the form, so that its attachments can be added again. */
  onEdit?(asked: Asked): void;
};

/** Shows one question with its answer, its sources, and how it came about. */
export const AnswerView = memo(function AnswerView({ turn, onAskAgain, onEdit }: { turn: Turn } & Actions) {
  const { t, number } = useLanguage();
  const { service } = useVisit();
  const [handle] = useState(() => Popover.createHandle<CitationPayload>());
  const [cellHandle] = useState(() => Popover.createHandle<RecordSpan>());
  const atArrival = useRef(false);
  const textRef = useRef<HTMLDivElement>(null);
  const { references, trust, run, items, asked } = turn;
  const done = !isRunning(turn);
  const { verification, comparison, figures } = turn;
  const citesNothing = useMemo(() => {
    const checked = checkedSentences(verification);
    return verification && ((sentence: string) => checked.get(sentence)?.kind === 'needs_citation');
  }, [verification]);
  const known = references ? items : nothingKnown;
  const facts = useMemo<AnswerFacts>(
    () => ({
      turnId: turn.id,
      references,
      sources: turn.sources,
      trust,
      run,
      items: known,
      checked: checkedSentences(verification),
      comparison,
      figures,
      handle,
      cellHandle,
      atArrival,
    }),
    [
      turn.id,
      references,
      turn.sources,
      trust,
      run,
      handle,
      cellHandle,
      known,
      verification,
      comparison,
      figures,
    ],
  );
  const cites = (references?.length ?? 0) > 0;
  const cited = useMemo(() => (done ? citedRecords(turn) : []), [done, turn]);
  const chosen = references ? undefined : turn.sources;
  const hasRail = cites || (chosen?.length ?? 0) > 0;
  const category = service?.categories.find(({ id }) => id === asked.categoryId);
  const canContinue = asked.mode !== 'answer' && turn.call !== undefined && turn.phase !== 'done';
  const lost = onEdit !== undefined && turn.lost === true;
  const retry = () => {
    if (turn.rewrite !== undefined) onAskAgain(asked, { turn, section: turn.rewrite });
    else if (canContinue) onAskAgain(asked, { turn });
    else if (lost) onEdit?.(asked);
    else onAskAgain(asked);
  };
  const uncitedTitle = t('This sentence cites no source', '此句未引用任何文献');
  const options = {
    Citation,
    Cell: ComparisonCell,
    Figure: FigureUnder,
    markUncited: done && cites && marksUncited(turn),
    citesNothing,
    uncitedTitle,
  };

  return (
    <article className="turn" aria-busy={!done}>
      <header className="question">
        <h2>{asked.question}</h2>
        <Filters asked={asked} category={category?.name} />
      </header>
      <div className={hasRail ? 'answer-grid' : 'answer-grid answer-alone'}>
        <div className="answer-main">
          <Steps turn={turn} />
          <DemonstrationBanner records={references ?? []} />
          <MissingSources turn={turn} retry={() => onAskAgain(asked)} />
          {!done && turn.writing && <WritingBar turn={turn} writing={turn.writing} />}
          {asked.mode !== 'answer' && (
            <Contents
              turn={turn}
              textRef={textRef}
              writing={!done}
              written={asked.mode === 'review' && done ? turn.written : undefined}
              onRewrite={(section) => onAskAgain(asked, { turn, section })}
            />
          )}
          <AnswerContext value={facts}>
            <div className="prose" ref={textRef}>
              {asked.mode === 'answer' ? (
                <Markdown text={turn.text} {...options} />
              ) : (
                <ReviewText turn={turn} {...options} />
              )}
              {turn.phase === 'writing' && <span className="caret" aria-hidden="true" />}
            </div>
            {done && cites && <CitationPopover />}
            {comparison && <CellPopover />}
          </AnswerContext>
          <AnswerFailure turn={turn} retry={retry} continues={canContinue} lost={lost} />
          {turn.phase === 'stopped' && (
            <div className="note">
              <p>
                {t(
                  'Stopped. Nothing more will be generated or charged.',
                  '已停止：不再生成内容，也不再计费。',
                )}{' '}
                <button type="button" className="link-button" onClick={retry}>
                  {canContinue ? t('Continue', '继续') : t('Ask again', '重新提问')}
                </button>
              </p>
              {canContinue && <ContinueNote />}
              {lost && <LostNote />}
            </div>
          )}
          {done && cites && <UncitedNote turn={turn} />}
          {done && turn.text !== '' && (
            <div className="toolbar" role="toolbar" aria-label={t('Answer', '回答')}>
              <CopyAnswer turn={turn} textRef={textRef} />
              <SaveDocument turn={turn} />
              {turn.screening && (
                <SaveScreening records={turn.screening} bibliography={cited} topic={asked.question} />
              )}
              <ExportMenu records={cited} topic={asked.question} disabled={!cites} />
              <button type="button" className="button button-quiet" onClick={() => window.print()}>
                {t('Print', '打印')}
              </button>
              {service?.discussion &&
                asked.mode === 'answer' &&
                asked.attachments.some(({ text }) => text !== '') && (
                  <button
                    type="button"
                    className="button button-quiet"
                    onClick={() => onAskAgain({ ...asked, mode: 'discussion' })}
                  >
                    {t('Write a discussion section', '撰写讨论部分')}
                  </button>
                )}
              {turn.charged !== undefined && (
                <span className="charged">
                  {t(`${counted(turn.charged, 'token')} used`, `消耗 ${number(turn.charged)} Token`)}
                </span>
              )}
            </div>
          )}
          {done && <SearchPanel turn={turn} />}
          <Coins records={cited} />
        </div>
        {chosen && hasRail && <ChosenSources sources={chosen} writing={!done} />}
        {cites && (
          <SourcesRail
            turn={turn}
            onAskWithout={(pmids) =>
              onAskAgain({ ...asked, excluded: [...new Set([...asked.excluded, ...pmids])] })
            }
          />
        )}
      </div>
      <PrintedReferences turn={turn} />
      <p className="visually-hidden" role="status">
        {announcement(turn, t)}
      </p>
    </article>
  );
});

/** Announces only start and end: a screen reader does not read the text word by word. */
function announcement(turn: Turn, t: (en: string, zh: string) => string): string {
  if (isRunning(turn) && turn.writing) {
    const { all, done } = countSections(turn.writing.progress);
    return t(`${done} of ${all} sections done.`, `已完成 ${done}/${all} 个部分。`);
  }
  switch (turn.phase) {
    case 'waiting':
      return turn.sources?.length
        ? t(
            `${counted(turn.sources.length, 'paper')} chosen as evidence.`,
            `已选定 ${turn.sources.length} 篇文献作为依据。`,
          )
        : t('Searching the literature.', '正在检索文献。');
    case 'writing':
      return t('Writing the answer.', '正在撰写回答。');
    case 'done':
      return t(
        `The answer is complete, with ${counted(turn.references?.length ?? 0, 'source')}.`,
        `回答完成，共 ${turn.references?.length ?? 0} 篇文献。`,
      );
    case 'stopped':
      return t('Stopped.', '已停止。');
    case 'failed':
      return t('The answer failed.', '回答失败。');
  }
}

function Filters({ asked, category }: { asked: Asked; category: Record<'en' | 'zh', string> | undefined }) {
  const { t, language } = useLanguage();
  const { dateFrom, dateTo, abstractsOnly, attachments, images, excluded, mode } = asked;
  const chips = [
    mode === 'discussion' && t('Discussion section', '讨论部分'),
    (dateFrom || dateTo) && `${dateFrom || '…'}–${dateTo || t('present', '今')}`,
    category?.[language],
    abstractsOnly && t('abstracts only', '仅摘要'),
    ...attachments.map(({ name }) => name),
    images.length > 0 && t(counted(images.length, 'image'), `${images.length} 张图片`),
    excluded.length > 0 && t(`excluding ${counted(excluded.length, 'paper')}`, `排除 ${excluded.length} 篇`),
  ].filter(Boolean);
  if (chips.length === 0) return null;
  return (
    <ul className="chips">
      {chips.map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name
        <li key={index} className="chip">
          {chip}
        </li>
      ))}
    </ul>
  );
}

/** Explains the markings in the text, and the results of checking its sentences. */
function UncitedNote({ turn }: { turn: Turn }) {
  const { t, number } = useLanguage();
  const { verification, text } = turn;
  if (text === '' || !marksUncited(turn)) return null;
  const uncited = verification?.sentences.filter(({ kind }) => kind === 'needs_citation').length;
  return (
    <p className="legend">
      {uncited === 0 ? (
        t('Every statement cites a source.', '所有陈述均已标注文献。')
      ) : (
        <>
          <span className="uncited">{t('Dotted underlines', '点状下划线')}</span>{' '}
          {t('mark sentences that cite no source.', '标出未引用文献的句子。')}
        </>
      )}{' '}
      {t('Select a citation number to see its evidence.', '点击编号可查看其依据。')}{' '}
      {verification !== undefined &&
        verification.omitted > 0 &&
        t(
          `${number(verification.omitted)} unsupported ${verification.omitted === 1 ? 'sentence was' : 'sentences were'} removed.`,
          `${number(verification.omitted)} 个没有文献支持的句子已被删除。`,
        )}
    </p>
  );
}

/**
 * Returns true if uncited sentences are marked. A review's statements about its own method need no source unless the
 * service says so.
 */
function marksUncited({ asked, verification }: Turn): boolean {
  return asked.mode !== 'review' || verification !== undefined;
}

function CopyAnswer({ turn, textRef }: { turn: Turn; textRef: React.RefObject<HTMLDivElement | null> }) {
  const { t, language } = useLanguage();
  const [said, setSaid] = useState('');
  const copy = async () => {
    const list = formatReferences(citedRecords(turn), language === 'zh' ? 'gbt7714' : 'vancouver');
    const title = t('References', '参考文献');
    const copied = await copyText(
      `${turn.text}\n\n${title}\n${list}\n`,
      richText(textRef.current, title, list),
    );
    setSaid(copied ? t('Copied', '已复制') : t('Copy failed', '复制失败'));
    setTimeout(() => setSaid(''), 2_000);
  };
  return (
    <button type="button" className="button button-quiet" onClick={copy}>
      <span aria-live="polite">{said || t('Copy with references', '复制（含参考文献）')}</span>
    </button>
  );
}

/** Copies the answer for a word processor: raised numbers, no buttons. Built of text nodes, never of HTML strings. */
function richText(text: HTMLElement | null, title: string, list: string): string {
  const root = document.createElement('div');
  if (text) root.append(...(text.cloneNode(true) as HTMLElement).childNodes);
  for (const cite of root.querySelectorAll('.cite')) {
    const raised = document.createElement('sup');
    raised.textContent = renderCitationMarker(Number(cite.textContent));
    cite.replaceWith(raised);
  }
  const heading = document.createElement('h3');
  heading.textContent = title;
  root.append(heading);
  for (const line of list.split('\n')) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    root.append(paragraph);
  }
  return root.innerHTML;
}

/** References for print, where cards and rail cannot be opened. */
function PrintedReferences({ turn }: { turn: Turn }) {
  const { t, language } = useLanguage();
  if (!turn.references?.length) return null;
  return (
    <section className="print-only">
      <h3>{t('References', '参考文献')}</h3>
      {formatReferences(citedRecords(turn), language === 'zh' ? 'gbt7714' : 'vancouver')
        .split('\n')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </section>
  );
}
