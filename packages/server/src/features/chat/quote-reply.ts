import type { Language } from '@citewell/sdk';
import { renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { introductionOf, quotationOf } from '../../pipeline/quotation.ts';
import type { ChatInput } from './avatar-prompt.ts';

/** Maximum number of papers quoted in a reply of a few sentences. */
const papersMax = 3;

const opening: Record<Language, string> = {
  en: 'This is what the abstracts found say, word for word:',
  zh: '检索到的文献摘要原文如下：',
};

/** Writes a reply without a model: a sentence of each of the best papers, verbatim, with evidence ids. */
export function* quoteReply({
  language,
  passages,
}: Pick<ChatInput, 'language' | 'passages'>): Generator<string> {
  // Missing subjects are named before the quotations.
  if (!passages.some(({ lacks }) => lacks)) yield opening[language];
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  for (const [first] of [...papers.values()].slice(0, papersMax))
    if (first)
      yield `\n- ${introductionOf(first, language)}${quotationOf(first.text)} ${renderEvidenceMarker(first.id)}`;
}
