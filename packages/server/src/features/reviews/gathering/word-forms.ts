import type { SearchQuery } from '@citewell/core/records/query.ts';

/** People by an infection that they have: "HIV-infected patients", "HCV-positive adults". */
const infected =
  /\b(HIV(?:-1)?|HBV|HCV|HPV|SARS-CoV-2|COVID-19)[- ](?:co-?)?(?:infected|positive|seropositive) (patients|people|persons|individuals|adults|women|men|children|adolescents|infants|subjects|participants|populations?)\b/gi;

/** Chinese pattern of the same, which names the infection and what is beside it. */
const infectedHan =
  /(HIV|HBV|HCV|HPV)(?:感染者|感染患者|阳性者|阳性患者)(?:中的?|的|合并)?(?=\p{Script=Han}{2})/giu;

/**
 * A topic as it is searched: those with an infection by the infection's name, for records write it in many forms.
 *
 * @example
 * searchedAs('Tuberculosis in HIV-infected patients'); // 'Tuberculosis in patients with HIV'
 */
export function searchedAs(topic: string): string {
  return topic.replace(infected, '$2 with $1').replace(infectedHan, '$1与');
}

/** Organs by the other words that names of their tumours have; what is on a part of the bowel is on it. */
const organs: readonly [RegExp, string][] = [
  [/\bpancreatic(?= (?:cancers?|carcinomas?|neoplasms?|tumou?rs?)\b)/i, 'pancreas'],
  [/\bpancreas(?= (?:cancers?|carcinomas?|neoplasms?|tumou?rs?)\b)/i, 'pancreatic'],
  [/\bgastric(?= (?:cancers?|carcinomas?|neoplasms?|tumou?rs?)\b)/i, 'stomach'],
  [/\bstomach(?= (?:cancers?|carcinomas?|neoplasms?|tumou?rs?)\b)/i, 'gastric'],
  [/\bcolorectal(?= (?:cancers?|carcinomas?|neoplasms?|tumou?rs?)\b)/i, 'colon'],
];

/** Gives the tumours of a topic their names by the organ's other word. */
export function withOrganNames(query: SearchQuery): SearchQuery {
  const more = (wordings: readonly string[]): string[] => [
    ...new Set([
      ...wordings,
      ...wordings.flatMap((wording) =>
        organs.flatMap(([organ, other]) => (organ.test(wording) ? [wording.replace(organ, other)] : [])),
      ),
    ]),
  ];
  return {
    ...query,
    facets: query.facets.map(more),
    ...(query.subjects && {
      subjects: query.subjects.map((subject) => ({ ...subject, wordings: more(subject.wordings) })),
    }),
  };
}
