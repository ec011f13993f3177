import type { TrustCard } from '@citewell/sdk';
import type { Direction } from '../../evidence/direction.ts';
import { trustCard } from '../../evidence/trust.ts';
import { type Article, abstractText } from '../../literature/article.ts';
import { aspectWord } from './aspects.ts';
import type { Unit } from './units.ts';

/** A study as a row of the comparison. Texts are its own words; empty where it does not tell. */
export type Study = {
  article: Article;
  trust: TrustCard;
  /** The sentence that stands for it, by whose mark it is cited. */
  unit: Unit;
  population: string;
  intervention: string;
  outcome: string;
  direction: Direction | 'mixed' | undefined;
};

/** The studies a review stands on, in the order of their evidence, by rules. */
export function describeStudies(units: readonly Unit[], articles: ReadonlyMap<string, Article>): Study[] {
  const byArticle = Map.groupBy(
    units.filter(({ role }) => role === 'finding'),
    ({ article }) => article.pmid,
  );
  return [...byArticle].flatMap(([pmid, own]) => {
    const article = articles.get(pmid);
    const [unit] = own;
    if (!article || !unit) return [];
    return [
      {
        article,
        trust: trustCard(article),
        unit,
        population: populationOf(article),
        intervention: interventionOf(article.title),
        outcome: aspectWord(unit.text) ?? '',
        direction: directionOf(own),
      },
    ];
  });
}

function directionOf(units: readonly Unit[]): Study['direction'] {
  const told = new Set(units.flatMap(({ direction }) => direction ?? []));
  if (told.size > 1) return 'mixed';
  return [...told][0];
}

const who =
  'patients|participants|adults|women|men|children|adolescents|infants|neonates|newborns|individuals|people|subjects|volunteers|mothers|nurses|students|athletes|smokers|survivors|residents|mice|rats|rabbits|dogs|pigs';
const population = new RegExp(
  String.raw`\b(?:(?:older|elderly|young|healthy|pregnant|obese|adult|pediatric|hospitali[sz]ed|critically ill|postmenopausal|diabetic|hypertensive|overweight|female|male) )*(?:${who})\b(?: (?:with|who (?:had|were)|undergoing|aged|suffering from|receiving|treated (?:with|for)|diagnosed with|admitted (?:with|for)|at (?:high )?risk (?:of|for)) [^.;:,()[\]]{3,60}(?=[\s.;:,()[\]]|$))?`,
  'gi',
);
const hanPopulation =
  /[^。；，,;：:（(）)]{0,14}(?:患者|病人|受试者|儿童|孕妇|老年人|人群|志愿者|小鼠|大鼠)/g;

/** Whom the study is about, in its words: the phrase that says most. */
function populationOf(article: Article): string {
  const text = `${article.title}\n${abstractText(article)}`;
  const phrases = [...(text.match(population) ?? []), ...(text.match(hanPopulation) ?? [])].map((phrase) =>
    phrase.replace(/\s+/g, ' ').trim(),
  );
  const telling = phrases.filter((phrase) => phrase.length > 12);
  return telling[0] ?? phrases[0] ?? '';
}

/** What was done or looked at, as the title puts it. */
const inTitle: RegExp[] = [
  /\b(?:effects?|efficacy|effectiveness|impact|influence|use|role|safety|benefits?|value|accuracy|cost-effectiveness)(?: and [a-z]+)? of ([^:?.]{3,80}?)(?= (?:on|in|for|among|during|to|as|with|versus|vs\.?|compared)\b|[:?.]|$)/i,
  /\b(?:associations?|relationships?|correlations?|links?) (?:of|between) ([^:?.]{3,80}?)(?= (?:and|with|to|in)\b|[:?.]|$)/i,
  /^(?:Does|Do|Is|Are|Can) ([^:?.]{3,60}?)(?= (?:reduce|improve|increase|prevent|affect|influence|predict|cause|lower|help|associated|effective|safe|useful|better|enough|related|an|a|the|more)\b)/i,
  /^([^:?.]{3,60}?)(?= (?:for|versus|vs\.?|compared with|improves?|reduces?|increases?|prevents?|and the risk|and risk|as an?|in the treatment|in patients|in children|in adults)\b)/i,
];

function interventionOf(title: string): string {
  for (const pattern of inTitle) {
    const found = pattern.exec(title)?.[1]?.trim();
    if (found) return found;
  }
  return '';
}
