import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { namePatterns } from './subject-marks.ts';

/**
 * Diseases whose records name the kind in full once or twice and only the disease elsewhere, with the words that
 * distinguish its other kinds.
 */
const families: readonly { kind: RegExp; whole: RegExp; others: RegExp }[] = [
  {
    kind: /\bfalciparum\b|恶性疟/i,
    whole: /\bmalaria\b/gi,
    others: /\b(?:vivax|ovale|knowlesi|malariae)\b/i,
  },
  {
    kind: /\btension(?:-type)? headaches?\b|紧张(?:型|性)头痛/i,
    whole: /\bheadaches?\b/gi,
    others: /\b(?:migraines?|cluster|post-?traumatic)\b/i,
  },
];

/** Number of sentences that name the kind in full in a record that otherwise names only the disease. */
const sentencesMin = 2;

/**
 * Creates a function that writes the name of a topic's subject for the disease alone in records that say elsewhere which kind of it they mean, and
 * no other: "malaria" of a trial in falciparum malaria. For the tests of records only.
 */
export function narrowNames(subjects: readonly Subject[]): (article: Article) => Article {
  const narrowed = subjects.flatMap((subject) => {
    const own = namePatterns([subject]);
    const [name = ''] = subject.wordings.filter((wording) => !/\p{Script=Han}/u.test(wording));
    const family = families.find(({ kind }) => subject.wordings.slice(0, 2).some((each) => kind.test(each)));
    return own && family && name !== '' ? [{ own, name, family }] : [];
  });
  return (article) => narrowed.reduce((rest, each) => narrowOne(rest, each, article), article);
}

type Narrowed = { own: readonly RegExp[]; name: string; family: (typeof families)[number] };

function narrowOne(rest: Article, { own, name, family }: Narrowed, given: Article): Article {
  const isNamed = (part: string) => own.some((pattern) => part.search(pattern) >= 0);
  const text = `${given.title}\n${abstractText(given)}`;
  const naming = splitSentences(text).filter(({ text: sentence }) => isNamed(sentence));
  if (naming.length < sentencesMin || family.others.test(text)) return rest;
  const read = (part: string) => (isNamed(part) ? part : part.replace(family.whole, name));
  const readAll = (whole: string) =>
    splitSentences(whole).reduceRight(
      (all, { text: sentence, start, end }) => all.slice(0, start) + read(sentence) + all.slice(end),
      whole,
    );
  return {
    ...rest,
    title: read(rest.title),
    abstract: rest.abstract.map((section) => ({ ...section, text: readAll(section.text) })),
  };
}
