import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { meshClass } from '../../../../literature/query/mesh/mesh.ts';
import { reduceToResearchQuestion } from '../own-question/own-question.ts';
import { between, markSubjects, subjectMark } from '../subject-names/subject-marks.ts';

/** Diseases that are acute by nature, which records need not say. */
const byNatureAcute =
  /\b(?:poisonings?|intoxications?|overdoses?|envenom\w+|snake ?bites?|appendicitis|cholecystitis|cholangitis|bronchiolitis|gastroenteritis|peritonitis|meningitis)\b|中毒|咬伤|阑尾炎|胆囊炎|胆管炎|细支气管炎|胃肠炎|腹膜炎|脑膜炎/i;

/** Diseases of which the chronic kind is another one: most people with migraine have attacks. */
const byNatureBrief =
  /\b(?:migraines?|strokes?|infarctions?|injur\w+|fractures?|diarrh\w+|cough|bronchitis|pain|wounds?|infections?)\b|偏头痛|卒中|中风|梗[死塞]|损伤|骨折|腹泻|咳嗽|支气管炎|疼痛|伤口|感染/i;

type Course = 'acute' | 'chronic';
const allCourses: readonly Course[] = ['acute', 'chronic'];

/** Words that say which course a disease takes, alone. */
const courses: Record<Course, RegExp> = { acute: /^(?:acute|急性)$/i, chronic: /^(?:chronic|慢性)$/i };

const before: Record<Course, readonly string[]> = {
  acute: ['acute ', '急性'],
  chronic: ['chronic ', '慢性'],
};

/** Words next to a disease's name that say that it takes this course, and another one. */
const own: Record<Course, string> = { acute: '(?:acute|急性)', chronic: '(?:chronic|慢性)' };
const other: Record<Course, string> = {
  acute: '(?:chronic|慢性)',
  chronic: '(?:acute|episodic|急性|发作性)',
};

/**
 * Removes from a topic the course of its disease if most records on the disease mean that course without saying so: few call a
 * poisoning acute, or headaches chronic. If the word makes the name of another disease, lists have that name.
 */
export function withoutCourse(query: SearchQuery): SearchQuery {
  const isSaid = ([first = '']: readonly string[]) =>
    allCourses.some(
      (course) =>
        courses[course].test(first) &&
        (query.subjects ?? []).some(
          (subject) =>
            isDescribed(query.text, course, subject) && isImpliedStage(course, subject.wordings[0] ?? ''),
        ),
    );
  const facets = query.facets.filter((facet) => !isSaid(facet));
  return facets.length > 0 && facets.length < query.facets.length ? { ...query, facets } : query;
}

/** Returns true if records need not say that a disease runs so. */
export function isImpliedStage(course: Course, disease: string): boolean {
  if (course === 'acute') return byNatureAcute.test(disease);
  return !byNatureAcute.test(disease) && !byNatureBrief.test(disease) && meshClass(disease) === undefined;
}

/** Returns true if a topic names a subject with the word for its course directly before it. */
function isDescribed(text: string, course: Course, { wordings }: Subject): boolean {
  const lower = text.toLowerCase();
  return wordings.some((wording) =>
    before[course].some((word) => lower.includes(`${word}${wording}`.toLowerCase())),
  );
}

/**
 * Creates a test of whether a record states another course of the topic's disease than the topic does: an episodic headache for a
 * chronic one.
 */
export function statesOtherStage({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => boolean {
  const tests = allCourses.flatMap((course) => {
    const mark = markSubjects(subjects.filter((subject) => isDescribed(text, course, subject)));
    const named = (word: string) => new RegExp(String.raw`${word} ?${between}${subjectMark}`, 'i');
    return mark ? [{ mark, same: named(own[course]), opposite: named(other[course]) }] : [];
  });
  return (article) => {
    const { title, vernacularTitle = '', keywords, abstract } = reduceToResearchQuestion(article);
    const parts = [title, vernacularTitle, ...keywords, ...abstract.map((section) => section.text)];
    return tests.some(({ mark, same, opposite }) => {
      const read = parts.map(mark(article));
      return read.some((part) => opposite.test(part)) && !read.some((part) => same.test(part));
    });
  };
}
