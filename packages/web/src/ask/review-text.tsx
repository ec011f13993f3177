import { type ComponentProps, Fragment } from 'react';
import { useText } from '../lib/language.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { EarlyCitation } from './evidence/early-citation.tsx';
import { sectionsOf, waitingSections } from './sectioned-text.ts';
import { isRunning, type Turn } from './turn.ts';

/**
 * Shows a long text, and below it the finished sections whose turn has not come. Each section keeps its elements when
 * it moves to its place, so that what somebody is reading stays where it is on the screen.
 */
export function ReviewText({
  turn,
  ...options
}: { turn: Turn } & Omit<ComponentProps<typeof Markdown>, 'text'>) {
  const t = useText();
  const waiting = waitingSections(turn);
  return (
    <>
      {[
        ...sectionsOf(turn.text).map(({ name, source }) => (
          <Fragment key={`section ${name}`}>
            <Markdown text={source} {...options} />
          </Fragment>
        )),
        waiting.length > 0 && (
          <p className="fine" key="waiting">
            {isRunning(turn)
              ? t(
                  'Sections before these are still being written. Citations are numbered in the complete text.',
                  '以下部分之前还有内容正在撰写；全文写完后，引文将统一编号。',
                )
              : t('Sections before these are missing.', '以下部分之前的内容缺失。')}
          </p>
        ),
        ...waiting.map(({ name, source }) => (
          <Fragment key={`section ${name}`}>
            <Markdown text={source} {...options} Citation={EarlyCitation} />
          </Fragment>
        )),
      ]}
    </>
  );
}
