import { inlineLabel } from '../../../literature/studies/abstract-sentences.ts';
import { joinSentences, removeMarkers, sentencesOf } from '../writing/check-text.ts';

/**
 * Removes the sentences of a checked text that are in `earlier`, ignoring citation markers, labels and "In one study,",
 * and adds the others to it.
 */
export function removeRepeatedSentences(text: string, earlier: Set<string>): string {
  const isNew = (sentence: string) => {
    const bare = removeMarkers(sentence)
      .replace(/^[“"]/, '')
      .replace(/^In (?:one|another|a further) study, /, '');
    const claim = bare
      .slice(inlineLabel(bare)?.length ?? 0)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return !earlier.has(claim) && earlier.add(claim);
  };
  return text
    .split('\n')
    .flatMap((line) => {
      const [, lead = '', body = ''] = /^(- |)(.*)$/.exec(line) ?? [];
      const left = joinSentences(sentencesOf(body).filter(isNew));
      return left === '' && body !== '' ? [] : [`${lead}${left}`];
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
