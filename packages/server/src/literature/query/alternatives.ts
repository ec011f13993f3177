import type { Subject } from '@citewell/core/records/query.ts';

/** Words between the two names of "A or B". */
const between = /^(?:or|and\/or|或者?|或是)(?: (?:the|an?|in|on|with|for))?$/i;
/** Matches questions which of two is better: a record on one of them does not tell. */
const compares =
  /\b(?:better|best|worse|which|versus|vs|compared?|compar\w{4,6}|safer|safest|superior|prefer\w{0,5}|rather|differ\w{0,6}|more|less|choose|choice|either|is (?:it|this|that|he|she))\b|哪|还是|更|比|区别|优于|不同/i;

/** Matches a choice that ends a message and has nothing around it: "C diff, vancomycin or fidaxomicin?" */
const isChoice =
  /(?:[.,;:]\s|\s[-–—]\s)(?:[\p{L}\p{N}-]+ ){1,2}or [\p{L}\p{N}-]+(?: (?!(?:for|in|with|on|after|before|to) )[\p{L}\p{N}-]+){0,2}[\s?]*$/iu;

/** Matches questions: in the topic of a review, what stands beside another outcome is still a part of it. */
const asks =
  /^\W{0,3}(?:do|does|did|can|could|is|are|was|were|will|would|should|may|might|has|have)\b|[?？]|吗|是否|会不会|能不能/i;

/**
 * Joins subjects that a question names as alternatives: for "does A or B prevent C", a record needs either of A and B. Of a subject beside
 * another word (`names`) that is none, neither is demanded if the question has other subjects.
 */
export function joinAlternatives(
  question: string,
  subjects: readonly Subject[],
  names: readonly string[],
): Subject[] {
  if (compares.test(question) || isChoice.test(question)) return [...subjects];
  const text = question.toLowerCase();
  const spans = [...new Set([...subjects.map(({ name }) => name), ...names])]
    .map((name) => ({ name, at: text.indexOf(name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  let joined = [...subjects];
  for (const [index, { name, at }] of spans.entries()) {
    const next = spans.slice(index + 1).find((each) => each.at >= at + name.length);
    if (
      !next ||
      !between.test(
        text
          .slice(at + name.length, next.at)
          .replace(/[\s,，]+/g, ' ')
          .trim(),
      )
    )
      continue;
    const named = (wanted: string) => joined.find((each) => namesOf(each).includes(wanted));
    const [one, other] = [named(name), named(next.name)];
    if (one && other && one !== other)
      joined = joined.flatMap((each) => (each === one ? [either(one, other)] : each === other ? [] : [each]));
    else if (!(one && other) && joined.length > 1 && asks.test(question))
      joined = joined.filter((each) => each !== one && each !== other);
  }
  return joined;
}

const separator = ' / ';

function either(one: Subject, other: Subject): Subject {
  return {
    name: [one.name, other.name].join(separator),
    wordings: [...new Set([...one.wordings, ...other.wordings])],
    kind: [one.kind, other.kind].includes('phrase') ? 'phrase' : one.kind,
  };
}

/** Returns the names of a subject: those of alternatives, for which it was joined. */
export function namesOf({ name }: Pick<Subject, 'name'>): string[] {
  return [name, ...(name.includes(separator) ? name.split(separator) : [])];
}

/** Joins the facets of alternatives too: a record on either covers them. */
export function joinFacets(facets: readonly string[][], subjects: readonly Subject[]): string[][] {
  return subjects.reduce<string[][]>(
    (all, subject) => {
      const [, ...names] = namesOf(subject);
      const isOf = ([name = '']: readonly string[]) => names.includes(name);
      const own = all.filter(isOf);
      const [first] = own;
      if (own.length < 2) return all;
      const joined = [...new Set(own.flat())];
      return all.flatMap((each) => (each === first ? [joined] : isOf(each) ? [] : [each]));
    },
    [...facets],
  );
}
