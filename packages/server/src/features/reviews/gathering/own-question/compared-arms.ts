import type { Article } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { planQuery } from '../../../../literature/query/plan-query.ts';
import { aimsAndConclusions } from './aims-and-conclusions.ts';

/** A topic that compares two things: "X versus Y", X与Y比较. */
const versus =
  /^(?<one>.{2,80}?) (?:versus|vs\.?|v\.?|compared (?:with|to)|against) (?<other>.{2,80})$|^(?:comparison of|comparing) (?<first>.{2,60}?) (?:and|with|to|versus) (?<second>.{2,80})$/i;
const versusHan =
  /^(?<one>.{1,20}?)\s?(?:与|和|同|跟|及|对|vs\.?|versus)\s?(?<other>.{1,20}?)(?:的|之间的)?(?:疗效|效果|安全性|结果)?(?:比较|对比|对照)(?:研究)?$|^(?<first>.{1,20}?)\s?(?:对比|vs\.?|versus|比较)\s?(?<second>.{1,20})$/i;
/** Treatments that a topic joins, which are alternatives of each other. */
const treatmentsHan =
  /^(?<one>(?:[^与和及]{0,12})?(?:手术|放疗|化疗|药物|保守治疗|介入|免疫治疗|靶向治疗))(?:治疗)?[与和及](?<other>(?:手术|放疗|化疗|药物|保守|介入|免疫|靶向)(?:治疗)?)$/;
/** Words for what a comparison is about, after and before its two sides. */
const afterSides = / (?:for|of|in|among|on|as|after|before|during|to|with|at)(?: .*)?$/i;
const before = /^.* (?:for|of|in|among|on|with|by|between) /i;

/** Words that set one arm against the other. */
const comparators =
  /\b(?:versus|vs\.?|v|compared (?:with|to)|comparison (?:with|to)|as \w{2,20} as|(?:than|over|against|instead of|rather than|(?:superior|inferior|equivalent|equal|comparable|similar|alternative|preferable) (?:to|with))|or)\b|(?:对比|优于|不劣于|劣于|相比|比较|还是|或)/gi;
const betweenBoth = /\b(?:and|with)\b|[与和及]/gi;
const compares =
  /\b(?:compar\w+|differ\w*|randomi[sz]ed|randomly|better|versus|vs|choice|prefer\w*)\b|比较|对比|差异|随机|优于/i;
/** Words that name nothing by themselves. */
const general =
  /^(?:surgery|surgical|treatments?|therap(?:y|ies)|testing|tests?|procedures?|approach(?:es)?|techniques?|methods?|drugs?|management|repair|care|examinations?|检[查测验]|治疗|疗法|药物?)$/i;

/** Words that describe one side by its age or as any other one, which records do not repeat: "modern dressings". */
const describing =
  /^(?:the )?(?:modern|new(?:er)?|novel|old(?:er)?|conventional|traditional|standard|usual|other|various|different|alternative|available|current) (?=[a-z]{4})|^(?:新型|现代|传统|常规|其他|其它|各种|不同)(?=\p{Script=Han}{2})/iu;

/** Creates a test whether a record compares what the topic compares, in its title, its aim or its conclusion; undefined if it compares nothing. */
export function comparesArms(topic: string): ((article: Article) => boolean) | undefined {
  const groups = (versus.exec(topic) ?? versusHan.exec(topic) ?? treatmentsHan.exec(topic))?.groups;
  if (!groups) return undefined;
  const isHan = /\p{Script=Han}/u.test(topic);
  const { one: left, other: right, first: its = '', second: theirs = '' } = groups;
  const [first, second] = [left ?? its, right ?? theirs];
  const sides = isHan
    ? [first, second]
    : [first.replace(before, ''), second.replace(/[?.]$/, '').replace(afterSides, '')];
  const [one, other] = sides.map((side, at) => namesOf(side, sides[1 - at] ?? ''));
  if (!one || !other) return undefined;
  return (article) => {
    const { title, vernacularTitle = '' } = article;
    const { aims, answers } = aimsAndConclusions(article);
    return [title, vernacularTitle, ...aims, ...answers].some((text) => {
      const isCompared = compares.test(text);
      const parts = [text.split(comparators), ...(isCompared ? [text.split(betweenBoth)] : [])];
      return parts.some((arms) =>
        arms.some((arm, at) => {
          const next = arms[at + 1] ?? '';
          const [near, far] = [lastClause(arm), firstClause(next)];
          return (
            (one.test(near) && !other.test(near) && other.test(far) && !one.test(far)) ||
            (other.test(near) && !one.test(near) && one.test(far) && !other.test(far))
          );
        }),
      );
    });
  };
}

function lastClause(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(';'), text.lastIndexOf('；'), text.lastIndexOf('. ')) + 1);
}

function firstClause(text: string): string {
  return text.replace(/^\.? ?/, '').split(/[;；]|\. /)[0] ?? '';
}

const isSurgery =
  /^(?:surgery|surgical (?:treatments?|therapy|management|repair)|operations?|手术(?:治疗)?)$/i;
const surgery =
  /\b(?:surg\w{1,10}|operat(?:ion|ive)\w{0,4}|resection\w{0,3}|\w{3,20}(?:ectom|plast|otom|ostom)(?:y|ies))\b|手术|术/i;

/** Names that records use and lists do not give. */
const otherNames: readonly (readonly [RegExp, readonly string[]])[] = [
  [/cytolog|细胞学/i, ['cytolog', 'smear', 'pap test', 'papanicolaou']],
  [/\bMRI\b|磁共振/, ['MR imaging', 'magnetic resonance']],
  [/\bCT\b|计算机断层/, ['computed tomograph', 'computerized tomograph', 'computerised tomograph']],
];

/** Returns an expression for the names of one side: those of lists, and the word that distinguishes it. */
function namesOf(side: string, opposite: string): RegExp | undefined {
  const words = side.trim();
  if (words === '') return undefined;
  if (isSurgery.test(words)) return surgery;
  const {
    facets,
    subjects = [],
    concepts,
  } = planQuery({
    ...{ question: words, history: [], years: {}, category: undefined, thisYear: 0 },
  });
  const all = [
    ...otherNames.flatMap(([own, names]) => (own.test(words) ? names : [])),
    words,
    ...concepts,
    ...facets.flat(),
    ...subjects.flatMap(({ wordings }) => wordings),
    ...(describing.test(words) ? [words.replace(describing, '')] : []),
  ];
  const names = all.flatMap((name) => {
    const [last = '', ...rest] = name.split(/\s+/).toReversed();
    const bare = rest.toReversed().join(' ');
    return general.test(last) && bare.length > 2 ? [name, bare] : [name];
  });
  // Lists give for silver sulfadiazine what the other side may be: "silver dressing".
  const theirs = new Set(indexTerms(opposite.trim().replace(describing, '')));
  const isTheirs = (name: string) =>
    name !== words.toLowerCase() && theirs.size > 0 && theirs.isSubsetOf(new Set(indexTerms(name)));
  const own = [...new Set(names.map((name) => name.toLowerCase()))].filter(
    (name) => name.length > 1 && !general.test(name) && !isTheirs(name),
  );
  // What is nothing but such a word is that: surgery.
  const kept = own.length > 0 ? own : [words.toLowerCase()];
  return new RegExp(
    kept
      .toSorted((a, b) => b.length - a.length)
      .map((name) => {
        const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return /\p{Script=Han}/u.test(name)
          ? escaped
          : `\\b${name.length > 7 ? escaped.slice(0, -2) : escaped}\\w{0,6}`;
      })
      .join('|'),
    'i',
  );
}
