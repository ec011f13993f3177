import {
  type Article,
  emptyRecord,
  type Notice,
  type Pmid,
} from '../../../packages/core/src/records/article.ts';
import { isReviewType, retractedType } from '../../../packages/core/src/records/publication-types.ts';
import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import { isoDate, publishedOn } from './generate-dates.ts';
import { makeDetails } from './generate-details.ts';
import { abbreviated, author, capitalized, groupEnd, newWord, type Surnames } from './generate-names.ts';
import type { Topic } from './generate-neighbours.ts';
import { below, pick, type Random, some, zipf } from './generate-random.ts';
import { makeAbstract, makeTitle, type TopicTexts } from './generate-text.ts';

/** Material from which all records are drawn. */
export type Pools = {
  topics: Topic[];
  texts: TopicTexts[];
  journals: string[];
  surnames: Surnames;
  hanTitles: string[];
  hanSentences: string[];
};

/** Properties of a record that are determined outside. */
export type Frame = {
  pmid: Pmid;
  /** Day on which it entered the library, counted from 1970. */
  entered: number;
  /** The notice that retracts it. */
  retractedBy?: Notice;
  /** Record that it retracts, if it is a notice itself. */
  retracts?: Notice;
};

export type Made = { article: Article; published: RecordDate };

/**
 * Generates a record typical of its time: the newer it is, the longer its list of authors and the more often a structured
 * abstract in English.
 */
export function makeRecord(random: Random, pools: Pools, frame: Frame): Made {
  const place = below(random, pools.topics.length);
  const topic = pools.topics[place] as Topic;
  const texts = pools.texts[place] as TopicTexts;
  const time = 1970 + frame.entered / 365.2425;
  const published = publishedOn(random, frame.entered);
  const title = makeTitle(random, texts);
  const language = makeLanguage(random, time);
  const isChinese = language === 'chi';
  const publicationTypes = makeTypes(random, time, frame);
  const doi = makeDoi(random, time, frame.pmid);
  const hasAbstract = random() < abstractShare(time) && !frame.retracts;
  const abstract = hasAbstract
    ? makeAbstract(random, texts, pools.texts, time > 1990 && random() < 0.25)
    : [];
  if (isChinese && abstract.length > 0 && random() < 0.5 && pools.hanSentences.length > 0)
    abstract.push({
      label: '摘要',
      text: Array.from({ length: 4 }, () => pick(random, pools.hanSentences)).join(''),
    });
  const errata = chance(random, 0.004, { citation: `Erratum in: ${journalOf(random, pools)}` });
  const concerns = chance(random, 0.0005, { citation: `Concern in: ${journalOf(random, pools)}` });
  const retractions = frame.retractedBy ? [frame.retractedBy] : [];
  const journal = journalOf(random, pools);
  const abbreviation = abbreviated(journal);
  const date = isoDate(published);
  const authors = makeAuthors(random, pools, time);
  const article: Article = {
    ...emptyRecord,
    ...makeDetails(frame.pmid, authors, time),
    pmid: frame.pmid,
    title: frame.retracts ? `Retraction: ${title}` : language === 'eng' ? title : `[${title}]`,
    ...(isChinese && pools.hanTitles.length > 0 && { vernacularTitle: pick(random, pools.hanTitles) }),
    abstract,
    authors,
    journal,
    ...(abbreviation !== journal && { journalAbbreviation: abbreviation }),
    year: date.slice(0, 4),
    // A year alone adds nothing to `year`.
    ...(date.length > 4 && { published: date }),
    languages: [language],
    publicationTypes,
    mesh: makeMesh(random, topic, pools, time),
    keywords: makeKeywords(random, topic, time),
    ...(doi && { doi }),
    isReview: publicationTypes.some(isReviewType),
    retracted: frame.retractedBy !== undefined,
    retractions,
    concerns,
    errata,
  };
  return { article, published };
}

function abstractShare(time: number): number {
  return time < 1975 ? 0.25 : time < 1990 ? 0.6 : 0.88;
}

function makeAuthors(random: Random, { surnames }: Pools, time: number): string[] {
  const mean = 1.2 + Math.max(0, time - 1960) / 11;
  const count = Math.min(40, Math.floor(-mean * Math.log(1 - random())) + (random() < 0.03 ? 0 : 1));
  const authors = Array.from({ length: count }, () => author(random, surnames, time));
  if (random() < 0.01) authors.push(capitalized(newWord(random)) + groupEnd);
  return authors;
}

/** A few journals have most of the papers. */
function journalOf(random: Random, { journals }: Pools): string {
  return journals[Math.floor(journals.length * random() ** 3)] ?? '';
}

const otherLanguages = ['ger', 'fre', 'rus', 'jpn', 'ita', 'spa', 'pol', 'por'];

function makeLanguage(random: Random, time: number): string {
  const chance = random();
  if (time > 1980 && chance < 0.015) return 'chi';
  const foreign = Math.max(0.015, 0.36 - (time - 1960) * 0.0065);
  return chance < 0.015 + foreign ? pick(random, otherLanguages) : 'eng';
}

function makeTypes(random: Random, time: number, { retractedBy, retracts }: Frame): string[] {
  if (retracts) return ['Retraction of Publication'];
  const chance = random();
  const types = chance < 0.04 ? [chance < 0.025 ? 'Letter' : 'Editorial'] : ['Journal Article'];
  if (random() < 0.11) types.push('Review');
  else if (random() < 0.06) types.push('Case Reports');
  else if (random() < 0.05) types.push('Comparative Study');
  if (time > 1985 && random() < 0.028) types.push('Randomized Controlled Trial');
  if (time > 1995 && random() < 0.018) types.push('Systematic Review');
  if (time > 1995 && random() < 0.014) types.push('Meta-Analysis');
  if (time > 1975 && random() < 0.25) types.push("Research Support, Non-U.S. Gov't");
  if (retractedBy) types.push(retractedType);
  return types;
}

const checkTags: [heading: string, share: number][] = [
  ['Humans', 0.62],
  ['Female', 0.33],
  ['Male', 0.32],
  ['Animals', 0.22],
  ['Adult', 0.2],
  ['Middle Aged', 0.18],
  ['Aged', 0.13],
];

function makeMesh(random: Random, topic: Topic, { topics }: Pools, time: number): string[] {
  // The newest papers have no headings yet, and some journals get none.
  if (random() < (time > 2025 ? 0.6 : 0.12)) return [];
  const own = some(random, topic.mesh, 0.75);
  const foreign = pick(random, topics).mesh;
  if (foreign.length > 0) own.push(pick(random, foreign));
  for (const [heading, share] of checkTags) if (random() < share) own.push(heading);
  return [...new Set(own)];
}

function makeKeywords(random: Random, topic: Topic, time: number): string[] {
  if (random() > (time > 2012 ? 0.6 : 0.08)) return [];
  const keywords = some(random, topic.keywords, 0.7);
  if (random() < 0.1) keywords.push(newWord(random));
  return [...new Set(keywords)];
}

function makeDoi(random: Random, time: number, pmid: Pmid): string | undefined {
  if (random() > (time > 2000 ? 0.9 : 0.35)) return undefined;
  const prefix = 1_000 + zipf(random, 8_000);
  return `10.${prefix}/gen.${Math.floor(time)}.${Number(pmid).toString(36)}`;
}

function chance(random: Random, share: number, notice: Notice): Notice[] {
  return random() < share ? [notice] : [];
}
