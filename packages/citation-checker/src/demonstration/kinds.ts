import { stemWord } from '@citewell/core/text/words.ts';
import { drugName } from '../reading/drug-names.ts';
import { countryOf } from './countries.ts';

/**
 * Items of one kind, one kind per line, with synonyms joined by "=": a finding on one of them does not apply to
 * another. A word that may be part of another's meaning (colon and colorectal, adult and elderly) is never on the same
 * line.
 *
 * A claim that names one of them deviates if the abstract never does and has another of the kind in its place
 * (`slots/kind-slot.ts` looks in a sentence, `slots/replaced-slot.ts` in the abstract). These lists leave no claim
 * undecided: a pair that an abstract may name together and a claim mix up is therefore also in `opposites.ts`, which
 * does.
 */
const kinds = `
breast=mammary lung=pulmonary colorectal=bowel gastric=stomach pancreatic=pancreas prostate=prostatic ovarian=ovary cervical=cervix endometrial bladder thyroid esophageal=oesophageal hepatocellular=hepatic=liver renal=kidney oral nasopharyngeal testicular
kidney=renal heart=cardiac liver=hepatic lung=pulmonary brain=cerebral spleen=splenic placenta=placental pancreas=pancreatic thymus=thymic retina=retinal
ldl hdl vldl
blunt penetrating
fetal=fetus=foetal neonatal=neonate=newborn adult
neonate=newborn=neonatal adolescent=teenager adult
boy girl
chemotherapy radiotherapy immunotherapy
oral=orally intravenous=intravenously subcutaneous=subcutaneously intramuscular=intramuscularly intranasal=intranasally intrathecal=intrathecally topical=topically inhaled=inhalation
ultrasound=ultrasonography=sonography mri=magnetic ct=tomography pet scintigraphy mammography
daily=day weekly=week monthly=month
spring summer autumn=fall winter
morning afternoon evening night=nocturnal
neutrophil eosinophil basophil platelet erythrocyte
calcium magnesium zinc iron selenium sodium potassium iodine copper
leptin adiponectin ghrelin resistin
insulin glucagon
estrogen=estradiol testosterone progesterone cortisol
human mouse=murine=mice rat rabbit bovine=cattle porcine=pig canine=dog feline=cat ovine=sheep zebrafish
budding fission
staphylococcus=staphylococcal streptococcus=streptococcal pseudomonas klebsiella salmonella
aureus epidermidis
falciparum vivax
hiv hbv hcv cmv ebv hpv hsv rsv influenza rotavirus dengue
femoral radial ulnar brachial carotid
femur tibia humerus radius fibula
hip knee shoulder ankle elbow wrist
maxilla=maxillary mandible=mandibular
aortic mitral tricuspid
europe=european asia=asian africa=african
schizophrenia depression anxiety autism dementia epilepsy
asthma copd pneumonia tuberculosis
hypertension diabetes obesity
lymphoma leukemia=leukaemia myeloma melanoma glioma sarcoma
nurse physician=doctor pharmacist dentist
monotherapy combination
parkinson alzheimer huntington
malaria tuberculosis measles cholera dengue influenza pertussis typhoid leprosy syphilis gonorrhea=gonorrhoea chlamydia zika ebola
psoriasis eczema vitiligo rosacea acne
gout osteoarthritis lupus fibromyalgia osteoporosis
glaucoma cataract myopia strabismus amblyopia
appendicitis diverticulitis pancreatitis cholecystitis colitis
hypothyroidism hyperthyroidism
hemophilia=haemophilia thalassemia=thalassaemia neutropenia thrombocytopenia
bipolar schizophrenia anorexia bulimia
epilepsy migraine dementia meningitis
headache nausea vomiting=emesis diarrhea=diarrhoea constipation dizziness cough insomnia pruritus
appendectomy=appendicectomy cholecystectomy hysterectomy mastectomy prostatectomy nephrectomy splenectomy tonsillectomy thyroidectomy gastrectomy colectomy
craniotomy laparotomy thoracotomy sternotomy
colonoscopy gastroscopy bronchoscopy cystoscopy hysteroscopy arthroscopy thoracoscopy
echocardiography electrocardiography=ecg electroencephalography=eeg electromyography=emg
cesarean=caesarean vaginal
coffee tea milk wine beer juice
cannabis=marijuana cocaine heroin
psychologist physiotherapist midwife paramedic
muslim=islamic christian=catholic jewish hindu buddhist
monday tuesday wednesday thursday friday saturday sunday
january february april june july august september october november december
texas california florida ohio michigan minnesota massachusetts pennsylvania illinois wisconsin oregon colorado arizona
candida aspergillus cryptococcus
leishmania trypanosoma schistosoma toxoplasma giardia plasmodium
incisor premolar molar
patella clavicle scapula ulna sternum
cervical thoracic lumbar sacral
frontal temporal parietal occipital
hippocampus=hippocampal amygdala cerebellum=cerebellar hypothalamus=hypothalamic thalamus=thalamic striatum=striatal
duodenum=duodenal jejunum=jejunal ileum=ileal colon=colonic rectum=rectal
cornea=corneal retina=retinal
atrial=atrium ventricular=ventricle
urine saliva sputum faeces=fecal=stool serum=plasma
igg iga igm ige
deletion insertion duplication translocation
methylation acetylation phosphorylation ubiquitination glycosylation sumoylation
autophagy apoptosis necrosis pyroptosis ferroptosis
neuron=neuronal astrocyte microglia=microglial oligodendrocyte
osteoblast osteoclast chondrocyte
fibroblast keratinocyte melanocyte
hepatocyte cardiomyocyte adipocyte podocyte
macrophage monocyte neutrophil eosinophil basophil
oocyte sperm=spermatozoa
meiosis=meiotic mitosis=mitotic
agonist antagonist
male=man=men=boy=father=paternal=husband female=woman=women=girl=mother=maternal=wife
child=children=childhood=pediatric=paediatric adult=adults=elderly
mild moderate severe
unilateral bilateral
preoperative intraoperative postoperative
prenatal=antenatal postnatal=postpartum
urban rural
public private
inpatient outpatient
acute chronic
benign malignant
systolic diastolic
proximal distal
anterior posterior
medial lateral
left right
homozygous heterozygous
dominant recessive
incidence prevalence
singleton twin
acupuncture massage yoga meditation hypnosis
psychotherapy pharmacotherapy
walking swimming cycling
weekday weekend
cholesterol triglyceride creatinine bilirubin albumin ferritin urea transferrin troponin fibrinogen homocysteine
northern southern eastern western
farmer miner driver pilot firefighter soldier
mosquito tick flea
rice wheat maize=corn barley soybean tomato potato
salmon trout carp
mercury cadmium arsenic chromium nickel
dopamine serotonin acetylcholine gaba noradrenaline=norepinephrine histamine
`;

