import type { SearchQuery } from '@citewell/core/records/query.ts';
import { outcomesIn } from '../topic-outcomes.ts';

/** Aspects that a topic may list before or after one of its outcomes. */
const asked =
  '(?:treatments?|management|therap(?:y|ies)|diagnosis|prevention|epidemiology|prognosis|predictors|risk factors)';
const askedHan = '(?:治疗|管理|诊断|预防|流行病学|预后|预测因素|危险因素)';
/** "Treatment and survival in", 的治疗与生存: a therapy with a name would be what the outcome depends on. */
const beforeOutcome = new RegExp(`^(?:the )?${asked} (?:and|or) (?:the )?$|的${askedHan}[与和及或]$`, 'i');
const afterOutcome = new RegExp(`^ (?:and|or) ${asked} (?:of|in|for|after)\\b|^[与和及或]${askedHan}$`, 'i');

/**
 * Returns the outcomes that a topic lists together with an aspect, of which a record has to be on one: "treatment and
 * survival".
 */
export function outcomesWithAspects(topic: Pick<SearchQuery, 'text' | 'subjects'>): string[] {
  const { text } = topic;
  return outcomesIn(topic)
    .filter(
      ({ start, end }) =>
        beforeOutcome.test(text.slice(0, start)) ||
        (/^(?:the )?$|的$/i.test(text.slice(0, start)) && afterOutcome.test(text.slice(end))),
    )
    .map(({ name }) => name);
}

/** Kinds of outcomes that a topic names: "neuropsychological and imaging outcomes after", "psychological outcomes of". */
const kinds =
  /^(?:the )?([\w-]{3,30}(?: [\w-]{3,30})?)(?: (?:and|or) ([\w-]{3,30}(?: [\w-]{3,30})?))? outcomes? (?:after|following|in|of|among)\b|后?的([^的与和及]{2,10})(?:[与和及]([^的与和及]{2,10}))?结局$/i;

/** Names that records use for kinds of outcomes. */
const kindNames: readonly (readonly [kind: RegExp, names: readonly string[]])[] = [
  [
    /neuro-?psycholog|neuro-?cogniti|神经心理/i,
    ['neuropsychological', 'neurocognitive', 'cognitive', 'cognition', 'memory'],
  ],
  [
    /imaging|影像/i,
    ['imaging', 'magnetic resonance', 'MRI', 'diffusion tensor', 'white matter', 'hippocampal volume'],
  ],
  [
    /^(?:psycholog|psychosocial|psychiatric|mental|心理|精神)/i,
    ['psychological', 'psychosocial', 'psychiatric', 'mental health', 'depression', 'anxiety'],
  ],
];

/**
 * Joins the kinds of outcomes that a topic names into one part, with their names in records: a record on images of the
 * brain is on its "neuropsychological and imaging outcomes". A kind is not a separate subject from the one whose
 * outcomes they are.
 */
export function withListedOutcomes(query: SearchQuery): SearchQuery {
  const listed = (kinds.exec(query.text)?.slice(1) ?? []).filter(Boolean).map((kind) => kind.toLowerCase());
  const isListed = ([first = '']: readonly string[]) =>
    first !== '' && listed.some((kind) => kind.includes(first.toLowerCase()));
  const own = query.facets.filter(isListed);
  const others = (query.subjects ?? []).filter(({ kind, name }) => kind !== 'phrase' || !isListed([name]));
  const names = listed.flatMap((kind) => kindNames.find(([pattern]) => pattern.test(kind))?.[1] ?? []);
  if (own.length === 0 || others.length === 0 || names.length === 0) return query;
  const joined = [...new Set([...own.flat(), ...names])];
  return {
    ...query,
    subjects: others,
    facets: query.facets.flatMap((facet) => {
      if (!own.includes(facet)) return [facet];
      return facet === own[0] ? [joined] : [];
    }),
  };
}
