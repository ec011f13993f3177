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
