import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { isAspect } from '../topic-aspects.ts';

/** Words after which something else begins than what is listed before them. */
const boundaries =
  /(\b(?:of|in|for|among|after|following|with|without|to|on|by|during|from|at|versus|vs|between|as|than)\b|[:：;；?？()（）]|患者|病人|[的对在中后])/i;
/** Signs between the items of a list. */
const separators = / ?[,，、] ?(?:and |or )?| (?:and\/or|and|or|&) |\/|以及|[与和及或]/i;
/** Topics on a relation between what they name. */
const asksRelation =
  /\b(?:associat\w+|related|relations?(?:hips?)?|links?|correlat\w+|between|versus|vs|compar\w+|interact\w+)\b|关系|关联|相关|联系|比较|对比|相互|影响|合并/i;

/** One item of a list, and where the topic has it. */
type Item = { text: string; start: number; end: number };

/**
 * Reads the lists in a topic of what it asks about its subjects, of which a record has to be on one item. A list that names a subject is
 * none: "diabetes and cognition" asks for both.
 *
 * @example topicLists({ text: 'palliative care: needs and experiences of relatives' }) // [['needs', 'experiences']]
 */
function topicLists({ text, subjects = [] }: Pick<SearchQuery, 'text' | 'subjects'>): Item[][] {
  if (asksRelation.test(text)) return [];
  const lower = text.toLowerCase();
  const names = subjects.flatMap(({ wordings }) => wordings.map((wording) => wording.toLowerCase()));
  const namesSubject = ({ text: item }: Item) =>
    names.some((name) => lower.includes(name) && item.toLowerCase().includes(name));
  let at = 0;
  const lists: Item[][] = [];
  for (const segment of text.split(boundaries)) {
    const start = at;
    at += segment.length;
    const items = itemsOf(segment, start);
    if (items.length > 1 && !items.some(namesSubject)) lists.push(items);
  }
  return lists;
}

function itemsOf(segment: string, start: number): Item[] {
  let at = 0;
  return segment
    .split(separators)
    .map((text) => {
      const own = segment.indexOf(text, at);
      at = own + text.length;
      return { text: text.trim(), start: start + own, end: start + at };
    })
    .filter(({ text }) => text !== '');
}

/** Parts of a topic of which a record has to have one, and the items of their list that are no part, each with its wordings. */
export type ListedGroup<Part> = { parts: Part[]; others: string[][] };

/**
 * Groups the parts that a topic lists together; others are alone. A list with an aspect is left out: that has a test of its own, and a
 * record may be on it alone.
 */
export function groupListed<Part>(
  parts: readonly Part[],
  nameOf: (part: Part) => string,
  topic: Pick<SearchQuery, 'text' | 'subjects' | 'facets'>,
): ListedGroup<Part>[] {
  const lists = topicLists(topic);
  const wordingsOf = (item: string) => [
    item,
    ...topic.facets.filter(([name = '']) => name !== '' && item.includes(name)).flat(),
  ];
  const isIn = ({ text }: Item, part: Part) => text.toLowerCase().includes(nameOf(part).toLowerCase());
  const listOf = (part: Part) => lists.find((items) => items.some((item) => isIn(item, part)));
  const groups = new Map<unknown, Part[]>();
  for (const part of parts) {
    const key = listOf(part) ?? part;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return Array.from(groups).flatMap(([key, own]): ListedGroup<Part>[] => {
    const items = lists.find((list) => list === key) ?? [];
    if (items.some(({ text }) => isAspect(text))) return [];
    const others = items.filter((item) => !own.some((part) => isIn(item, part)));
    return [{ parts: own, others: others.map(({ text }) => wordingsOf(text)) }];
  });
}

/** Creates a test whether a text has all words of one of these wordings. */
export function namesAny(wordings: readonly string[]): (text: string) => boolean {
  const phrases = wordings.map((wording) => new Set(indexTerms(wording))).filter(({ size }) => size > 0);
  return (text) => {
    const terms = new Set(indexTerms(text));
    return phrases.some((phrase) => phrase.isSubsetOf(terms));
  };
}
