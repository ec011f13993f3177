import { indexTerms } from '@citewell/core/text/words.ts';
import type { EffectPlot, Language } from '@citewell/sdk';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import { abstractSentences } from '../../../literature/studies/abstract-sentences.ts';
import { comparatorOf } from './bound-effects.ts';
import { outcomeHeading } from './named-outcomes.ts';
import { namedExposure } from './on-topic/named-exposure.ts';
import { recordSpan } from './record-spans.ts';
import { authorsOf, type Span, type Study, type StudyEffect } from './studies.ts';

/** Minimum number of studies or outcomes: one has nothing to be compared with. */
const rowsMin = 2;
/** Maximum number of rows of an overview. */
const rowsMax = 12;

/** Effect of a part of the topic, given by its index, with the record's words for what it is of. */
type Row = { study: Study; effect: StudyEffect; exposure: number; name: string };

/**
 * Groups the studies' own effects: those of at least two studies on one outcome in one measure, the first in each
 * abstract; and, as an overview for each measure, outcomes that only one study reports. All effects of a plot concern
 * one part of the topic: its sentence names it as more than a trait of the participants, or compares two groups that
 * the title names. An effect whose sentence does not say what it is of is left out. `topic` contains the topic's facets,
 * each with its wordings.
 */
export function effectPlots(
  studies: readonly Study[],
  topic: readonly (readonly string[])[],
  language: Language,
): EffectPlot[] {
  const parts = topic.filter((wordings) => compileFacets([wordings]).some(({ generic }) => !generic));
  const exposures = exposuresOf(parts);
  const rows = studies.flatMap((study) =>
    study.effects.filter(isDrawable).flatMap((effect) =>
      exposures(study, effect).flatMap((exposure): Row[] => {
        const name = namedExposure(study, effect, parts[exposure] ?? []);
        return name ? [{ study, effect, exposure, name }] : [];
      }),
    ),
  );
  const plots: EffectPlot[] = [];
  const drawn = new Set<string>();
  const named = ({ study: { article }, effect: { measure, outcome } }: Row) =>
    JSON.stringify([article.pmid, measure, outcome.name]);
  const draw = (group: readonly Row[], heading: string, isOverview: boolean) => {
    const [first] = group;
    if (!first || group.length < rowsMin || group.every((row) => drawn.has(named(row)))) return;
    for (const row of group) drawn.add(named(row));
    const { measure, kind } = first.effect;
    plots.push({
      ...{ heading, measure, kind },
      ...(isOverview && { several_outcomes: true }),
      studies: group.map((row) => studyOf(row, language, isOverview)),
    });
  };
  for (const group of grouped(rows, ({ effect }) => effect.outcome.name)) {
    const { outcome, measure } = (group[0] as Row).effect;
    const ofEach = group.filter(({ study }, at) => group.findIndex((row) => row.study === study) === at);
    draw(
      ofEach,
      headingOf(outcomeHeading(outcome.name, language, outcome.span.text), measure, language),
      false,
    );
  }
  const left = rows.filter((row) => !drawn.has(named(row)));
  for (const group of grouped(left, () => '')) {
    const isFirst = (row: Row, at: number) => group.findIndex((each) => named(each) === named(row)) === at;
    const overview = { en: 'Outcomes reported by one study each', zh: '各由一项研究报告的结局' }[language];
    const { measure } = (group[0] as Row).effect;
    draw(group.filter(isFirst).slice(0, rowsMax), headingOf(overview, measure, language), true);
  }
  return plots;
}

/** Comparators that mean the absence of the exposure. */
const isNothing =
  /\b(?:placebo|controls?|usual|standard|conventional|no|non|never|without|untreated|nothing|reference|not)\b|\bnon-?\w+|安慰剂|对照|常规|空白/i;

/** Groups rows of one exposure, measure and kind of comparator that also share this, in the order of the studies. */
function grouped(rows: readonly Row[], of: (row: Row) => string): Row[][] {
  const comparedWith = (row: Row) => {
    const { text = '' } = comparatorIn(row) ?? {};
    return isNothing.test(text) ? '' : indexTerms(text).join(' ');
  };
  const key = (row: Row) => JSON.stringify([row.exposure, row.effect.measure, comparedWith(row), of(row)]);
  return [...Map.groupBy(rows, key).values()];
}

/**
 * Returns the comparator of an effect: its sentence's, or else its title's if that compares two: "Ticagrelor vs.
 * clopidogrel".
 */
function comparatorIn({ study: { article }, effect }: Row): Span | undefined {
  if (effect.comparator) return effect.comparator;
  const place = comparatorOf(article.title);
  return place && { ...place, field: 'title', text: article.title.slice(place.start, place.end) };
}

