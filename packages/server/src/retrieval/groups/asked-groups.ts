import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { populationsInWords } from '../../literature/query/question-hints.ts';
import { statesAim } from '../../literature/studies/states-aim.ts';
import { removeExcluded } from '../subjects/record-text.ts';
import { conditions } from './conditions.ts';
import { adults, animals, groupsByHeading, men, type People, women } from './people.ts';

/**
 * Groups of people or kinds of animals that a question names side by side, or a condition, with a test for records on one of them.
 */
export type AskedGroup = { names: string[]; isHeldBy(article: Article): boolean };

/** Words for adults, or for an earlier time of their lives; children in such a question need not be the people studied. */
const namesGrownUps =
  /\b(?:adults?|wom[ae]n|m[ae]n|mothers?|fathers?|parents?|mums?|moms?|dads?|pregnan\w+|childhood|childless|childbearing|caregivers?|teachers?|nurses?|doctors?|physicians?|grandparents?)\b|成人|成年|女性|妇女|女人|男性|男人|母亲|父亲|父母|家长|妈妈|爸爸|孕|妊娠|童年|儿时|小时候|生过?孩子|老师|医生|护士/i;
const young = new Set(['Infant, Newborn', 'Infant, Premature', 'Infant', 'Child', 'Adolescent']);
/** Groups of one sex. */
const ofWomen = new Set(['Pregnancy', 'Postmenopause']);

/**
 * Returns what a question names besides its subjects and what a record must therefore hold to be evidence: the people or animals
 * studied, and diseases and organs in ordinary words. Of a dialogue, the people named last count.
 */
export function askedGroups(
  { text: message, subjects = [], denied = [] }: Pick<SearchQuery, 'text' | 'subjects' | 'denied'>,
  language: Language,
): AskedGroup[] {
  // "Never had a heart attack": no record need be on hearts.
  const text = denied.reduce((left, name) => left.replaceAll(name, ' '), message);
  const rounds = text.split('\n').toReversed();
  const names = subjects.map(({ name }) => name).join('\n');
  const people = rounds.map((round) => peopleIn(round, names)).find((groups) => groups.length > 0) ?? [];
  return [
    ...people.map((groups) => ({
      names: groups.map(({ name }) => name[language]),
      isHeldBy: (article: Article) => groups.some((group) => isOnPeople(article, group)),
    })),
    ...conditionsIn(text, subjects),
  ];
}

/**
 * Returns the people and animals in a question, those of whom any are sufficient together: several ages, several animals. Those whom
 * the names of `subjects` contain are demanded as subjects.
 */
function peopleIn(question: string, subjects: string): People[][] {
  const headings = populationsInWords(question);
  const isOnGrownUps = namesGrownUps.test(question);
  const inSubjects = populationsInWords(subjects);
  const named = headings.filter(
    (heading) => !(isOnGrownUps && young.has(heading)) && !inSubjects.includes(heading),
  );
  const isOf = (heading: string) => groupsByHeading[heading] ?? [];
  const isAsked = ({ asked }: People) => asked?.test(question) === true && !asked.test(subjects);
  const sexes = headings.some((heading) => ofWomen.has(heading)) ? [] : [women, men].filter(isAsked);
  return [
    [
      ...named.filter((heading) => !ofWomen.has(heading)).flatMap(isOf),
      ...(headings.length > 0 ? [] : [adults].filter(isAsked)),
    ],
    named.filter((heading) => ofWomen.has(heading)).flatMap(isOf),
    sexes.length === 1 ? sexes : [],
    animals.filter(isAsked),
  ].filter((groups) => groups.length > 0);
}

/** Returns the conditions in a question that no subject of it names. */
function conditionsIn(text: string, subjects: readonly Subject[]): AskedGroup[] {
  return conditions.flatMap(({ asked, held }) => {
    const [name] = asked.exec(text) ?? [];
    if (name === undefined || subjects.some((subject) => asked.test(subject.name))) return [];
    return [{ names: [name], isHeldBy: (article: Article) => isOnCondition(article, held) }];
  });
}

const texts = new WeakMap<Article, { own: string; withHeadings: string }>();

/** Returns all that a record says of whom it studied, without people whom it left out, and the same with its headings. */
function textsOf(article: Article): { own: string; withHeadings: string } {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  let known = texts.get(article);
  if (!known) {
    const own = [title, vernacularTitle, ...keywords, removeExcluded(abstractText(article))].join('\n');
    known = { own, withHeadings: [own, ...mesh].join('\n') };
    texts.set(article, known);
  }
  return known;
}

/** Words for an effect, a comparison or a frequency: what a study found of a condition that it mentions once. */
const ofFinding =
  /\b(?:no|not|nor|reduc\w+|increas\w+|decreas\w+|improv\w+|worsen\w*|risks?|rates?|incidence|more|less|fewer|lower|higher|than|associat\w+|effects?|protect\w*|prevent\w*|predict\w*|toxic\w*|damag\w*|safe\w*)\b|%|降低|减少|增加|升高|改善|恶化|风险|发生率|差异|相关|毒性|损害|保护|预防/i;

/** Returns true if a record is on a condition: by its title or headings, or by more than one brief mention in its abstract. */
function isOnCondition(article: Article, held: RegExp): boolean {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  if (held.test([title, vernacularTitle, ...keywords, ...mesh].join('\n'))) return true;
  const sentences = splitSentences(removeExcluded(abstractText(article))).map(({ text }) => text);
  const naming = sentences.filter((sentence) => held.test(sentence));
  // An abstract in two languages says everything twice.
  const inChinese = naming.filter((sentence) => /\p{Script=Han}/u.test(sentence)).length;
  return (
    Math.max(inChinese, naming.length - inChinese) > 1 ||
    naming.some(
      (sentence) => ofFinding.test(sentence) || statesAim(sentence) || sentence === sentences.at(-1),
    )
  );
}

/** Headings of adults. */
const ofAdults = new Set(['Adult', 'Young Adult', 'Middle Aged', 'Aged', 'Aged, 80 and over']);

function isOnPeople(
  article: Article,
  { held, diseases, headings, alone = [], ages, opposite }: People,
): boolean {
  const { title, vernacularTitle = '', mesh } = article;
  const { own, withHeadings } = textsOf(article);
  if (held.test(headings ? own : withHeadings) || diseases?.test(`${title} ${vernacularTitle}`)) return true;
  if (headings?.some((heading) => mesh.includes(heading))) return true;
  if (alone.some((heading) => mesh.includes(heading)) && !mesh.some((heading) => ofAdults.has(heading)))
    return true;
  if (ages && agesIn(own).some((age) => age >= ages.from && age <= ages.to)) return true;
  return opposite !== undefined && !opposite.test(withHeadings);
}

/** "Aged 6 to 15 years", "mean age was 8.2 years", "12-year-old", 年龄4～17岁, 12岁. */
const statedAges =
  /\bage[ds]?\b[^.;\d]{0,40}(\d{1,3})(?:\.\d{1,2})?[^.;\d]{0,12}(?:(\d{1,3})(?:\.\d{1,2})?[^.;\d]{0,8})?\b(?:y(?:ea)?rs?|y|months?)\b|\b(\d{1,3})[- ]years?[- ](?:olds?|of age)\b|(\d{1,3})(?:\.\d{1,2})?\s?岁/gi;

/** Returns the ages in years that a text states; infants' months count as none. */
function agesIn(text: string): number[] {
  return [...text.matchAll(statedAges)].flatMap(([match, ...numbers]) =>
    /month/i.test(match) ? [0] : numbers.filter((each) => each !== undefined).map(Number),
  );
}
