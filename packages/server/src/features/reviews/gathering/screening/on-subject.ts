import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { compile } from '../../../../retrieval/subjects/compile-subject.ts';
import { textOf } from '../../../../retrieval/subjects/record-text.ts';
import { isHabit } from '../about-topic.ts';
import { aimsAndConclusions } from '../own-question/aims-and-conclusions.ts';
import { markSubjects, subjectMark } from '../subject-names/subject-marks.ts';

/** Number of sentences that name the subject in a record whose title does not, if its aim and its conclusion do, or one of them. */
const sentencesMin = 2;
const manyMin = 3;
/** Number of sentences of a short abstract, which has no room for more. */
const shortMax = 5;
/** Number of sentences of a long text of which one names the subject. */
const sixth = 6;

const han = /\p{Script=Han}/u;

/**
 * Creates a test whether a record is on the only subject of a topic, rather than naming it among other things: in its title or keywords, or
 * in its aim or conclusion and in other sentences. Every record passes if the topic has several subjects, one of which may be a habit, or none that a list knows.
 */
export function isOnSubject({
  subjects = [],
  facets,
}: Pick<SearchQuery, 'subjects' | 'facets'>): (article: Article) => boolean {
  const [subject, ...others] = subjects;
  if (!subject || others.length > 0 || subject.kind !== 'known' || facets.some(isHabit)) return () => true;
  const mark = markSubjects([subject]);
  const { holds } = compile(subject);
  const isLatin = !subject.wordings.some((wording) => han.test(wording));
  return (article) => {
    const read = mark?.(article) ?? String;
    const names = (text: string) => read(text).includes(subjectMark) || holds(textOf([text]));
    const { title, vernacularTitle = '', keywords } = article;
    if (title === '' || [title, vernacularTitle, ...keywords].some(names)) return true;
    // A title in Chinese shows nothing of a subject known in English alone.
    if (isLatin && han.test(title)) return true;
    const { aims, answers } = aimsAndConclusions(article);
    const sentences = splitSentences(abstractText(article));
    const naming = sentences.filter(({ text }) => names(text));
    const [isAsked, isAnswered] = [aims.some(names), answers.some(names)];
    return (
      (isAsked && isAnswered && naming.length >= sentencesMin) ||
      ((isAsked || isAnswered) &&
        naming.length >=
          Math.max(sentences.length <= shortMax ? sentencesMin : manyMin, sentences.length / sixth))
    );
  };
}
