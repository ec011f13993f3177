import { type Article, abstractText, type Pmid } from '@citewell/core/records/article.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import { headingLength } from '../../../literature/ranking/sentences/best-sentences.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { abbreviationsOf, writtenOut } from '../../../literature/studies/long-forms.ts';
import { reportsResults } from '../sections/conclusions.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import type { TopicParts } from '../sections/names-topic.ts';
import { populationOf } from '../studies/cells/study-cells.ts';
import { namedOutcomes } from '../studies/named-outcomes.ts';
import {
  conceptTerms,
  haveSameConditions,
  peopleIn,
  type StudyConditions,
  studyConditions,
} from './conditions.ts';
import type { GivenFindings } from './discussion-findings.ts';
import type { StatedEffect } from './outcome-effects.ts';
import { asserted, statedEffects } from './stated-effects.ts';

/** Prior work compared with one of the caller's findings, in its own words; on neither side if nothing could be compared. */
export type ComparedFinding = {
  finding: string;
  agreeing: EvidenceUnit[];
  disagreeing: EvidenceUnit[];
  /** Sentences of papers that say both: they are on neither side. */
  mixed: EvidenceUnit[];
};

/** Two of the caller's findings that state opposite effects on one outcome. */
type Contradiction = { outcome: string; findings: [string, string] };

export type Relation = 'agreeing' | 'disagreeing' | 'other';

/** Comparison of prior studies with the findings. A study may agree with one of them and disagree with another. */
export type Compared = {
  agreeing: EvidenceUnit[];
  disagreeing: EvidenceUnit[];
  /** Sentences on neither side that name the outcome of a finding; without findings, all of them. */
  other: EvidenceUnit[];
  /** Sentences on either side that are no units of the review. */
  further: EvidenceUnit[];
  /** Comparison by finding. */
  byFinding: ComparedFinding[];
  contradictions: Contradiction[];
  /** Keys of the outcomes that the caller's findings are on. */
  outcomes: string[];
};

/** Relation of two effects on one outcome to each other; undefined where none follows. */
function relationOf(one: StatedEffect, other: StatedEffect): 'agreeing' | 'disagreeing' | undefined {
  if (one.outcome !== other.outcome) return undefined;
  if (one.direction === other.direction)
    return one.denies && other.denies && one.denies !== other.denies ? undefined : 'agreeing';
  const related = [one, other].find(({ direction }) => direction === 'related');
  if (related) {
    const { direction, denies } = related === one ? other : one;
    // An association without a direction is one with more of the outcome, and contradicts that there is none.
    if (direction === 'unchanged') return denies ? undefined : 'disagreeing';
    return direction === 'raises' ? 'agreeing' : undefined;
  }
  const none = [one, other].find(({ direction }) => direction === 'unchanged');
  const directed = none === one ? other : one;
  const isWorth = directed.direction === 'better' || directed.direction === 'worse';
  // What was not lowered may have risen.
  if (none)
    return none.denies === undefined || isWorth || none.denies === directed.direction
      ? 'disagreeing'
      : undefined;
  const isOther = other.direction === 'better' || other.direction === 'worse';
  return isWorth === isOther ? 'disagreeing' : undefined;
}

/** The caller's findings as they are compared. */
export type OwnFindings = Pick<GivenFindings, 'principal' | 'participants'>;

/**
 * Returns the effects of the caller's findings. Each applies to the participants; a finding without an exposure inherits
 * that of the previous finding.
 */
function effectsOfFindings({ principal, participants }: OwnFindings, parts: TopicParts): StatedEffect[][] {
  const all = participants.map((phrase) => peopleIn(`of ${phrase}`, parts));
  const everyone = all.reduce((left, each) => left.union(each), new Set<string>());
  const ofEveryone = (effect: StatedEffect): StatedEffect => {
    const { conditions, outcome } = effect;
    const people = everyone.difference(conditions.exposures).difference(new Set(outcome.split(' ')));
    return { ...effect, conditions: { ...conditions, people: conditions.people.union(people) } };
  };
  let before: StatedEffect | undefined;
  return principal.map((finding) => {
    const effects = statedEffects(finding, parts).map((effect) => {
      const { exposures, people, comparator, isTurned } = effect.conditions;
      return exposures.size > 0 || comparator.size > 0 || !before
        ? effect
        : {
            ...effect,
            conditions: {
              ...before.conditions,
              people: people.size > 0 ? people : before.conditions.people,
              isTurned: isTurned || before.conditions.isTurned,
            },
          };
    });
    before = effects[0] ?? before;
    return effects.map(ofEveryone);
  });
}

