import { joinSentences, removeMarkers, sentencesOf } from '../writing/check-text.ts';

/** Removes the sentences of a checked text that are in `earlier`, whatever their citation markers, and adds the others to it. */
export function removeRepeatedSentences(text: string, earlier: Set<string>): string {
  const isNew = (sentence: string) => {
    const claim = removeMarkers(sentence)
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
