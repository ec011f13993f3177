import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { populationOf } from '../cells/study-cells.ts';

/** Words for people, and those for people who are none of them. */
const apart: readonly { own: RegExp; others: RegExp }[] = [
  {
    own: /\b(?:pre|non)-?menopaus\w+|绝经前|(?:未|非)绝经/i,
    others: /\bpost-?menopaus\w+|绝经后/i,
  },
  {
    own: /\bpost-?menopaus\w+|绝经后/i,
    others: /\b(?:pre|non)-?menopaus\w+|绝经前|(?:未|非)绝经/i,
  },
  {
    own: /\b(?:wom[ae]n|females?|girls|mothers?|maternal|pregnan\w+)\b|女性?|妇|孕/i,
    others: /\b(?:m[ae]n|males?|boys|fathers)\b|男/i,
  },
  {
    own: /\b(?:m[ae]n|males?|boys|fathers)\b|男/i,
    others: /\b(?:wom[ae]n|females?|girls|mothers|maternal)\b|女|孕妇/i,
  },
  {
    own: /\b(?:child(?:ren|hood)?|infan\w+|neonat\w+|newborns?|p(?:a)?ediatric\w*|adolescen\w+|boys|girls|toddlers|offspring)\b|儿|青少年/i,
    others: /\b(?:adults?|maternal|mothers?)\b|成人|成年|母亲|产妇/i,
  },
  {
    own: /\b(?:adults?|elderly|older)\b|成人|成年|老年/i,
    others:
      /\b(?:children|infants|neonates|newborns|p(?:a)?ediatric|adolescents)\b|儿童|患儿|婴儿|新生儿|青少年/i,
  },
  {
    own: /\b(?:elderly|old(?:er)?|aged)\b|老年|老人/i,
    others:
      /\b(?:young(?:er)?|middle-aged) (?:adults?|people|persons?|patients?|individuals|wom[ae]n|m[ae]n)\b|年轻|青年|中年/i,
  },
  { own: /\btype (?:1|I) diabet\w+|1型糖尿病/i, others: /\btype (?:2|II) diabet\w+|2型糖尿病/i },
  { own: /\btype (?:2|II) diabet\w+|2型糖尿病/i, others: /\btype (?:1|I) diabet\w+|1型糖尿病/i },
];

/** Reads whether words, or a record, are about the people of a topic. */
export type TopicPeople = {
  /** Returns true if words name people who are none of the topic's, and not the topic's. */
  areOthers(words: string): boolean;
  /**
   * Returns true if a record studied the topic's people beside others, and words on all of them, or on the others, would not be about
   * the topic's.
   */
  requiresNaming(article: Article): boolean;
  /** Returns true if words name all the people of the topic that have an opposite. */
  areNamed(words: string): boolean;
};

/**
 * Reads the people of a topic by its words: those of whom there is an opposite, as women and men are. A topic that names
 * both sides, or none, leaves every statement as it is.
 *
 * @example
 * topicPeople('Premenopausal women with breast cancer').areOthers('Weight control may help postmenopausal women.'); // true
 */
export function topicPeople(topic: string): TopicPeople {
  const asked = apart.filter(({ own, others }) => own.test(topic) && !others.test(topic));
  return {
    areOthers: (words) => asked.some(({ own, others }) => others.test(words) && !own.test(words)),
    areNamed: (words) => asked.every(({ own }) => own.test(words)),
    requiresNaming: (article) => {
      const stated = `${article.title} ${populationOf(article)}`;
      const text = abstractText(article);
      return asked.some(({ own, others }) => !own.test(stated) && (others.test(text) || others.test(stated)));
    },
  };
}
