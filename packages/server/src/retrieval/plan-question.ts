import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { medicalTerms } from '../literature/query/medical-term.ts';
import { planQuery, type QuestionInput } from '../literature/query/plan-query.ts';

/**
 * Converts a question to a query by rules alone, including the content of an attached image. A question that names nothing
 * medical ("Does this trial agree with the literature?", 总结附件) is about the beginning of its attachment.
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
  // The first subject of an attachment is its own; a relevant paper need not mention the others.
  return asked === question.question
    ? query
    : { ...query, subjects: query.subjects?.slice(0, 1) ?? [], isOfAttachment: true };
}

/** Characters read from an attachment, enough for its title and the beginning of its abstract. */
const attachmentRead = 2_000;
/** Maximum number of its subjects to search for, the most frequent first. */
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

/** Maximum number of findings in an image to search for; no paper is about more. */
const imageTermsMax = 4;

/** Adds the medical content of an image to a question; "a photograph of a report" is not a topic. */
function withImage(question: string, imageDescription: string): string {
  const own = new Set(medicalTerms(question).map((term) => term.toLowerCase()));
  const seen = splitSentences(imageDescription).filter(({ text }) => !isNotSeen.test(text));
  const terms = seen.flatMap(({ text }) => medicalTerms(text)).filter((term) => !own.has(term.toLowerCase()));
  return [question, ...[...new Set(terms)].slice(0, imageTermsMax)].join('\n');
}

/** Words for illegible or absent findings, which are not searched for. */
const isNotSeen =
  /\b(?:cannot|can't|could not|no(?:ne)?|not|without|absent|unclear|illegible|normal)\b|无法|不能|看不清|不清|未见|没有|未显示|正常/i;
