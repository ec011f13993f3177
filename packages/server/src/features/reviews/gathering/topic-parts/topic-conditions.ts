import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { diseasesOf } from '../../../../literature/query/mesh/mesh.ts';
import { populationsInWords } from '../../../../literature/query/question-hints.ts';
import { namedOutcomes } from '../../studies/named-outcomes.ts';
import { isAspect } from '../topic-aspects.ts';
import { isImpliedStage, withoutCourse } from './disease-course.ts';
import { withListedOutcomes } from './listed-outcomes.ts';
import { withoutRoutes } from './routes.ts';

/** Comparators in a topic, up to the next preposition: "compared with cytology", "versus no statins". */
const comparator =
  /\b(?:(?:as )?compared (?:with|to)|versus|vs\.?) ((?:(?!(?:for|in|on|during|after|among|and|to|as|of|with)\b)[\w-]{1,30} ?){1,5})/gi;

/** Words that state when, or how it came about, and name nothing by themselves. */
const ordering =
  /^(?:pre-?operative(?:ly)?|peri-?operative(?:ly)?|intra-?operative(?:ly)?|post-?operative(?:ly)?|undergoing|receiving|compared|current|other|changes?|counts?|examinations?|compar(?:e|ison)|elevated|raised|long-?term|short-?term|变化|检查|比较|对比|升高|增高|长期|短期|术前|术中|术后|围手术期)$/i;

/** Screening for a disease. */
const screeningFor = /(?:screening|筛查)$/i;

/** Earlier stages for which people are screened, by the disease. */
const earlierStages: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\bcervical (?:cancer|carcinoma)\b|宫颈癌/i,
    [
      'cervical neoplasia',
      'cervical intraepithelial neoplasia',
      'cervical dysplasia',
      'cervical abnormalities',
      'cervical disease',
      'squamous intraepithelial lesions',
      'CIN2',
      'CIN3',
    ],
  ],
  [
    /\b(?:colorectal|colon|bowel) (?:cancer|carcinoma)\b|(?:结直?肠|大肠)癌/i,
    ['colorectal neoplasia', 'advanced adenomas', 'colorectal adenomas', 'advanced neoplasia'],
  ],
];

/** Groups of people by what they do, with the names that records have for them. */
const groups: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^travell?ers?$/i, ['travellers', 'travelers', 'travel']],
  [/^(?:soldiers?|troops|military)$/i, ['soldiers', 'military', 'troops', 'army', 'servicemen']],
  [/^(?:im)?migrants?$/i, ['migrants', 'immigrants', 'refugees']],
  [/^refugees?$/i, ['refugees', 'migrants', 'displaced']],
  [/^(?:prisoners?|服刑人员|在押人员|囚犯|犯人)$/i, ['prisoners', 'inmates', 'prisons']],
  [/^students?$/i, ['students', 'undergraduates']],
  [/^(?:workers?|employees)$/i, ['workers', 'employees', 'staff']],
  [/^athletes?$/i, ['athletes', 'players', 'runners']],
];
const groupOf = (facet: readonly string[]) => groups.find(([name]) => name.test(facet[0] ?? ''))?.[1];

/**
 * Leaves in a topic's parts what a record must be about: the intervention or exposure, the disease, the outcome and the people. Comparators
 * that are no listed subject, words that only say when or how, and the course that a disease has anyway describe these; several groups of people are alternatives; screening
 * for a disease finds its earlier stages.
 */
