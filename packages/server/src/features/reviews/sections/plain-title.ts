import type { Article } from '@citewell/core/records/article.ts';
import { findingDirection } from '../../../literature/ranking/direction.ts';
import { makesNoClaim } from '../../answers/verification/uncited-claim-filter.ts';
import type { EvidenceUnit } from './evidence-units.ts';
import { namesTopic, type TopicParts } from './names-topic.ts';
import { isHeadingCovered } from './on-topic.ts';
import { toPlainLine } from './to-plain-line.ts';

const titleMax = 200;

/**
 * Returns a title that names the topic and claims nothing, otherwise an empty text. `records`: the texts of the
 * reviewed records.
 */
export function plainTitle(
  title: string,
  records: string,
  topic: { question: string; parts: TopicParts },
): string {
  const plain = toPlainLine(title);
  const isName = plain.length <= titleMax && !isSentence.test(plain) && findingDirection(plain) === undefined;
  const isOfTopic =
    namesTopic(topic.parts)(plain) && isHeadingCovered(plain, `${records}\n${topic.question}`);
  return isName && isOfTopic && makesNoClaim(plain, records) ? plain : '';
}

/** Matches an ending that no name has, or punctuation that only a sentence has. */
const isSentence =
  /[.!?。！？;；:：]\s*$|\d\s*%|\b(?:is|are|was|were|does|do|did|has|have|can|may|must|should|will|you|your|never|always)\b|[您你]/i;

/** Returns all texts of a review's records, for `plainTitle`. */
export function recordsText(units: readonly EvidenceUnit[], articles: ReadonlyMap<string, Article>): string {
  const texts = [...new Set(units.map(({ article }) => article.pmid))].flatMap((pmid) => {
    const article = articles.get(pmid);
    return article ? [article.title, ...article.abstract.map(({ text }) => text)] : [];
  });
  return texts.join('\n');
}
