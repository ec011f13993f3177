import { stemWord } from '@citewell/core/text/words.ts';

/** Words that reviews and abstracts use for one another, one group per line. Opposites are never in the same group. */
const groups = `
cancer tumor tumour neoplasm carcinoma malignancy malignant oncogenic oncology neoplastic cancerous
mortality death die died dies fatal lethal lethality
mouse mice murine
rat rats rodent rodents
heart cardiac cardio myocardial myocardium
kidney renal nephro nephropathy
liver hepatic hepatocyte
lung pulmonary respiratory
brain cerebral cerebrum neural
bone skeletal osseous
gut intestine intestinal bowel enteric
stomach gastric
skin cutaneous dermal
eye ocular ophthalmic
breast mammary
child children childhood pediatric paediatric kid
infant baby neonate newborn neonatal infancy
elderly older geriatric aged senior
pregnancy pregnant gestation gestational antenatal prenatal maternal
drug medication medicine agent pharmaceutical compound
increase elevate raise rise higher enhance upregulate augment greater boost
decrease reduce lower decline diminish downregulate attenuate fewer less reduction
improve better ameliorate improvement
worsen worse exacerbate aggravate deteriorate
inhibit suppress block repress inhibition suppression blockade antagonist inhibitor
activate stimulate induce trigger activation stimulation induction activator
prevent protect protection prevention protective
cause lead result produce causal
associate link correlate relate association correlation relationship connection
deficiency deficient lack loss absence knockout deletion depletion ablation null
knockdown silence silencing sirna shrna
mutation mutant variant polymorphism allele mutate
bind interact interaction binding
regulate control modulate regulation modulation govern regulator
require essential necessary need critical crucial indispensable
involve participate contribute implicate contribution role
treat therapy treatment therapeutic intervention
obese obesity overweight adiposity
smoke smoking cigarette tobacco smoker
drink alcohol ethanol drinking
hypertension hypertensive
diabetes diabetic
stroke cerebrovascular
infarction mi
cholesterol ldl lipid
virus viral
bacteria bacterial bacterium microbial microbe
infect infection infectious
immune immunity immunological
inflammation inflammatory inflame
gene genetic genomic genome
protein peptide
express expression
cell cellular
grow growth proliferate proliferation
migrate migration motility
differentiate differentiation maturation mature
apoptosis apoptotic
develop development developmental
exercise training physical
diet dietary food nutrition nutritional intake consume consumption
vaccine vaccination vaccinate immunization immunisation
hospital hospitalization inpatient admission
frequency frequent incidence prevalence rate occurrence
risk hazard odds likelihood probability chance
male men man boy
female women woman girl
blood serum plasma circulating
suppressor repressor
similar comparable equal equivalent same
safe safety
effective efficacy effectiveness
quick rapid fast
begin start onset initiate initiation
neuron neuronal nerve
muscle muscular
memory cognitive cognition
detect diagnose diagnosis diagnostic detection identify
physician doctor clinician
worldwide global
carry transport delivery deliver
method technique approach
hiv aids
radiotherapy radiation irradiation irradiate
bleed bleeding hemorrhage hemorrhagic
relapse relapsing recurrence recur recurrent
seizure epilepsy epileptic convulsion
cost costly expensive expense
fever febrile pyrexia
thrombosis thrombotic thrombus thromboembolism thromboembolic
adolescent adolescence teenager teen youth
spine spinal vertebra vertebral
depression depressive depressed
vomit vomiting emesis
dyspnea breathlessness breathless
edema swelling
joint articular
anticoagulant anticoagulation
survive survival survivor
`;

let concepts: Map<string, string> | undefined;

/** Returns one stem for a group of synonyms; a stem in none is itself. */
export function conceptOf(stem: string): string {
  if (!concepts) {
    concepts = new Map();
    for (const line of groups.trim().split('\n')) {
      const stems = line.split(' ').map(stemWord);
      for (const each of stems) if (!concepts.has(each)) concepts.set(each, `~${stems[0]}`);
    }
  }
  return concepts.get(stem) ?? stem;
}
