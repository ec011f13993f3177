import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { useText } from '../../lib/language.tsx';
import { useAnswerFacts } from '../answer-context.ts';

type CardPopoverProps<Payload> = {
  handle: ReturnType<typeof Popover.createHandle<Payload>>;
  label: string;
  /** Renders the content for the trigger that opened the card. */
  children(payload: Payload): ReactNode;
};

/** Card shared by all triggers of an answer: it moves to the one that is opened. */
export function CardPopover<Payload>({ handle, label, children }: CardPopoverProps<Payload>) {
  const { atArrival } = useAnswerFacts();
  const t = useText();
  return (
    <Popover.Root
      handle={handle}
      onOpenChange={(open) => {
        if (!open) atArrival.current = false;
      }}
    >
      {({ payload }) => (
        <Popover.Portal>
          <Popover.Positioner className="card-positioner" sideOffset={8} collisionPadding={12}>
            <Popover.Popup
              className="card"
              aria-label={label}
              initialFocus={() => (atArrival.current ? false : undefined)}
            >
              {payload !== undefined && children(payload)}
              <Popover.Close className="card-close" aria-label={t('Close', '关闭')}>
                ×
              </Popover.Close>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  );
}
