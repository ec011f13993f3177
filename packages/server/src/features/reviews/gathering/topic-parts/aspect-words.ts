import type { SearchQuery } from '@citewell/core/records/query.ts';
import { drugPrevention, laterInLife } from './aspects.ts';

/** Words for the later life of those who were born in some way, for which records have many. */
const ofLaterLife =
  /^(?:later|later life|life|adults?|adulthood|grow to adulthood|adult life|health|healthy|成年[后期]?|成人|日后|远期|晚年|长大|健康)$/i;
/** Returns true for a part of a topic that only says when in life something is. */
export function namesLaterLife(part: string, topic: string): boolean {
  return ofLaterLife.test(part) && laterInLife.test(topic);
}

/** Words with which records say that people were rehabilitated. */
const rehabilitation = /^(?:rehabilitation|康复(?:治疗|训练)?)$/i;
const rehabilitationWordings = ['rehabilitation', 'physiotherapy', 'training', 'recovery'];

/** Adds the words of records for it to a topic's rehabilitation. */
export function withRehabilitation(query: SearchQuery): SearchQuery {
  const facets = query.facets.map((facet) =>
    rehabilitation.test(facet[0] ?? '') ? [...new Set([...facet, ...rehabilitationWordings])] : facet,
  );
  return { ...query, facets };
}

/** Chinese words for exercise, of which dictionaries give other meanings: movement. */
const exercise = /^(?:运动|锻炼|健身|体育)$/;
const exerciseWordings = ['exercise', 'physical activity', 'physical training', 'exercise training'];

/** Names exercise in a Chinese topic as records do, as one part. */
export function withExercise(query: SearchQuery): SearchQuery {
  const isExercise = ([first = '']: readonly string[]) => exercise.test(first);
  const own = query.facets.filter(isExercise);
  if (own.length === 0) return query;
  const names = [own[0]?.[0] ?? '', ...exerciseWordings];
  return {
    ...query,
    ordinary: (query.ordinary ?? []).filter((word) => !exercise.test(word)),
    facets: query.facets.flatMap((facet) => {
      if (!isExercise(facet)) return [facet];
      return facet === own[0] ? [names] : [];
    }),
  };
}

const drugs = /^(?:药物?|药品|用药|drugs?|medications?|medicines?|pharmacological)$/i;
const prevention = /^(?:预防|prevent(?:ion|ing)?|prophylaxis)$/i;
const drugPreventionWordings = ['chemoprophylaxis', 'prophylaxis', 'chemoprevention', 'preventive treatment'];

/** Names the prevention by drugs as records do, as one part. */
export function withDrugPrevention(query: SearchQuery): SearchQuery {
  const { facets, concepts, text } = query;
  const isOfBoth = (word: string) => drugs.test(word) || prevention.test(word);
  const own = facets.filter(([first = '']) => isOfBoth(first));
  const [words = ''] = drugPrevention.exec(text) ?? [];
  if (own.length !== 2 || words === '') return query;
  return {
    ...query,
    concepts: [...concepts.filter((concept) => !isOfBoth(concept)), 'prophylaxis'],
    facets: facets.flatMap((facet) => {
      if (!own.includes(facet)) return [facet];
      return facet === own[0] ? [[words, ...drugPreventionWordings]] : [];
    }),
  };
}

/** Matches a clause within a topic, whose verb is no part of what it names: "mechanisms by which". */
export const hasClause = /\b(?:by|through|in|with) which\b|\b(?:how|why|whether)\b/i;
