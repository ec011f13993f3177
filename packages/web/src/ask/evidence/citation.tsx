import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../../lib/language.tsx';
import type { CitationProps } from '../../markdown/markdown.tsx';
import { useAnswerFacts } from '../answer-context.ts';
import { CardPopover } from './card-popover.tsx';
import { CitationCard } from './citation-card.tsx';

/** "[2]" as a button: it shows what is behind it when clicked, pointed at, or reached by keyboard. */
export function Citation({ ordinal, sentence }: CitationProps) {
  const { references, handle, turnId, atArrival } = useAnswerFacts();
  const t = useText();
  const reference = references?.[ordinal - 1];
  const id = useRef(`cite-${turnId}-${Math.random().toString(36).slice(2)}`);
  // Until the list of references is there, nobody can say what the number stands for.
  if (!references) return <span className="cite cite-pending">{ordinal}</span>;
  if (!reference)
    return (
      <span className="cite cite-dead" title={t('No reference has this number', '没有此编号的参考文献')}>
        {ordinal}
      </span>
    );
  return (
    <Popover.Trigger
      id={id.current}
      handle={handle}
      payload={{ ordinal, sentence }}
      openOnHover
      delay={150}
      closeDelay={200}
      className="cite"
      aria-label={t(`Citation ${ordinal}: ${reference.title}`, `引文 ${ordinal}：${reference.title}`)}
      onKeyDown={moveBetweenCitations}
      onKeyUp={(event) => {
        // Who arrives by keyboard sees it too; the focus that a closing card gives back opens nothing.
        if (!/^(?:Tab|Arrow(?:Left|Right))$/.test(event.key)) return;
        atArrival.current = true;
        handle.open(id.current);
      }}
    >
      {ordinal}
    </Popover.Trigger>
  );
}

/** Arrow keys go from citation to citation. */
function moveBetweenCitations(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const all = [...document.querySelectorAll<HTMLElement>('button.cite')];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The one card of an answer's citations. */
export function CitationPopover() {
  const { handle, references } = useAnswerFacts();
  const t = useText();
  return (
    <CardPopover handle={handle} label={t('Cited article', '所引文献')}>
      {(payload) =>
        references?.[payload.ordinal - 1] && (
          <CitationCard key={`${payload.ordinal} ${payload.sentence}`} {...payload} />
        )
      }
    </CardPopover>
  );
}
