import { type SimulatedRecord, simulatedRecord } from './record.ts';

/** Drug with its indication and patients. */
export type RecordTopic = { drug: string; outcome: string; population: string; firstPmid: number };

/** Number of records on a topic, more than an answer uses: the first search suffices, as in PubMed. */
const recordsPerTopic = 120;

/** Creates `count` invented trials of each topic. */
export function topicRecords(topics: readonly RecordTopic[], count = recordsPerTopic): SimulatedRecord[] {
  return topics.flatMap(({ drug, outcome, population, firstPmid }) =>
    Array.from({ length: count }, (_, index) =>
      simulatedRecord({
        pmid: String(firstPmid + index),
        title: `Randomised ${drug} and ${outcome} in ${population}: cohort ${index}`,
        abstract: [
          { label: 'METHODS', text: `We assigned ${200 + index} ${population} to ${drug} or placebo.` },
          { label: 'RESULTS', text: `Rates of ${outcome} fell by ${index % 40} % with ${drug}.` },
          { label: 'CONCLUSIONS', text: `In ${population}, ${drug} changed ${outcome}.` },
        ],
        authors: [{ lastName: 'Sample', initials: 'AB' }],
        journal: { title: 'Journal of Synthetic Medicine', abbreviation: 'J Synth Med' },
        published: { year: String(2000 + (index % 25)) },
      }),
    ),
  );
}

export const aspirinTopic: RecordTopic = {
  drug: 'aspirin',
  outcome: 'preeclampsia',
  population: 'pregnant women',
  firstPmid: 38_000_000,
};

export const metforminTopic: RecordTopic = {
  drug: 'metformin',
  outcome: 'cardiovascular mortality',
  population: 'adults with type 2 diabetes',
  firstPmid: 39_000_000,
};