/** An effect in a part of a study is not the study's; a ratio of survival may be one of those who died; intervals of other levels are longer or shorter. */
function isDrawable({ kind, outcome, span, isOfSubgroup }: StudyEffect): boolean {
  return (
    !isOfSubgroup &&
    (kind !== 'ratio' || !/survival$/.test(outcome.name)) &&
    !/\b9(?:[0-46-9](?:\.\d)?|5\.\d)(?: ?%| ?per ?cent)/.test(span.text)
  );
}

const people =
  'patients?|participants|subjects|individuals|people|persons|adults|women|men|children|adolescents|infants|neonates|newborns|survivors|mothers|cases|those';
/** Words for participants, adjustments and the comparator, none of which is the exposure. */
const others = new RegExp(
  String.raw`\b(?:${people}) (?:with|who|having|undergoing|suffering|aged|admitted|receiving|treated|hospitali[sz]ed|diagnosed|on|in|after)\b[^,;:.()[\]]*|(?<![\w-])[\w-]{1,40} (?:${people})\b(?! (?:in|of) the)|\b(?:in|among|during)\b(?! the [\w-]{1,40} (?:group|arm)\b)[^,;:.()[\]]*|\b(?:adjust\w+|controll\w+) for\b[^,;:.()[\]]*|\b(?:compar(?:ed|ing|ison) (?:with|to)|versus|vs|relative to|than)\b[^,;:()[\]]*|(?:与|较)[^，。；、]{1,20}(?:相比|比较)|(?:患有|合并)[^，。；、]*|[^，。；、]{0,20}(?:患者|病人|人群|儿童|孕妇)`,
  'gi',
);

/** Returns the parts of a topic, by index, whose effect this is known to be. */
function exposuresOf(topic: readonly (readonly string[])[]): (study: Study, effect: StudyEffect) => number[] {
  const facets = compileFacets(topic);
  const termsOf = (text: string) => new Set(indexTerms(text.replace(others, ' ')));
  const namedIn = (terms: ReadonlySet<string>, outcome: string) => {
    const ofOutcome = new Set(indexTerms(outcome));
    return facets.flatMap((facet, at) =>
      facetCoverage(facet, (term) => terms.has(term)) === 1 &&
      // "Mortality" in a topic is the outcome again, not an exposure.
      facetCoverage(facet, (term) => ofOutcome.has(term)) < 1
        ? [at]
        : [],
    );
  };
  const read = new Map<string, ReadonlySet<string>>();
  const termsIn = ({ article, effects }: Study, sentenceStart: number) => {
    const place = `${article.pmid} ${sentenceStart}`;
    const known = read.get(place);
    if (known) return known;
    let sentence = abstractSentences(article).find(({ start }) => start === sentenceStart)?.text ?? '';
    // Another outcome in the sentence is no exposure either.
    for (const { outcome } of effects.filter((each) => each.sentenceStart === sentenceStart))
      sentence = sentence.replace(outcome.span.text, ' ');
    const terms = termsOf(sentence);
    read.set(place, terms);
    return terms;
  };
  return (study, { sentenceStart, comparator, outcome }) => {
    const own = namedIn(termsIn(study, sentenceStart), outcome.span.text);
    return own.length > 0 || !comparator ? own : namedIn(termsOf(study.article.title), outcome.span.text);
  };
}

function headingOf(of: string, measure: string, language: Language): string {
  const isAdjusted = measure.startsWith('a');
  if (language === 'zh') return `${of}：${isAdjusted ? `校正后 ${measure.slice(1)}` : measure}`;
  return `${of}: ${isAdjusted ? `adjusted ${measure.slice(1)}` : measure}`;
}

function studyOf(row: Row, language: Language, isOverview: boolean): EffectPlot['studies'][number] {
  const { effect } = row;
  const { article } = row.study;
  const comparator = comparatorIn(row);
  const study = `${authorsOf(article, language)} ${article.year}`.trim();
  const named = language === 'zh' ? `${study}（${row.name}）` : `${study} (${row.name})`;
  const outcome = outcomeHeading(effect.outcome.name, language, effect.outcome.span.text);
  return {
    pmid: article.pmid,
    study: isOverview ? `${outcome}${language === 'zh' ? '：' : ': '}${named}` : named,
    ...{ value: effect.value, low: effect.low, high: effect.high },
    outcome: recordSpan(effect.outcome.span, article),
    comparator: comparator ? recordSpan(comparator, article) : null,
    effect: recordSpan((!comparator && effect.statement) || effect.span, article),
  };
}
