import { Popover } from '@base-ui/react/popover';
import { comparisonCells, comparisonColumns } from '@citewell/sdk';
import { useRef } from 'react';
import { useText } from '../../lib/language.tsx';
import type { CellProps } from '../../markdown/markdown.tsx';
import { useAnswerFacts } from '../answer-context.ts';
import { CardPopover } from './card-popover.tsx';

/** Shows a cell as a button that opens the location of its words in the record; other cells unchanged. */
export function ComparisonCell({ ordinal, column, text, children }: CellProps) {
  const { comparison, references, cellHandle, turnId, atArrival } = useAnswerFacts();
  const t = useText();
  const id = useRef(`cell-${turnId}-${Math.random().toString(36).slice(2)}`);
  const pmid = ordinal === undefined ? undefined : references?.[ordinal - 1]?.pmid;
  const row = comparison?.find((each) => each.pmid === pmid);
  const name = comparisonCells.find((each) => each === comparisonColumns[column]);
  const span = name && row?.[name];
  // Tables of effects have other columns: a cell only gets a span whose words it shows, or a size in figures.
  const isSize = name === 'n' && /^[\d,]+$/.test(text);
  if (!span || !(isSize || isShownIn(span.text, text))) return children;
  return (
    <Popover.Trigger
      id={id.current}
      handle={cellHandle}
      payload={span}
      openOnHover
      delay={150}
      closeDelay={200}
      className="cell-source"
      aria-label={t(`${text}: show its sentence`, `${text}：查看原句`)}
      onKeyUp={(event) => {
        if (event.key !== 'Tab') return;
        atArrival.current = true;
        cellHandle.open(id.current);
      }}
    >
      {children}
    </Popover.Trigger>
  );
}

/** A cell has one line, and long ones are truncated. */
function isShownIn(text: string, shown: string): boolean {
  const flat = (words: string) => words.replace(/[\s\\|]+/g, '');
  return shown !== '' && flat(text).startsWith(flat(shown.replace(/…$/, '')));
}

/** Card shared by all cells: the sentence with the cell's words marked, and its location. */
export function CellPopover() {
  const { cellHandle, references } = useAnswerFacts();
  const t = useText();
  return (
    <CardPopover handle={cellHandle} label={t('Verbatim from the record', '文献原文')}>
      {(span) => (
        <>
          <p className="section-label">
            {span.field === 'title' ? t('Title', '标题') : t('Abstract', '摘要')}
            {t(`, characters ${span.start + 1}–${span.end}`, `，第 ${span.start + 1}–${span.end} 字符`)} ·
            PMID {span.pmid}
          </p>
          <blockquote className="cell-sentence">
            <MarkedSentence sentence={span.sentence} words={span.text} />
          </blockquote>
          <p className="card-source">{references?.find(({ pmid }) => pmid === span.pmid)?.title}</p>
        </>
      )}
    </CardPopover>
  );
}

function MarkedSentence({ sentence, words }: { sentence: string; words: string }) {
  const at = sentence.indexOf(words);
  if (at < 0) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <mark>{words}</mark>
      {sentence.slice(at + words.length)}
    </>
  );
}
