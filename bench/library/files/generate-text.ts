import type { AbstractSection } from '../../../packages/core/src/records/article.ts';
import { newWord } from './generate-names.ts';
import type { Topic } from './generate-neighbours.ts';
import { below, pick, type Random } from './generate-random.ts';
import { type SentencePattern, sentencePattern, writeSentence } from './generate-sentence.ts';
import type { SourceRecord } from './generate-source.ts';

/** Source record prepared for being drawn from many thousands of times. */
type Texts = {
  title: string;
  /** Positions at which the title can be split, before a preposition or after a colon. */
  cuts: number[];
  sentences: SentencePattern[];
  labels: (string | undefined)[];
};

export type TopicTexts = { own: Texts; neighbours: Texts[] };

const cut = / (?=(?:in|of|with|on|for|by|after|from|during|between|among|and) )|(?<=: )/g;

/** Prepares every record once, however often it is a neighbour. */
export function prepareTexts(topics: readonly Topic[]): TopicTexts[] {
  const prepared = new Map(topics.map(({ record }) => [record, prepare(record)]));
  return topics.map(({ record, neighbours }) => ({
    own: prepared.get(record) ?? prepare(record),
    neighbours: neighbours.flatMap((neighbour) => prepared.get(neighbour) ?? []),
  }));
}

function prepare({ title, sentences, labels }: SourceRecord): Texts {
  return {
    title,
    cuts: [...title.matchAll(cut)].map(({ index }) => index),
    sentences: sentences.map(sentencePattern),
    labels,
  };
}

/** Combines, in most cases, the beginning of one title with the end of another on the same subject. */
export function makeTitle(random: Random, { own, neighbours }: TopicTexts): string {
  const other = neighbours.length > 0 ? pick(random, neighbours) : own;
  if (random() < 0.2 || own.cuts.length === 0 || other.cuts.length === 0) return closed(own.title);
  return closed(own.title.slice(0, pick(random, own.cuts)) + joined(other.title, pick(random, other.cuts)));
}

/** Returns the end of a title, with the space before it. */
function joined(title: string, from: number): string {
  return title.charAt(from) === ' ' ? title.slice(from) : ` ${title.slice(from)}`;
}

function closed(title: string): string {
  const text = title.replace(/\s+/g, ' ').trim();
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/**
 * Share of the sentences that come from a record's own source; others come from one of its neighbours, the rest from
 * anywhere. The more sources, the more records contain each word compared with real ones, because a real abstract repeats
 * its words.
 */
const ownShare = 0.64;
const neighbourShare = 0.33;
const newWordShare = 0.35;
const usualLabels = ['BACKGROUND', 'METHODS', 'RESULTS', 'CONCLUSIONS'];
const usualEnds = [0.2, 0.45, 0.85, 1];

/**
 * Generates an abstract with as many sentences as the source has, each from the same relative position in its record: the
 * question first, the findings last.
 */
export function makeAbstract(
  random: Random,
  topic: TopicTexts,
  all: readonly TopicTexts[],
  structured: boolean,
): AbstractSection[] {
  const { own, neighbours } = topic;
  const count = Math.max(1, own.sentences.length + below(random, 3) - 1);
  const neighbour = neighbours.length > 0 ? pick(random, neighbours) : own;
  const hasLabels = own.labels[0] !== undefined;
  const newWordAt = random() < newWordShare ? below(random, count) : -1;
  const sections: AbstractSection[] = [];
  let previous: SentencePattern | undefined;
  for (let at = 0; at < count; at++) {
    const chance = random();
    const from =
      chance < ownShare ? own : chance < ownShare + neighbourShare ? neighbour : pick(random, all).own;
    const drawn = inProportion(from.sentences, at, count);
    // With a short source, the same sentence is drawn again and again.
    const pattern = drawn === previous ? inProportion(own.sentences, at, count) : drawn;
    previous = pattern;
    let text = writeSentence(pattern, random);
    if (at === newWordAt) text = text.replace(/\s*\.?$/, ` (${newWord(random)}).`);
    const label = hasLabels
      ? inProportion(own.labels, at, count)
      : structured
        ? usualLabel(at, count)
        : undefined;
    const last = sections.at(-1);
    if (last && last.label === label) last.text += ` ${text}`;
    else sections.push({ ...(label !== undefined && { label }), text });
  }
  return sections;
}

/** Returns the item at the same relative position in the list as `at` has in `count`. */
function inProportion<Item>(items: readonly Item[], at: number, count: number): Item {
  return items[Math.min(items.length - 1, Math.floor((at * items.length) / count))] as Item;
}

function usualLabel(at: number, count: number): string {
  return usualLabels[usualEnds.findIndex((end) => at / count < end)] ?? 'CONCLUSIONS';
}
