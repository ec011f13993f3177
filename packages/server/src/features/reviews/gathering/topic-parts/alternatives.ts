import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { findHeading } from '../../../../literature/query/mesh/descriptors.ts';
import { meshHeading } from '../../../../literature/query/mesh/mesh.ts';
import { namedOutcomes } from '../../studies/named-outcomes.ts';

/** Words between two alternatives. */
export const or = /^\s*(?:,\s*)?(?:or|and\/or|\/|或者?|或是)\s*(?:the |an? )?$/i;

const and = /^(?:,|,? ?(?:and|&))(?: the| an?)?$|^(?:、|以及|[与和及])$/i;
/** Topics on a relation, which needs both of what they name. */
const asksRelation =
  /\b(?:associat\w+|related|relations?(?:hips?)?|links?|correlat\w+|between|interact\w+|combin\w+|co-?(?:infect|morbid|occur)\w*|both|together|plus|versus|vs|compar\w+)\b|关系|关联|相关|联系|相互|合并|共病|联合|比较|对比/i;

/** Returns true if lists give a subject's own name for a kind of another one: suicide for self-harm. */
function isAmong(one: Subject, other: Subject): boolean {
  const name = one.wordings.find((wording) => !/\p{Script=Han}/u.test(wording));
  const terms = new Set(indexTerms(name ?? ''));
  return terms.size > 0 && other.wordings.some((wording) => terms.isSubsetOf(new Set(indexTerms(wording))));
}

/** Returns true if two diseases are of one kind: suicide and self-harm, or two kinds of headache. Two drugs may be given together. */
function areOfOneKind(one: Subject, other: Subject): boolean {
  const [names, others] = [one, other].map(({ wordings }) => wordings.slice(0, 3));
  const headings = (all: readonly string[] = []) => all.flatMap((name) => meshHeading(name) ?? []);
  const [own, theirs] = [headings(names), headings(others)];
  if (isAmong(one, other) || isAmong(other, one)) return true;
  const trees = (all: readonly string[]) =>
    all.flatMap((name) => findHeading(name)?.trees ?? []).filter((tree) => tree.length > 1);
  const parent = (tree: string) => tree.slice(0, Math.max(0, tree.lastIndexOf('.')));
  return trees(own).some((tree) =>
    trees(theirs).some(
      (another) =>
        another.startsWith(`${tree}.`) ||
        tree.startsWith(`${another}.`) ||
        (parent(tree).split('.').length >= depthMin && parent(tree) === parent(another)),
    ),
  );
}
/** Levels of MeSH from which the kinds of one thing are alike: type 1 and type 2 diabetes, but not all diseases of the heart. */
const depthMin = 4;

/**
 * Joins subjects that a topic names as alternatives, or two of one kind about which it asks the same, into one, with the wordings of both: a record on letrozole is one on
 * "clomiphene or letrozole".
 */
export function joinAlternatives(given: SearchQuery): SearchQuery {
  const query = withOutcomesAsSubjects(given);
  const { text, subjects = [] } = query;
  const placed = subjects
    .flatMap((subject) => {
      const place = placeOf(subject, text);
      return place ? [{ subject, ...place }] : [];
    })
    .sort((one, other) => one.start - other.start);
  const isOfEach = !asksRelation.test(text);
  const isAskedOfBoth = query.facets.length > pairSize && isOfEach;
  const joined: { subject: Subject; end: number; of: Subject[] }[] = [];
  for (const { subject, start, end } of placed) {
    const last = joined.at(-1);
    const words = text.slice(last?.end ?? 0, start);
    const rest = text.slice(end);
    const isOfBoth = (one: Subject) =>
      and.test(words.trim()) &&
      ((isOfEach && areKinds.test(rest)) ||
        (isAskedOfBoth && (areOfOneKind(one, subject) || doesSomething.test(rest))));
    if (last && (or.test(words) || isOfBoth(last.subject)))
      joined[joined.length - 1] = {
        subject: joinSubjects(last.subject, subject),
        end,
        of: [...last.of, subject],
      };
    else joined.push({ subject, end, of: [subject] });
  }
  const unions = joined.filter(({ of }) => of.length > 1);
  if (unions.length === 0) return query;
  const unionOf = (subject: Subject) => unions.find(({ of }) => of.includes(subject));
  const isOfUnion = (facet: readonly string[], { of }: { of: Subject[] }) =>
    of.some(({ wordings }) => facet.some((wording) => wordings.includes(wording)));
  return {
    ...query,
    subjects: [...new Set(subjects.map((subject) => unionOf(subject)?.subject ?? subject))],
    // The first of the facets represents all.
    facets: query.facets.flatMap((facet, at) => {
      const union = unions.find((each) => isOfUnion(facet, each));
      if (!union) return [facet];
      const first = query.facets.findIndex((each) => isOfUnion(each, union));
      return first === at ? [[...new Set([...facet, ...union.subject.wordings])]] : [];
    }),
  };
}