export function withConditionsOnly(query: SearchQuery): SearchQuery {
  return withAlternativeGroups(
    withCores(
      withDiseaseOfPeople(
        withOfPregnancy(
          withScreened(
            withoutComparator(
              withoutPeople(withoutTogether(withoutRoutes(withoutCourse(withListedOutcomes(query))))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Names for complications of a pregnancy, and each of them, for mother and child. */
const ofPregnancy = /^(?:(?:adverse )?pregnancy (?:complications?|outcomes?)|(?:不良)?妊娠(?:并发症|结局))$/i;
const harmsOfPregnancy = [
  ...['pre-eclampsia', 'preeclampsia', 'preterm birth', 'preterm delivery', 'miscarriage', 'stillbirth'],
  ...['perinatal death', 'perinatal mortality', 'congenital malformations', 'congenital anomalies'],
  ...['birth defects', 'macrosomia', 'large for gestational age', 'small for gestational age'],
];

/** Counts each harm of a pregnancy as a pregnancy complication, which implies that the women were pregnant. */
function withOfPregnancy(query: SearchQuery): SearchQuery {
  const isIt = ({ wordings }: Subject) => wordings.slice(0, 2).some((wording) => ofPregnancy.test(wording));
  const { subjects = [] } = query;
  if (subjects.length < 2 || !subjects.some(isIt)) return query;
  return {
    ...query,
    subjects: subjects.map((subject) =>
      isIt(subject)
        ? { ...subject, kind: 'known', wordings: [...new Set([...subject.wordings, ...harmsOfPregnancy])] }
        : subject,
    ),
    populations: query.populations.filter((heading) => heading !== 'Pregnancy'),
  };
}

/** Names of a disease of women past the menopause, who have a test of their own. */
const ofPostmenopause = /^(?:postmenopausal |绝经后(?:的?(?:妇女|女性)的?)?)(?=\S{2})/i;

/** Takes the people out of a disease's name: postmenopausal women with osteoporosis have postmenopausal osteoporosis. */
function withDiseaseOfPeople(query: SearchQuery): SearchQuery {
  if (!query.populations.includes('Postmenopause')) return query;
  const bare = (wordings: readonly string[]) => [
    ...new Set(wordings.map((wording) => wording.replace(ofPostmenopause, ''))),
  ];
  return {
    ...query,
    facets: query.facets.map(bare),
    ...(query.subjects && {
      subjects: query.subjects.map((subject) => ({
        ...subject,
        name: subject.name.replace(ofPostmenopause, ''),
        wordings: bare(subject.wordings),
      })),
    }),
  };
}

/**
 * Replaces a phrase by the listed name within it where the rest of the phrase names people or an aspect, which have tests of their own: "malaria
 * in pregnancy", "HPV vaccination", "suicide risk". Its words are rarely written in this order. Nor do records always say that a disease is chronic,
 * or that one is acute which is so by nature.
 */
function withCores(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const isOutcome = (name: string) => namedOutcomes(name).length > 0;
  const cores = new Map<string, Subject>();
  for (const { name, kind, wordings, core = [] } of subjects) {
    const [own, rest] = withinOne(wordings, core);
    if (kind !== 'phrase' || own === undefined || (subjects.length > 1 && isOutcome(own))) continue;
    // A name of MeSH, such as pregnancy complications, has kinds of its own.
    if (wordings.some((wording) => diseasesOf(wording).length > 0)) continue;
    const isChronic = /^\s*(?:chronic|慢性)\s*$/i.test(rest) && diseasesOf(own).length > 0;
    const isAcute = /^\s*(?:acute|急性)\s*$/i.test(rest) && isImpliedStage('acute', own);
    if (isChronic || isAcute || populationsInWords(rest).length > 0 || isAspect(rest))
      cores.set(name, { name: own, kind: 'known', wordings: [...core] });
  }
  if (cores.size === 0) return query;
  return {
    ...query,
    subjects: subjects.map((subject) => cores.get(subject.name) ?? subject),
    facets: query.facets.map((facet) => cores.get(facet[0] ?? '')?.wordings.slice() ?? facet),
  };
}

/** Words that say no more than that people have both of two diseases. */
const together =
  /^(?:co-?infections?|co-?infected|co-?morbid(?:ity|ities)?|co-?existence|co-?occurrence|合并感染|共同感染|双重感染|共感染|合并症|共病)$/i;

/** Chinese words of the same, which contain the word for an infection. */
const togetherHan = /(?:合并|共同|双重|混合)感染/g;

/** Takes out of a topic with several subjects the word that they occur together: records name both. */
function withoutTogether(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const others = subjects.filter(({ name }) => !together.test(name));
  if (others.length < 2) return query;
  return {
    ...query,
    text: query.text.replace(togetherHan, ' '),
    subjects: others,
    facets: query.facets.filter(([first = '']) => !together.test(first)),
  };
}

/** Finds a listed name within one of a phrase's wordings, and the words that the wording adds. */
function withinOne(
  wordings: readonly string[],
  core: readonly string[],
): [own: string, rest: string] | [undefined, ''] {
  for (const wording of wordings)
    for (const own of core) {
      const at = wording.toLowerCase().indexOf(own.toLowerCase());
      if (at >= 0) return [own, `${wording.slice(0, at)} ${wording.slice(at + own.length)}`];
    }
  return [undefined, ''];
}

function withoutComparator(query: SearchQuery): SearchQuery {
  const compared = [...query.text.matchAll(comparator)].map(([, words = '']) => words.trim().toLowerCase());
  const { subjects = [] } = query;
  const known = new Set(subjects.flatMap(({ kind, wordings }) => (kind === 'phrase' ? [] : wordings)));
  const facets = query.facets.filter(
    ([first = '', ...others]) =>
      known.has(first) ||
      !(
        compared.includes(first.toLowerCase()) ||
        [first, ...others].every((wording) => ordering.test(wording))
      ),
  );
  return facets.length > 0 ? { ...query, facets } : query;
}

/** Removes the topic's population from its subjects if it has others: the population is tested separately. */
function withoutPeople(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const others = subjects.filter(({ name }) => !(people.test(name) && populationsInWords(name).length > 0));
  if (others.length === 0 || others.length === subjects.length) return query;
  const dropped = new Set(subjects.filter((subject) => !others.includes(subject)).map(({ name }) => name));
  return {
    ...query,
    subjects: others,
    facets: query.facets.filter(([first = '']) => !dropped.has(first)),
    // Preterm infants are not any infants.
    populations: query.populations.includes('Infant, Premature')
      ? query.populations.filter((heading) => heading !== 'Infant')
      : query.populations,
  };
}
const people = /\b(?:infants|babies|neonates|newborns|children|adolescents|women|patients)$|早产儿|新生儿/i;

function withScreened(query: SearchQuery): SearchQuery {
  const screened = new Map<string, Subject>();
  for (const { name, kind, core, wordings } of query.subjects ?? []) {
    const [, stages = []] =
      earlierStages.find(([disease]) => wordings.some((each) => disease.test(each))) ?? [];
    if (kind === 'phrase' && core && screeningFor.test(name) && stages.length > 0)
      screened.set(name, {
        name: name.replace(screeningFor, '').trim(),
        kind: 'known',
        wordings: [...new Set([name.replace(screeningFor, '').trim(), ...core, ...stages])],
      });
  }
  if (screened.size === 0) return query;
  return {
    ...query,
    subjects: (query.subjects ?? []).map((subject) => screened.get(subject.name) ?? subject),
    facets: query.facets.map((facet) => screened.get(facet[0] ?? '')?.wordings.slice() ?? facet),
  };
}

function withAlternativeGroups(query: SearchQuery): SearchQuery {
  const named = query.facets.filter((facet) => groupOf(facet) !== undefined);
  if (named.length === 0) return query;
  const joined = [...new Set(named.flatMap((facet) => [...facet, ...(groupOf(facet) ?? [])]))];
  return { ...query, facets: [...query.facets.filter((facet) => !named.includes(facet)), joined] };
}
