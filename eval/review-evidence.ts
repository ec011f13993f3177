import { planQuery } from '../packages/server/src/literature/query/plan-query.ts';
import { type SimulatedRecord, simulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { seededRandom } from '../packages/simulators/src/random.ts';

/** Studies per question: more than a review with twenty references uses. */
const perQuestion = 30;
/** PMID above every real one. */
const firstPmid = 980_000_000;

const designs = [
  ['Randomized Controlled Trial', 'a randomized trial'],
  ['Observational Study', 'a cohort study'],
  ['Meta-Analysis', 'a systematic review and meta-analysis'],
  ['Observational Study', 'a case-control study'],
  ['Observational Study', 'a cross-sectional study'],
] as const;
const outcomes = [
  'mortality',
  'adverse events',
  'quality of life scores',
  'length of hospital stay',
  'pain scores',
  'recurrence',
  'hospital readmission',
] as const;
const settings = ['adults', 'older adults', 'women', 'hospitalized patients', 'adolescents', 'men'] as const;
const authors = ['Amara', 'Brandt', 'Chen', 'Dubois', 'Eriksen', 'Fontana', 'Garcia', 'Hoffmann'];

/**
 * Invents studies around a question, from its own concepts: as many as real reviews find, with different figures, and with
 * results that agree, contradict each other and show nothing. No journal and no figure in them is real.
 */
export function inventedStudies(question: string, at: number): SimulatedRecord[] {
  const random = seededRandom(at + 1);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const { concepts } = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  const [subject = question.replace(/[?.]+$/, ''), condition = subject, further] = concepts;
  return Array.from({ length: perQuestion }, (_, index) => {
    const [type, design] = designs[index % designs.length] as (typeof designs)[number];
    const outcome = outcomes[index % outcomes.length] as string;
    const second = outcomes[(index + 3) % outcomes.length] as string;
    const people = pick(settings);
    const n = between(40, 4_000);
    const months = between(3, 60);
    const [one, other] = [between(4, 18), between(19, 40)];
    // Every third study finds the opposite, every fourth no difference.
    const way = index % 4 === 3 ? 'same' : index % 3 === 2 ? 'higher' : 'lower';
    const ratio = way === 'lower' ? between(55, 85) / 100 : way === 'higher' ? between(120, 170) / 100 : 1.02;
    const interval = `95% CI ${(ratio * 0.86).toFixed(2)} to ${(ratio * (way === 'same' ? 1.2 : 1.14)).toFixed(2)}`;
    const population = `${people} with ${condition}`;
    const results = {
      lower: `${subject} was associated with lower ${outcome} in ${population} (${one}% versus ${other}%; risk ratio ${ratio}, ${interval}; P = 0.00${between(1, 9)}).`,
      higher: `${subject} was associated with higher ${outcome} in ${population} (${other}% versus ${one}%; risk ratio ${ratio}, ${interval}; P = 0.0${between(11, 44)}).`,
      same: `${subject} did not change ${outcome} in ${population} (risk ratio ${ratio}, ${interval}; P = 0.${between(31, 89)}).`,
    }[way];
    const conclusions = {
      lower: `In ${population}, ${subject} was associated with lower ${outcome}.`,
      higher: `In ${population}, ${subject} was associated with higher ${outcome}.`,
      same: `In ${population}, ${subject} made no difference to ${outcome}.`,
    }[way];
    return simulatedRecord({
      pmid: String(firstPmid + at * 100 + index),
      title: capital(`${subject} and ${outcome} in ${population}: ${design}`),
      journal: { title: 'Journal of simulated medicine', abbreviation: 'J Simul Med' },
      authors: [
        { lastName: pick(authors), initials: 'A' },
        { lastName: pick(authors), initials: 'B' },
      ],
      published: { year: String(between(2008, 2025)) },
      publicationTypes: ['Journal Article', type],
      keywords: concepts,
      abstract: [
        {
          label: 'BACKGROUND',
          text: `Whether ${subject} matters for ${outcome} in ${population} is debated, and guidelines differ on it. Earlier studies of ${condition} were small, and few of them looked at ${second}.`,
        },
        {
          label: 'METHODS',
          text: `A total of ${n} ${population} were included at ${between(1, 12)} centres and followed for ${months} months. The main outcome was ${outcome}; ${second}${further ? ` and ${further}` : ''} were also recorded. Those who recorded the outcomes did not know who had been given what. Analyses were adjusted for age, sex and comorbidity, and missing values were imputed.`,
        },
        {
          label: 'RESULTS',
          text: `${capital(results)} The estimate was much the same when ${between(5, 40)} ${people} with missing data were left out, and when ${second} was taken as a competing event. After ${months} months ${second} had been recorded in ${between(3, 30)}% of those with ${subject} and in ${between(3, 30)}% of the others, a difference that was not significant (P = 0.${between(12, 92)}). ${pick(
            [
              `The association was stronger in those above 65 years of age (risk ratio ${(ratio * 0.9).toFixed(2)}).`,
              `In a subgroup of ${between(20, n)} participants the findings were similar.`,
              `Of all participants, ${between(2, 14)}% were lost to follow-up.`,
            ],
          )}`,
        },
        {
          label: 'CONCLUSIONS',
          text: `${conclusions} ${pick([
            'Larger trials with longer follow-up are needed.',
            'The observational design is a limitation, and residual confounding cannot be ruled out.',
            `Whether ${second} is affected remains unclear.`,
          ])}`,
        },
      ],
    });
  });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
