import type { Subject } from '@citewell/core/records/query.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { englishConcepts } from '../english-concepts.ts';
import { populationsInWords } from '../question-hints.ts';
import { readSubjects } from '../subjects.ts';
import { namesStatistic } from './statistics.ts';
import { isGiven, kindOfSubject, type SubjectKind } from './subject-kinds.ts';

/** A subject as typed, with its role. `isGiven` indicates a drug or food by its name or by MeSH: others are drugs only for want of a list. */
export type Named = { name: string; kind: SubjectKind; isGiven?: true };

const isHan = /\p{Script=Han}/u;
/** Returns the subjects of a message that are neither people nor statistics. */
export function namedIn(message: string): Named[] {
  const han = isHan.test(message) ? hanTerms(message) : [];
  const latin = englishConcepts(message.replace(/\p{Script=Han}+/gu, ' , '));
  return readSubjects(latin, han, message)
    .filter((subject) => !namesPeople(subject) && !namesStatistic(subject.name))
    .map((subject) => ({
      ...{ name: subject.name, kind: kindOfSubject(subject) },
      ...(isGiven(subject) && { isGiven: true as const }),
    }));
}

function namesPeople({ name, wordings }: Subject): boolean {
  return [name, ...wordings.slice(0, 2)].some(
    (each) =>
      populationsInWords(each).length > 0 &&
      !/depress|diabet|hypertens|抑郁|糖尿|高血压|疫苗|vaccin/i.test(each),
  );
}
