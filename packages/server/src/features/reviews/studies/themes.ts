import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { readStudy } from '../../../literature/studies/read-study.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { aspects } from './aspects.ts';

/** `rest`: what no theme took, which is no theme of its own. */
export type Theme = { heading: string; units: EvidenceUnit[]; rest?: true };

export function namesOf(themes: readonly Theme[]): string[] {
  return themes.filter(({ rest }) => !rest).map(({ heading }) => heading);
}

/**
 * Adds full-text statements to the themes, each at the end of the first theme with a sentence of its paper's abstract.
 */
export function withFullTextUnits(themes: readonly Theme[], units: readonly EvidenceUnit[]): Theme[] {
  const themeOf = new Map(
    themes.toReversed().flatMap((theme) => theme.units.map(({ article }) => [article.pmid, theme] as const)),
  );
  return themes.map((theme) => ({
    ...theme,
    units: [...theme.units, ...units.filter(({ article }) => themeOf.get(article.pmid) === theme)],
  }));
}

const themesMax = 5;
/** A theme needs more than one study. */
const papersMin = 2;
/** A name that most findings share is the topic itself. */
const shareMax = 0.6;
/** An aspect has a heading in both languages and groups related findings; a record's own heading may be anything. */
const ownHeadingFactor = 0.8;

/** MeSH headings for populations and times rather than findings. */
const checkTags =
  /^(?:humans|animals|male|female|adult|aged|aged, 80 and over|middle aged|young adult|adolescent|child.*|infant.*|pregnancy|mice.*|rats.*|treatment outcome|risk factors|prospective studies|retrospective studies|follow-up studies|time factors|double-blind method|cohort studies|cross-sectional studies|case-control studies|surveys and questionnaires|mothers|fathers|parents|women|men|patients|caregivers|prognosis|incidence|prevalence|odds ratio|risk|risk assessment|united states|china|.*\bas topic)$/i;

/** Matches titles of studies of a treatment. */
const onTreatment =
  /\b(?:treat(?:ment|ments|ing|ed)|therap(?:y|ies)|regimens?|efficacy|effectiveness|prophylaxis|prophylactic|supplementation|surgery|resection|chemotherapy|radiotherapy)\b|\b\w{2,20}(?:mab|nib|statin|pril|sartan|mycin|cillin|azole|formin|gliptin|gliflozin|dronate|sone|lol|dipine|parin|xaban|grel)s?\b|治疗|疗法|疗效|用药|手术|干预/i;
/** Matches titles on the frequency or the causes of a condition, which mention a treatment without studying it. */
const onFrequency =
  /\b(?:prevalence|risk factors?|predictors?|epidemiolog\w+|burden|determinants?)\b|患病率|危险因素|流行病学|影响因素/i;

function isOfTreatment(article: Article): boolean {
  const { kind } = readStudy(article);
  const isTrial = kind === 'randomized_trial' || kind === 'clinical_trial';
  return isTrial || (onTreatment.test(article.title) && !onFrequency.test(article.title));
}

type Candidate = { heading: string; factor: number; units: Set<EvidenceUnit> };

/**
 * Groups the findings into themes by the headings of records and by aspects common to all topics. Each sentence is in
 * one theme; the largest remaining group is the next theme, and the rest comes last. `first` contains the parts of the
 * topic that few papers report, which are the first themes.
 */
export function clusterThemes(
  units: readonly EvidenceUnit[],
  articles: ReadonlyMap<Pmid, Article>,
  topic: readonly (readonly string[])[],
  language: Language,
): Theme[] {
  const findings = units.filter(({ role }) => role === 'finding');
  if (findings.length === 0) return [];
  const candidates = candidatesOf(findings, articles, topic, language);
  const left = new Set(findings);
  const themes: Theme[] = [];
  while (themes.length < themesMax && left.size > 0) {
    const [best] = candidates
      .map((candidate) => {
        const units = [...candidate.units].filter((unit) => left.has(unit));
        return { candidate, units, gain: units.length * candidate.factor };
      })
      .filter(({ units }) => new Set(units.map(({ article }) => article.pmid)).size >= papersMin)
      .sort((one, other) => other.gain - one.gain);
    if (!best) break;
    themes.push({ heading: best.candidate.heading, units: best.units });
    for (const unit of best.units) left.delete(unit);
  }
  if (left.size > 0) themes.push(restOf([...left], themes, language));
  return themes;
}

/** Keeps themes of at least two papers; the rest takes the others. */
export function withoutSmallThemes(themes: readonly Theme[], language: Language): Theme[] {
  const papers = ({ units }: Theme) => new Set(units.map(({ article }) => article.pmid)).size;
  const kept = themes.filter((theme) => !theme.rest && papers(theme) >= papersMin);
  const units = themes.filter((theme) => !kept.includes(theme)).flatMap((theme) => theme.units);
  return units.length > 0 ? [...kept, restOf(units, kept, language)] : kept;
}

function restOf(units: EvidenceUnit[], named: readonly Theme[], language: Language): Theme {
  return { heading: (named.length > 0 ? further : all)[language], units, rest: true };
}

const further = { en: 'Further findings', zh: '其他结果' };
const all = { en: 'What the studies found', zh: '研究结果' };

function candidatesOf(
  findings: readonly EvidenceUnit[],
  articles: ReadonlyMap<Pmid, Article>,
  topic: readonly (readonly string[])[],
  language: Language,
): Candidate[] {
  const terms = new Map(findings.map((unit) => [unit, new Set(indexTerms(unit.text))]));
  const own = new Set(topic.flat().flatMap(indexTerms));
  const named = new Map<string, string>();
  for (const article of articles.values())
    for (const heading of [...article.mesh, ...article.keywords]) {
      const key = indexTerms(heading);
      const isInformative = key.some((term) => !own.has(term) && !isGenericTerm(term) && !isStopWord(term));
      if (isInformative && !checkTags.test(heading) && heading.length <= 60)
        named.set(key.join(' '), capital(heading));
    }
  const byName = [...named].map(([key, heading]): Candidate => {
    const wanted = key.split(' ');
    const units = findings.filter((unit) => wanted.every((term) => terms.get(unit)?.has(term)));
    return { heading, factor: ownHeadingFactor, units: new Set(units) };
  });
  const treated = new Set([...articles.values()].filter(isOfTreatment).map(({ pmid }) => pmid));
  const byAspect = aspects.map(
    ({ heading, words, ofUntreated }): Candidate => ({
      heading: heading[language],
      factor: 1,
      units: new Set(
        findings.filter(
          ({ text, article }) => words.test(text) && !(ofUntreated && treated.has(article.pmid)),
        ),
      ),
    }),
  );
  const most = Math.max(papersMin, findings.length * shareMax);
  // A heading in another language than the review's is of no use to its reader.
  const headings =
    language === 'zh' ? byName.filter(({ heading }) => /\p{Script=Han}/u.test(heading)) : byName;
  return [...byAspect, ...headings].filter(({ units }) => units.size > 0 && units.size <= most);
}

function capital(heading: string): string {
  return heading.slice(0, 1).toUpperCase() + heading.slice(1);
}