/** Common drugs whose names have none of the usual endings, with synonyms joined by "=". */
const drugs = `
aspirin=acetylsalicylic warfarin digoxin lithium morphine fentanyl ketamine propofol ibuprofen acetaminophen=paracetamol prednisone methotrexate cyclosporine=ciclosporin tamoxifen cisplatin carboplatin oxaliplatin doxorubicin misoprostol oxytocin levothyroxine allopurinol colchicine isoniazid rifampicin=rifampin ethambutol pyrazinamide artesunate artemether amiodarone nitroglycerin spironolactone thalidomide lenalidomide bleomycin vincristine cyclophosphamide fluorouracil leucovorin mesalamine=mesalazine azathioprine mercaptopurine valproate phenytoin lamotrigine levetiracetam carbamazepine bupropion varenicline naltrexone methadone buprenorphine naloxone clonidine haloperidol clozapine olanzapine quetiapine melatonin dobutamine milrinone atropine aprotinin tranexamic streptokinase alteplase tenecteplase acamprosate disulfiram bortezomib everolimus sirolimus letrozole anastrozole tramadol oxycodone codeine ritonavir ribavirin oseltamivir acyclovir zidovudine tenofovir lamivudine verapamil diltiazem hydralazine minoxidil botulinum dapsone ivermectin praziquantel
`;

/**
 * Opposite qualities, which exclude each other only in what they describe: an early treatment is no late one, but late
 * complications may follow it.
 */
