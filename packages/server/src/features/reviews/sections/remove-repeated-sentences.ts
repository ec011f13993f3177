import { joinSentences, sentencesOf, withoutMarks } from '../writing/check-text.ts';

/** A checked text without the sentences that were said before, whatever their marks; `said` gains the others. */
export function removeRepeatedSentences(text: string, said: Set<string>): string {
  const isNew = (sentence: string) => {
    const claim = withoutMarks(sentence)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return !said.has(claim) && said.add(claim);
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