const unknownStudy: StudyConditions = {
  people: new Set(),
  comparator: new Set(),
  described: new Set(),
  named: new Set(),
  having: new Set(),
};

/** The relations of prior effects to those of one finding. */
function relationsTo(
  ours: readonly StatedEffect[],
  theirs: readonly StatedEffect[],
  study: StudyConditions,
): Set<'agreeing' | 'disagreeing'> {
  return new Set(
    ours.flatMap((own) => {
      const people = study.people.difference(new Set(own.outcome.split(' ')));
      return theirs
        .filter(({ conditions }) => haveSameConditions(own.conditions, conditions, { ...study, people }))
        .flatMap((their) => relationOf(own, their) ?? []);
    }),
  );
}

/** Ranks a sentence that cannot be compared: what contradicts a finding on its exposure first, then what agrees, then the rest. */
function nearest(ours: readonly StatedEffect[], theirs: readonly StatedEffect[]): number {
  const relations = ours.flatMap((own) =>
    theirs
      .filter(({ conditions }) => !own.conditions.exposures.isDisjointFrom(conditions.exposures))
      .flatMap((their) => relationOf(own, their) ?? []),
  );
  return relations.includes('disagreeing') ? 0 : relations.includes('agreeing') ? 1 : 2;
}

/** Compares a written sentence with the caller's findings: `other` if none of them is on its outcome and exposure. */
export function relationTo(findings: OwnFindings, text: string, parts: TopicParts): Relation {
  const theirs = statedEffects(text, parts);
  const relations = effectsOfFindings(findings, parts).map((ours) => relationsTo(ours, theirs, unknownStudy));
  const isAgreeing = relations.some((each) => each.has('agreeing'));
  const isDisagreeing = relations.some((each) => each.has('disagreeing'));
  if (isAgreeing) return 'agreeing';
  return isDisagreeing ? 'disagreeing' : 'other';
}

/** Death from one cause, which is another outcome than death. */
const ofOneCause =
  /\b(?:[A-Z]{2,4}|coronary|cardiovascular|cancer) (?:mortality|deaths?)\b|\b(?:deaths?|mortality|died|dying) (?:from|due to|of|caused by) (?!any\b|all\b)[^,;:.()]{3,60}/g;
/** Words in which mortality and survival are one outcome. */
const outcomesNamed = (text: string) =>
  new Set(namedOutcomes(text).map(({ name }) => name.replace(/survival$/, 'mortality')));

/**
 * Returns a test for a sentence on the outcome of one of the findings, in its words or others of the list: literature on
 * another outcome is no prior work on a finding.
 */
function namesOutcomeOf(
  principal: readonly string[],
  effects: readonly StatedEffect[][],
): (text: string) => boolean {
  const wanted = principal.flatMap((finding, at) => {
    const stated = effects[at] ?? [];
    return stated.length > 0
      ? stated.map(({ outcome, name }) => ({ names: outcomesNamed(name), terms: outcome.split(' ') }))
      : [...outcomesNamed(finding)].map((name) => ({ names: new Set([name]), terms: [] }));
  });
  return (text) => {
    const names = outcomesNamed(text);
    const withoutCauses = outcomesNamed(text.replace(ofOneCause, ' '));
    const terms = new Set(conceptTerms(text));
    return wanted.some(({ names: own, terms: all }) => {
      const listed = new Set([...own].flatMap(conceptTerms));
      const isOfAnyCause = all.every((term) => listed.has(term));
      const isNamed =
        own.size > 0
          ? own.isSubsetOf(isOfAnyCause ? withoutCauses : names)
          : all.every((term) => terms.has(term));
      return isNamed && all.every((term) => listed.has(term) || terms.has(term));
    });
  };
}

/** Pairs of findings with opposite directions of one outcome, of the same exposure in the same people. */
function contradictionsIn(principal: readonly string[], effects: readonly StatedEffect[][]): Contradiction[] {
  return principal.flatMap((one, at) =>
    principal.slice(at + 1).flatMap((other, offset): Contradiction[] => {
      const found = effects[at]?.find((own) =>
        effects[at + 1 + offset]?.some(
          (their) =>
            own.direction !== 'unchanged' &&
            their.direction !== 'unchanged' &&
            relationOf(own, their) === 'disagreeing' &&
            haveSameConditions(own.conditions, their.conditions, unknownStudy) &&
            own.conditions.people.symmetricDifference(their.conditions.people).size === 0,
        ),
      );
      return found ? [{ outcome: found.name, findings: [one, other] }] : [];
    }),
  );
}

