import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { meshHeading } from '../../../literature/query/mesh/mesh.ts';
import { compileFacets } from '../../../literature/ranking/facets.ts';
import { aboutSubjects } from '../../../retrieval/subjects/about-subjects.ts';
import { populationOf } from '../studies/cells/study-cells.ts';
import { listedName, namedOutcomes } from '../studies/named-outcomes.ts';
import { removeUnstudied } from './off-topic/not-studied.ts';
import { spellOut } from './subject-names/spell-out.ts';
import { markSubjects, subjectMark } from './subject-names/subject-marks.ts';
import { namesOutcome } from './topic-outcomes.ts';

/** Habits, which most studies adjust for, but which are the subject of a topic that names one. */
const habit =
  /^(?:smok\w+|tobacco|cigarettes?|alcohol|drinking|exercise|physical activity|diet|nutrition|sleep)\b|吸烟|烟草|饮酒|运动|饮食|睡眠/i;

/** Words that name nothing by themselves when another word does: the consumption of coffee. */
const general =
  /^(?:consumption|intake|use|usage|interventions?|program(?:me)?s?|health|services?|摄入|使用|干预(?:措施)?|措施|卫生|健康|医疗|保健|服务|项目)$/i;

/** A ratio with an interval or limits. */
export const statesRatio =
  /\b(?:(?:hazard|odds|risk|rate)s? ratios?|relative risks?|[ah]?[HOR]R)\b[^;]{0,80}\d[.·]\d{1,3}[^;]{0,40}\d[.·]\d{1,3}(?: to |[-–—]|, ?)\d|(?:风险比|比值比|相对危险度)[^；]{0,40}\d[.·]\d/;

/** Topics on those who do not have something. */
const ofThoseWithout = /\b(?:without|negative|seronegative|uninfected|non-?\w+)\b|阴性|非/i;

type TopicParts = Pick<SearchQuery, 'subjects' | 'facets' | 'ordinary'> & Partial<Pick<SearchQuery, 'text'>>;

/**
 * Creates a test of a record's subject: it must cover every subject and habit of the topic or, if no list has any of
 * its subjects, at least one of its informative parts.
 */
export function aboutTopic(query: TopicParts): (article: Article) => boolean {
  const { subjects = [] } = query;
  const isAbout = aboutParts(query);
  // An outcome among many of a study is reported by its effect, however seldom it is named.
  const [first, ...others] = subjects;
  const asOutcomes = others.flatMap((outcome) => {
    const [named] = namedOutcomes(outcome.wordings[0] ?? '');
    if (!first || !named) return [];
    const rest = aboutParts({ ...query, subjects: subjects.filter((subject) => subject !== outcome) });
    const mark = markSubjects([first]);
    return [
      (article: Article) => {
        const read = mark?.(article) ?? String;
        return (
          rest(article) &&
          splitSentences(abstractText(article)).some(
            ({ text: sentence }) =>
              statesRatio.test(sentence) &&
              read(sentence).includes(subjectMark) &&
              namesOutcome(sentence, listedName(named.name)),
          )
        );
      },
    ];
  });
  return (article) => isAbout(article) || asOutcomes.some((tests) => tests(article));
}

/** Creates a function that prepares a record for the tests of its subject: spelled out, and with its population as keywords. */
export function preparedFor({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => Article {
  const spell = spellOut(ofThoseWithout.test(text) ? [] : subjects);
  const read = exercise.test(text) && !testing.test(text) ? withoutTesting : (article: Article) => article;
  return (article) => withPeople(spell(removeUnstudied(read(article))), article);
}

const exercise = /\bexercises?\b|运动/i;
const testing = /\btest(?:s|ing)?\b|\bcapacity\b|\btolerance\b|试验|测试|耐量/i;
/** Exercise by which somebody is examined, and not trained. */
const examination =
  /\bexercise (?:stress )?(?:test(?:s|ing)?|electrocardiogra\w+|echocardiogra\w+)\b|运动(?:负荷)?试验/gi;

function withoutTesting(article: Article): Article {
  const read = (text: string) => text.replace(examination, ' ');
  return {
    ...article,
    title: read(article.title),
    abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
  };
}

/** Adds a study's population to a record's keywords: the record is about it, however seldom it is named. */
export function withPeople(article: Article, given = article): Article {
  const people = populationOf(given);
  return people ? { ...article, keywords: [...article.keywords, people] } : article;
}

/** Number of everyday words that a record must have together. */
const everydayMax = 3;

/** Returns true for a part in words of dictionaries, for which no heading has a name. */
function isEveryday({ name, wordings }: Subject): boolean {
  return (
    !wordings.slice(0, 2).some((wording) => meshHeading(wording) !== undefined) &&
    (/\p{Script=Han}/u.test(name) ? (wordings[1] ?? '') : name)
      .split(/[\s-]+/)
      .every((word) => word !== '' && isEnglishWord(word.toLowerCase()))
  );
}

function aboutParts({
  text = '',
  subjects = [],
  facets,
  ordinary,
}: TopicParts): (article: Article) => boolean {
  const partsBut = (words: readonly string[] = []) =>
    facets
      .filter((wordings) => compileFacets([wordings], words).some(({ generic }) => !generic))
      .map((wordings): Subject => ({ name: wordings[0] ?? '', wordings, kind: 'known' }));
  const parts = partsBut(ordinary);
  const own = new Set(subjects.flatMap(({ wordings }) => wordings));
  const habits = parts.filter(
    (part) => isHabit(part.wordings) && !part.wordings.some((wording) => own.has(wording)),
  );
  if (subjects.length > 0) return aboutSubjects([...subjects, ...habits]);
  const isEntity = ({ name, wordings }: Subject) => !isHabit(wordings) && !general.test(name);
  const named = parts.filter(isEntity);
  // Ordinary words are the subject of a topic that names nothing else.
  const others = named.length > 0 || habits.length > 0 ? named : partsBut().filter(isEntity);
  // An outcome of no particular intervention has a test of its own.
  if (others.length === 0 && habits.length === 0 && namedOutcomes(text).length > 0) return () => true;
  if (others.length === 0) return aboutSubjects(habits.length > 0 ? habits : parts);
  // Everyday words mean something only together: patients' experiences.
  const whole = others.every(isEveryday) ? partsBut().filter(isEntity) : others;
  if (habits.length === 0 && whole.length > 1 && whole.length <= everydayMax && whole.every(isEveryday))
    return aboutSubjects(whole, { isEntity: false });
  // Each habit together with one of the other parts.
  const tests = others.map((part) => aboutSubjects([part, ...habits], { isEntity: false }));
  return (article) => tests.some((isAbout) => isAbout(article));
}

/** Returns true if one of a part's wordings names a habit. */
export function isHabit(wordings: readonly string[]): boolean {
  return wordings.some((wording) => habit.test(wording));
}
