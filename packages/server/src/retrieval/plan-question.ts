import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { medicalTerms } from '../literature/query/medical-term.ts';
import { planQuery, type QuestionInput } from '../literature/query/plan-query.ts';

/** A question as a query, by rules alone, with what an image attached to it shows. */
export function planQuestion({
  imageDescription,
  ...question
}: QuestionInput & { imageDescription?: string | undefined }): SearchQuery {
  const text = imageDescription ? withImage(question.question, imageDescription) : question.question;
  return planQuery({ ...question, question: text });
}

/** So many things that an image shows are searched for: more are more than any paper speaks of. */
const imageTermsMax = 4;

/** A question with what an image shows of medicine; that it is "a photograph of a report" is no topic. */
function withImage(question: string, imageDescription: string): string {
  const own = new Set(medicalTerms(question).map((term) => term.toLowerCase()));
  const seen = splitSentences(imageDescription).filter(({ text }) => !isNotSeen.test(text));
  const terms = seen.flatMap(({ text }) => medicalTerms(text)).filter((term) => !own.has(term.toLowerCase()));
  return [question, ...[...new Set(terms)].slice(0, imageTermsMax)].join('\n');
}

/** What cannot be made out, or is said to be absent, is nothing to search for. */
const isNotSeen =
  /\b(?:cannot|can't|could not|no(?:ne)?|not|without|absent|unclear|illegible|normal)\b|无法|不能|看不清|不清|未见|没有|未显示|正常/i;