const qualities = `
necessary=essential=needed unnecessary
sufficient=enough=adequate insufficient=inadequate
early late
sensitive=susceptible resistant
complete=full=total partial=incomplete
continue=persist stop=cease=discontinue
strong weak
rapid slow
stable unstable
permanent=irreversible temporary=transient=reversible
persistent=sustained transient
local=regional general=systemic
focal diffuse
central peripheral
superficial deep
major minor
active inactive=passive
intact=preserved defective=damaged=impaired
nulliparous=primiparous multiparous
adjusted unadjusted=crude
symptomatic asymptomatic
invasive noninvasive
obese lean=nonobese
vaccinated unvaccinated
insured uninsured
married unmarried
employed unemployed
hypertension hypotension
hyperglycemia=hyperglycaemia hypoglycemia=hypoglycaemia
tachycardia bradycardia
hyperthermia hypothermia
vasoconstriction vasodilation=vasodilatation
upstream downstream
wet dry
warm=hot cold
thick thin
wide narrow
rich poor
heavy light
influx efflux
synthesis=formation degradation=breakdown
donor recipient
exogenous endogenous
intrinsic extrinsic
afferent efferent
sympathetic parasympathetic
arterial venous
apical basal
dorsal ventral
rostral caudal
ipsilateral contralateral
monozygotic dizygotic
qualitative quantitative
innate adaptive
congenital=hereditary acquired
somatic germline
familial sporadic
ischemic=ischaemic hemorrhagic=haemorrhagic
obstructive restrictive
elective emergency
majority minority
always never
light dark
aerobic anaerobic
voluntary mandatory=compulsory
current former=past
expensive=costly cheap=inexpensive
easy difficult
simple complex
optimistic pessimistic
satisfied dissatisfied
underestimate overestimate
underuse overuse
physical mental=cognitive=psychological
surgical medical
protein lipid carbohydrate
sucrose fat
visual auditory
weight height
short long
high low
positive negative
single multiple
`;

type Member = { line: number; member: number; names: readonly string[]; isQuality: boolean };
let members: Map<string, Member[]> | undefined;

function membersByStem(): Map<string, Member[]> {
  if (members) return members;
  members = new Map();
  const items = kinds.trim().split('\n');
  for (const [line, text] of [...items, ...qualities.trim().split('\n')].entries())
    for (const [member, names] of text.split(' ').entries())
      for (const stem of new Set(
        names.split('=').map((name) => (name.includes('.') ? name : stemWord(name))),
      )) {
        const known = members.get(stem);
        const entry = { line, member, names: names.split('='), isQuality: line >= items.length };
        if (known) known.push(entry);
        else members.set(stem, [entry]);
      }
  return members;
}

let drugByStem: Map<string, string> | undefined;

/** Returns the drug of a word, as its name or a synonym; undefined if it is none. */
function drugOf(stem: string, word: string): string | undefined {
  drugByStem ??= new Map(
    drugs
      .trim()
      .split(' ')
      .flatMap((names) => names.split('=').map((name) => [stemWord(name), names])),
  );
  return drugByStem.get(stem) ?? (drugName.test(word) ? word : undefined);
}

/** Matches a gene, protein or cell by its letters and number: HDAC-1, IL6, CD8. */
const numbered = /^(\p{L}{2,8})-?(\d{1,4})$/u;

/** Words that only share a stem with a member. */
const otherMeaning = /^(?:several|severity|even|falls?|falling|fell|days?|weeks?|months?|rights|leaves)$/i;

/**
 * Returns true for a form of one of these names: "locally" and "localization" share the stem of "local", but are not
 * it.
 */
const isFormOf = (written: string, names: readonly string[]): boolean =>
  names.some(
    (name) => written.length <= name.length + pluralMax && /ly$/i.test(written) === /ly$/.test(name),
  );
/** Maximum length that a plural adds. */
const pluralMax = 2;

/**
 * Kind of a word; words of the same `kind` with different `which` exclude each other, qualities only if they describe
 * the same item.
 */
export type KindMember = { kind: string; which: string; isQuality?: true };

/** Returns true for a kind with two members, such as boys and girls: what is higher in one is lower in the other. */
export function arePaired(kind: string): boolean {
  const [, line] = /^list (\d+)$/.exec(kind) ?? [];
  return line !== undefined && kinds.trim().split('\n')[Number(line)]?.split(' ').length === 2;
}

/** Returns the kinds of a word, by its stem and as written; empty if it has none. */
export function kindsOf(stem: string, written: string): KindMember[] {
  const listed = otherMeaning.test(written)
    ? []
    : (membersByStem().get(stem) ?? [])
        .filter(({ names }) => isFormOf(written, names))
        .map(({ line, member, isQuality }) => ({
          kind: `list ${line}`,
          which: String(member),
          ...(isQuality && { isQuality: true as const }),
        }));
  const name = numbered.exec(written);
  if (name?.[1] && /\p{Lu}/u.test(name[1]))
    listed.push({ kind: `name ${name[1].toLowerCase()}`, which: name[2] ?? '' });
  const drug = drugOf(stem, written.toLowerCase());
  if (drug) listed.push({ kind: 'drug', which: drug });
  // "Polished" is not Polish; a translation has no capital.
  const country = /^\p{Lu}/u.test(written) || written === stem ? countryOf(stem) : undefined;
  if (country) listed.push({ kind: 'country', which: country });
  return listed;
}
