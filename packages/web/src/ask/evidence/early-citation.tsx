import { useText } from '../../lib/language.tsx';
import type { CitationProps } from '../../markdown/markdown.tsx';
import { useAnswerFacts } from '../answer-context.ts';

/** Cites a paper by author and year in a section that is read before its turn: its number is not known yet. */
export function EarlyCitation({ ordinal }: CitationProps) {
  const { sources } = useAnswerFacts();
  const t = useText();
  const source = sources?.[ordinal - 1];
  if (!source) return null;
  const first = source.authors.split(/,\s*/)[0]?.replace(/ \p{Lu}+$/u, '') || source.journal;
  const name = `${first} ${source.year}`.trim();
  return (
    <span className="cite-early" title={source.title}>
      {t(` (${name})`, `（${name}）`)}
    </span>
  );
}
