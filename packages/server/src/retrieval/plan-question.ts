import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { medicalTerms } from '../literature/query/medical-term.ts';
import { planQuery, type QuestionInput } from '../literature/query/plan-query.ts';

/**
 * A question as a query, by rules alone, with what an image attached to it shows. A question that names nothing of medicine
 * ("Does this trial agree with the literature?", 总结附件) is about what its attachment begins with.
 */
export function planQuestion({
  imageDescription,
  fileContent,
  ...question
}: QuestionInput & {
  imageDescription?: string | undefined;
  fileContent?: string | undefined;
}): SearchQuery {
  const asked = fileContent ? withAttachment(question.question, fileContent) : question.question;
  const text = imageDescription ? withImage(asked, imageDescription) : asked;
  const query = planQuery({ ...question, question: text });
  // The first of an attachment's subjects is its own; a paper on it need not hold the others.
  return asked === question.question
    ? query
    : { ...query, subjects: query.subjects?.slice(0, 1) ?? [], isOfAttachment: true };
}

/** Characters of an attachment that long hold its title and the beginning of its abstract. */
const attachmentRead = 2_000;
/** Number of its subjects that are searched for, the most frequent first. */
const attachmentTermsMax = 3;

function withAttachment(question: string, fileContent: string): string {
  if (medicalTerms(question).length > 0) return question;
  const beginning = fileContent.slice(0, attachmentRead);
  const text = beginning.toLowerCase();
  const terms = [...new Set(medicalTerms(beginning).map((term) => term.toLowerCase()))];
  const frequency = (term: string) => text.split(term).length;
  const subjects = terms
    .toSorted((one, other) => frequency(other) - frequency(one))
    .slice(0, attachmentTermsMax);
  return subjects.length > 0 ? subjects.join('\n') : question;
}

/** Number of things in an image that are searched for: no paper is about more. */
const imageTermsMax = 4;

/** A question with what an image shows of medicine; that it is "a photograph of a report" is no topic. */
function withImage(question: string, imageDescription: string): string {
  const own = new Set(medicalTerms(question).map((term) => term.toLowerCase()));
  const seen = splitSentences(imageDescription).filter(({ text }) => !isNotSeen.test(text));
  const terms = seen.flatMap(({ text }) => medicalTerms(text)).filter((term) => !own.has(term.toLowerCase()));
  return [question, ...[...new Set(terms)].slice(0, imageTermsMax)].join('\n');
}

/** Words for things that are illegible or said to be absent, which are not searched for. */
const isNotSeen =
  /\b(?:cannot|can't|could not|no(?:ne)?|not|without|absent|unclear|illegible|normal)\b|无法|不能|看不清|不清|未见|没有|未显示|正常/i;
