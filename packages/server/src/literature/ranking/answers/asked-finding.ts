import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { abstractSentences } from '../../studies/abstract-sentences.ts';
import type { SentenceKind } from '../sentences/sentence-kind.ts';
import { sentenceKindsOf } from '../sentences/sentence-kinds.ts';
import { partsOf } from './asked-detail.ts';
import type { GivesFinding } from './finding-form.ts';
import { findingForms } from './finding-forms.ts';
import { readTopics } from './topics.ts';

/** A finding that a question asks for about its subjects, such as how common a disease is. */
export type AskedFinding = {
  isGivenIn: GivesFinding;
  /** Returns true if a paper of this kind cannot give it: one on mice, for a treatment. */
  isBeyond(article: Article): boolean;
};

/**
 * Returns the findings that a question asks for. None if a part of it asks for something else, which a record without them can answer, or
 * if it names no subject of which they are asked.
 */
export function askedFindings(query: Pick<SearchQuery, 'text' | 'facets' | 'subjects'>): AskedFinding[] {
  const topics = readTopics(query);
  const byPart = partsOf(query.text).map((part) =>
    findingForms.flatMap(({ asked, given, excludes }): AskedFinding[] => {
      const isGivenIn = asked.test(part) ? given(part, topics) : undefined;
      if (!isGivenIn) return [];
      return [
        {
          isGivenIn,
          isBeyond: (article) => excludes?.(article, query.text) ?? false,
        },
      ];
    }),
  );
  return byPart.some((found) => found.length === 0) ? [] : byPart.flat();
}

/** Matches a treatment that a title names only as what failed before, which says nothing of what it does. */
const background =
  /\b(?:(?:(?:inadequate|insufficient|incomplete|poor|no) respon(?:se|ders?)|respon(?:se|ding|d) inadequately|refractory|resistant|unresponsive|intolerant|intolerance|non-?respon(?:ders?|sive|se)) to|inadequately controlled (?:on|with|by)|(?:after|prior|previous) failure of) (?:[\w-]{2,20} ){0,2}?[\w-]{3,25}(?: (?:therapy|treatment|monotherapy))?(?=[ .,:;]|$)|对[^，。；]{1,12}(?:应答不足|反应不佳|耐药|无效|不耐受)(?:的)?/giu;

/** Returns the title of a paper, or without one its sentences on aims and methods. */
export function headOf(
  { title }: Pick<Article, 'title'>,
  sentences: readonly { text: string }[],
  kinds: readonly SentenceKind[],
): string {
  return (
    title.replace(background, ' ') ||
    sentences
      .filter((_, at) => kinds[at] === 'setting')
      .map(({ text }) => text)
      .join(' ')
  );
}

/** Returns true if a paper reports one of the findings that a question asks for. If it asks for none, every paper does. */
export function reportsAskedFinding(article: Article, asked: readonly AskedFinding[]): boolean {
  if (asked.length === 0) return true;
  const sentences = abstractSentences(article);
  const kinds = sentenceKindsOf(article, sentences);
  const head = headOf(article, sentences, kinds);
  const spelledOut = spellingOut(sentences.map(({ text }) => text).join(' '));
  const findings = sentences.filter((_, at) => kinds[at] !== 'setting').map(({ text }) => text);
  return asked.some(
    ({ isGivenIn, isBeyond }) =>
      !isBeyond(article) && [article.title, ...findings].some((text) => isGivenIn(spelledOut(text), head)),
  );
}

const defined = /\(([A-Z]{2,6})s?\)/g;
/** Characters before a bracket in which the name of an abbreviation is looked for. */
const nameReach = 80;

/** Returns how to add, after each abbreviation that an abstract defines, the name for which it stands: "PTB" is "preterm birth". */
function spellingOut(abstract: string): (text: string) => string {
  const names = new Map<string, string>();
  for (const { 1: short = '', index } of abstract.matchAll(defined)) {
    const words = abstract.slice(Math.max(0, index - nameReach), index).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
    const near = words.slice(-short.length);
    const first = near.findIndex((word) => word.charAt(0).toUpperCase() === short.charAt(0));
    if (first >= 0 && near.length - first > 1) names.set(short, near.slice(first).join(' '));
  }
  if (names.size === 0) return (text) => text;
  return (text) =>
    text.replace(/\b[A-Z]{2,6}\b/g, (short) => [short, names.get(short) ?? ''].join(' ').trim());
}