/** Action that each of two things is said to take: "A and B to prevent", "do A and B predict", A和B预防. */
const doesSomething =
  /^(?: (?:criteria|scores?|tests?|scales?|drugs?))? (?:to (?:prevent|treat|reduce|lower|detect|diagnose|predict)\b|(?:predict|prevent|reduce|detect|identify|improve|diagnose)\b)|^(?:能否|是否|能|可以?|用于)?(?:预测|预防|降低|改善|诊断)/i;

/** Plural for two kinds of what is given or done: "starch and albumin solutions". */
const areKinds =
  /^ (?:solutions|vaccines|drugs|fluids|tablets|inhibitors|agents|implants|devices|supplements|injections|infusions|products|procedures|operations|creams|dressings)\b|^(?:溶液|疫苗|类?药物|抑制剂|补充剂|注射液|植入物|敷料)/i;

/** Number of parts of a topic that asks nothing of the two that it names. */
const pairSize = 2;

/** Adds to the subjects the outcomes that a topic names as alternatives to one of them: "weight gain or diabetes". */
function withOutcomesAsSubjects(query: SearchQuery): SearchQuery {
  const { text, subjects = [], facets } = query;
  type Place = { start: number; end: number };
  const places = subjects.flatMap((subject) => placeOf(subject, text) ?? []);
  const overlap = (one: Place, other: Place) =>
    Math.max(one.start, other.start) < Math.min(one.end, other.end);
  const isBetween = (one: Place, other: Place) => or.test(text.slice(one.end, other.start));
  const outcomes = namedOutcomes(text);
  const added = facets.flatMap((wordings): Subject[] => {
    const subject: Subject = { name: wordings[0] ?? '', wordings: [...wordings], kind: 'known' };
    const own = placeOf(subject, text);
    return own &&
      outcomes.some((outcome) => overlap(own, outcome)) &&
      !places.some((place) => overlap(own, place)) &&
      places.some((place) => isBetween(place, own) || isBetween(own, place))
      ? [subject]
      : [];
  });
  return added.length > 0 ? { ...query, subjects: [...subjects, ...added] } : query;
}

/** Returns the subjects that a topic names as alternatives to an outcome that is no subject: "kidney injury or bleeding". */
export function outcomesAmong({ text, subjects = [] }: Pick<SearchQuery, 'text' | 'subjects'>): Subject[] {
  const outcomes = namedOutcomes(text);
  const subjectAt = ({ start, end }: { start: number; end: number }) =>
    subjects.find((subject) => {
      const place = placeOf(subject, text);
      return place && Math.max(start, place.start) < Math.min(end, place.end);
    });
  return outcomes.flatMap((before, at) => {
    const following = outcomes[at + 1];
    if (!following || !or.test(text.slice(before.end, following.start))) return [];
    const [one, other] = [subjectAt(before), subjectAt(following)];
    const only = one && other ? undefined : (one ?? other);
    return only ? [only] : [];
  });
}

function joinSubjects(one: Subject, other: Subject): Subject {
  return {
    ...one,
    kind: one.kind === other.kind ? one.kind : 'known',
    wordings: [...new Set([...one.wordings, ...other.wordings])],
    ...((one.core ?? other.core) && { core: [...new Set([...(one.core ?? []), ...(other.core ?? [])])] }),
  };
}

/** Returns where a topic names a subject; undefined if by none of its wordings. */
function placeOf({ name, wordings }: Subject, text: string): { start: number; end: number } | undefined {
  const lower = text.toLowerCase();
  for (const wording of [name, ...wordings]) {
    const start = lower.indexOf(wording.toLowerCase());
    if (start >= 0) return { start, end: start + wording.length };
  }
  return undefined;
}
