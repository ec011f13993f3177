import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../../lib/language.tsx';
import type { CitationProps } from '../../markdown/markdown.tsx';
import { useAnswerFacts } from '../answer-context.ts';
import { CardPopover } from './card-popover.tsx';
import { CitationCard } from './citation-card.tsx';

/** Shows "[2]" as a button that opens its card on click, hover or keyboard focus. */
export function Citation({ ordinal, sentence }: CitationProps) {
  const { references, handle, turnId, atArrival } = useAnswerFacts();
  const t = useText();
  const reference = references?.[ordinal - 1];
  const id = useRef(`cite-${turnId}-${Math.random().toString(36).slice(2)}`);
  // The meaning of the number is unknown until the list of references has arrived.
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
        // Keyboard focus opens the card too, but not focus that a closing card returns.
        if (!/^(?:Tab|Arrow(?:Left|Right))$/.test(event.key)) return;
        atArrival.current = true;
        handle.open(id.current);
      }}
    >
      {ordinal}
    </Popover.Trigger>
  );
}

/** Arrow keys move between citations. */
function moveBetweenCitations(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const all = [...document.querySelectorAll<HTMLElement>('button.cite')];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Card shared by an answer's citations. */
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
