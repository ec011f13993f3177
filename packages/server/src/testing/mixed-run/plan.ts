import type { Language } from '@citewell/sdk';
import { seededRandom } from '@citewell/simulators/random.ts';
import { type ModelBehaviour, type Scenario, type Sources, scenarios } from './scenarios.ts';

/** Call of the run. `tag` is in its question, and therefore in every prompt that it causes. */
export type PlannedCall = {
  tag: string;
  scenario: Scenario;
  endpoint: 'ask' | 'ask_stream';
  question: string;
  /** Random number in [0, 1) for anything that happens at a random moment. */
  chance: number;
};

/** Calls that run at the same time, and the state of the sources meanwhile. */
export type Wave = { sources: Sources; calls: PlannedCall[] };

const atOnce = 16;

const questions: Record<Language, readonly string[]> = {
  en: [
    'Does zelparin prevent stroke in atrial fibrillation?',
    'Does cardovalin lower blood pressure in resistant hypertension?',
    'Does glucomin lower cardiovascular mortality in type 2 diabetes?',
  ],
  zh: [
    'zelparin 能否预防心房颤动患者发生卒中？',
    'cardovalin 能否降低难治性高血压患者的血压？',
    'glucomin 能否降低2型糖尿病患者的心血管死亡率？',
  ],
};

/**
 * Returns all calls, shuffled by the seed. Those without any available source come last, so that the circuit breakers they
 * open affect no others. `most`: maximum number of calls of a scenario, except that of more calls than a quota has.
 */
export function planRun(seed: number, most = Number.POSITIVE_INFINITY): Wave[] {
  const random = seededRandom(seed);
  const calls = scenarios.flatMap((scenario) =>
    Array.from(
      { length: scenario.key === 'limited' ? scenario.count : Math.min(scenario.count, most) },
      (_, nth) => ({ scenario, nth }),
    ),
  );
  const planned = calls.map(({ scenario, nth }, index): PlannedCall => {
    const tag = `(#${index + 1})`;
    const year = 1_900 + (index % 90);
    const wordings = questions[nth % 2 === 0 ? 'en' : 'zh'];
    return {
      ...{ tag, scenario, chance: random() },
      endpoint: scenario.endpoint ?? (nth % 4 < 2 ? 'ask' : 'ask_stream'),
      // Earlier questions are answered from the cache, so where sources fail, every question is new.
      question: [
        wordings[Math.floor(random() * wordings.length)],
        ...(scenario.sources ? [nth % 2 === 0 ? `(published since ${year})` : `（${year}年以来发表）`] : []),
        tag,
      ].join(' '),
    };
  });
  const bySources = Map.groupBy(shuffle(planned, random), ({ scenario }) => scenario.sources ?? 'well');
  const waves = [...bySources].flatMap(([sources, all]) =>
    Array.from({ length: Math.ceil(all.length / atOnce) }, (_, nth) => ({
      sources,
      calls: all.slice(nth * atOnce, (nth + 1) * atOnce),
    })),
  );
  const isLast = ({ sources }: Wave) => sources === 'all down';
  return [
    ...shuffle(
      waves.filter((wave) => !isLast(wave)),
      random,
    ),
    ...waves.filter(isLast),
  ];
}

/** Reads a call's engine behaviour from its question. */
export function behaviourIn(waves: readonly Wave[]): (question: string) => ModelBehaviour {
  const tempers = new Map(
    waves.flatMap(({ calls }) => calls.map(({ tag, scenario }) => [tag, scenario.temper ?? 'patient'])),
  );
  return (question) => tempers.get(/\(#\d+\)/.exec(question)?.[0] ?? '') ?? 'patient';
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
