import { indexTerms } from '@citewell/core/text/words.ts';
import { citedEvidence } from '@citewell/sdk/citation-markers';
import { planQuery } from '../../../literature/query/plan-query.ts';
import { listedName, namedOutcomes } from '../studies/named-outcomes.ts';
import { joinSentences, removeMarkers, sentencesOf } from '../writing/check-text.ts';
import { namesTopic, type TopicParts } from './names-topic.ts';

/**
 * Keeps the sentences of a conclusion that name a part of the topic, and those that follow one on the same studies:
 * anything else in a record on the topic is no conclusion on it.
 */
export function keepOnTopic(text: string, parts: TopicParts): { text: string; dropped: number } {
  const isOn = namesTopic(parts);
  let dropped = 0;
  const lines = text.split('\n').flatMap((line) => {
    const [, lead = '', body = ''] = /^(- |)(.*)$/.exec(line) ?? [];
    let before = new Set<string>();
    const kept = sentencesOf(body).filter((sentence) => {
      const cited = new Set(citedEvidence(sentence));
      const follows = cited.size > 0 && cited.isSubsetOf(before);
      if (!isOn(removeMarkers(sentence)) && !follows) {
        dropped++;
        return false;
      }
      before = cited;
      return true;
    });
    const joined = joinSentences(kept);
    return joined === '' && body !== '' ? [] : [`${lead}${joined}`];
  });
  return { text: lines.join('\n').trim(), dropped };
}

/**
 * Returns true if every drug, disease or other subject that a heading names occurs in these texts, and at least one of
 * its outcomes: otherwise the heading would claim that its evidence is about them.
 */
export function isHeadingCovered(line: string, texts: string): boolean {
  const terms = new Set(indexTerms(texts));
  const { subjects = [] } = planQuery({
    ...{ question: line, history: [], years: {}, category: undefined, thisYear: 0 },
  });
  const namesAll = subjects.every(
    ({ kind, wordings }) =>
      kind === 'phrase' || wordings.some((wording) => indexTerms(wording).every((term) => terms.has(term))),
  );
  const outcomes = namedOutcomes(line);
  const held = new Set(namedOutcomes(texts).map(({ name }) => spokenOf(name)));
  return namesAll && (outcomes.length === 0 || outcomes.some(({ name }) => held.has(spokenOf(name))));
}

/** Returns true if a heading names outcomes and a finding only others. */
export function isOnOtherOutcome(heading: string, finding: string): boolean {
  const wanted = new Set(namedOutcomes(heading).map(({ name }) => spokenOf(name)));
  const stated = namedOutcomes(finding).map(({ name }) => spokenOf(name));
  return wanted.size > 0 && stated.length > 0 && !stated.some((name) => wanted.has(name));
}

/** Returns an outcome's name in the list; survival counts as mortality. */
function spokenOf(name: string): string {
  return listedName(name).replace(/^survival$/, 'mortality');
}