/** Returns the words of a unit as quoted: identical wording of two records is quoted once. */
export function quotationKey({ text }: Pick<EvidenceUnit, 'text'>): string {
  return text.slice(headingLength(text)).replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns true if a sentence reports a result or a conclusion. */
function reportsResultOrConclusion({ label, text }: Pick<EvidenceUnit, 'label' | 'text'>): boolean {
  return sentenceKind(label, text, 1, 3) !== 'setting' && reportsResults({ ...(label && { label }), text });
}

/** Returns the words of a sentence in which its effects are read. */
function wordsOf({ label, text }: Pick<EvidenceUnit, 'label' | 'text'>): string {
  return sentenceKind(label, text, 1, 3) === 'conclusion' ? asserted(text) : text;
}

/** Returns the sentences of the papers that report results and are not units yet, numbered after these. */
function furtherResults(articles: readonly Article[], units: readonly EvidenceUnit[]): EvidenceUnit[] {
  const taken = new Set(units.map(({ article, start }) => `${article.pmid} ${start}`));
  return articles
    .flatMap((article) => {
      const citable = toCitable(article);
      return labeledSentences(article).map((sentence) => {
        const length = inlineLabel(sentence.text)?.length ?? 0;
        const [text, start] = [sentence.text.slice(length), sentence.start + length];
        return { ...sentence, text, start, article: citable, score: 0, role: 'finding' as const };
      });
    })
    .filter((each) => !taken.has(`${each.article.pmid} ${each.start}`) && reportsResultOrConclusion(each))
    .map((each, at) => ({ ...each, id: `E${units.length + at + 1}` }));
}

/** Words by which a sentence describes the participants. */
const enrols =
  /\b(?:enrol\w+|includ\w+|recruit\w+|randomi[sz]\w+|randomly|assign\w+|stud(?:ied|y)|eligible|particip\w+|follow\w*|consist\w+|compris\w+|total of|consecutive|conduct\w+|survey\w*)\b|纳入|入选|选取|收集|随访/i;

/** Returns the sentences of an abstract that describe the participants of its study. */
function sentencesOnPeople(article: Article): string[] {
  const sentences = labeledSentences(article);
  return sentences
    .filter(
      ({ label, text }, at) =>
        !/background|introduction|importance|context|objective|aim|purpose|背景|目的/i.test(label ?? '') &&
        !['result', 'conclusion'].includes(sentenceKind(label, text, at, sentences.length)) &&
        enrols.test(text),
    )
    .map(({ text }) => text);
}

/** Returns a topic's parts as a paper words them: with the long forms of their abbreviations. */
function partsIn(parts: TopicParts, forms: ReturnType<typeof abbreviationsOf>): TopicParts {
  return parts.map((wordings) => {
    // HIV感染 is HIV.
    const names = new Set(
      wordings.map((wording) => wording.toLowerCase().replace(/ ?(?:infections?|感染)$/, '')),
    );
    const own = forms.filter(({ written }) => names.has(written.toLowerCase()));
    return own.length > 0 ? [...wordings, ...own.flatMap(({ written, long }) => [written, long])] : wordings;
  });
}

/** Words of a study that hold for all its sentences. */
export type StudyWords = { comparator?: string };

/**
 * Sorts prior findings by whether they agree in direction with each of the caller's findings on the same outcome and
 * exposure, in the same population, against the same comparator. Reads every result in the abstracts of `articles`, in
 * addition to the `units` that a review uses. `studies` has the comparator of each study by PMID, and `parts` are the
 * parts of the topic.
 */
export function compareFindings({
  principal,
  participants,
  articles,
  units,
  studies,
  parts,
}: OwnFindings & {
  articles: readonly Article[];
  units: readonly EvidenceUnit[];
  studies: ReadonlyMap<string, StudyWords>;
  parts: TopicParts;
}): Compared {
  const said = new Set<string>();
  const isNew = (unit: EvidenceUnit) => {
    const key = quotationKey(unit);
    return !said.has(key) && Boolean(said.add(key));
  };
  const findings = units.filter((unit) => unit.role === 'finding' && isNew(unit));
  const further = furtherResults(articles, units).filter(isNew);
  const shortForms = new Map(
    articles.map((article) => [article.pmid, abbreviationsOf(`${article.title} ${abstractText(article)}`)]),
  );
  const describing = new Map(articles.map((article) => [article.pmid, sentencesOnPeople(article)]));
  const populations = new Map(articles.map((article) => [article.pmid, populationOf(article)]));
  const ownForms = abbreviationsOf([...principal, ...participants].join(' '));
  const worded = new Map(articles.map(({ pmid }) => [pmid, partsIn(parts, shortForms.get(pmid) ?? [])]));
  const partsFor = (pmid: Pmid): TopicParts => worded.get(pmid) ?? parts;
  const ours = new Map<Pmid, StatedEffect[][]>();
  /** The caller's findings, in whose words a paper's short forms are written out as they are in the paper. */
  const oursFor = (pmid: Pmid): StatedEffect[][] => {
    const known = ours.get(pmid);
    if (known) return known;
    // English long forms would break Chinese words; the paper's sentences are read with their short forms, too.
    const read = (text: string) =>
      /\p{Script=Han}/u.test(text) ? text : writtenOut(text, [...ownForms, ...(shortForms.get(pmid) ?? [])]);
    const effects = effectsOfFindings(
      { principal: principal.map(read), participants: participants.map(read) },
      partsFor(pmid),
    );
    ours.set(pmid, effects);
    return effects;
  };
  const theirs = [...findings, ...further].map((unit) => {
    const { pmid, title } = unit.article;
    const read = (text: string) => writtenOut(text, shortForms.get(pmid) ?? []);
    const { comparator = '' } = studies.get(pmid) ?? {};
    const own = partsFor(pmid);
    return {
      unit,
      effects: reportsResultOrConclusion(unit)
        ? [...new Set([read(wordsOf(unit)), wordsOf(unit)])].flatMap((text) => statedEffects(text, own))
        : [],
      study: studyConditions(
        read(title),
        {
          comparator: read(comparator),
          described: (describing.get(pmid) ?? []).map(read),
          population: read(populations.get(pmid) ?? ''),
        },
        own,
      ),
    };
  });
  const effectsBy = new Map(theirs.map(({ unit, effects }) => [unit, effects]));
  const byFinding = principal.map((finding, at): ComparedFinding => {
    const related = theirs.flatMap(({ unit, effects, study }) => {
      const relations = relationsTo(oursFor(unit.article.pmid)[at] ?? [], effects, study);
      return relations.size > 0 ? [{ unit, relations }] : [];
    });
    const papers = Map.groupBy(related, ({ unit }) => unit.article.pmid);
    const isMixed = ({ unit }: { unit: EvidenceUnit }) => {
      const all = papers.get(unit.article.pmid) ?? [];
      return new Set(all.flatMap(({ relations }) => [...relations])).size > 1;
    };
    const on = (side: 'agreeing' | 'disagreeing') =>
      related.filter((each) => !isMixed(each) && each.relations.has(side)).map(({ unit }) => unit);
    return {
      ...{ finding, agreeing: on('agreeing'), disagreeing: on('disagreeing') },
      mixed: related.filter(isMixed).map(({ unit }) => unit),
    };
  });
  const agreeing = new Set(byFinding.flatMap((each) => each.agreeing));
  const disagreeing = new Set(byFinding.flatMap((each) => each.disagreeing));
  const own = effectsOfFindings({ principal, participants }, parts);
  const mixed = new Set(byFinding.flatMap((each) => each.mixed));
  const meets = namesOutcomeOf(principal, own);
  const all = [...findings, ...further];
  return {
    agreeing: all.filter((unit) => agreeing.has(unit)),
    disagreeing: all.filter((unit) => disagreeing.has(unit)),
    other: findings
      .filter(
        (unit) =>
          !agreeing.has(unit) &&
          !disagreeing.has(unit) &&
          (principal.length === 0 || (reportsResultOrConclusion(unit) && meets(unit.text))),
      )
      .map((unit) => ({ unit, rank: nearest(own.flat(), effectsBy.get(unit) ?? []) }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ unit }) => unit),
    further: further.filter((unit) => agreeing.has(unit) || disagreeing.has(unit) || mixed.has(unit)),
    byFinding,
    contradictions: contradictionsIn(principal, own),
    outcomes: own.flat().map(({ outcome }) => outcome),
  };
}
