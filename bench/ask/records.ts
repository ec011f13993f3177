import { type SimulatedRecord, simulatedRecord } from '../../packages/simulators/src/pubmed/record.ts';

/** Warms the code up; shares no word, and so no cached search and no cached record, with the other. */
export const warmQuestion = 'Does aspirin prevent preeclampsia?';
export const coldQuestion = 'Does metformin lower cardiovascular mortality in type 2 diabetes?';

/** More records on each question than an answer chooses from: the first search suffices, as it does on PubMed. */
export function records(): SimulatedRecord[] {
  const topics = [
    { drug: 'aspirin', outcome: 'preeclampsia', population: 'pregnant women', firstPmid: 38_000_000 },
    {
      drug: 'metformin',
      outcome: 'cardiovascular mortality',
      population: 'adults with type 2 diabetes',
      firstPmid: 39_000_000,
    },
  ];
  return topics.flatMap(({ drug, outcome, population, firstPmid }) =>
    Array.from({ length: 120 }, (_, index) =>
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
