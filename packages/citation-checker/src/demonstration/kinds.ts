import { stemWord } from '@citewell/core/text/words.ts';
import { drugName } from '../reading/drug-names.ts';

/**
 * Things of one kind, one kind per line, with synonyms joined by "=": a finding on one of them does not apply to
 * another. A word that may be part of another's meaning (colon and colorectal, adult and elderly) is never on the same
 * line.
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
falciparum vivax malariae
hiv hbv hcv cmv ebv hpv hsv rsv influenza rotavirus dengue
femoral radial ulnar brachial carotid
femur tibia humerus radius fibula
hip knee shoulder ankle elbow wrist
maxilla=maxillary mandible=mandibular
aortic mitral tricuspid
germany=german france=french italy=italian spain=spanish denmark=danish sweden=swedish norway=norwegian finland=finnish netherlands=dutch japan=japanese korea=korean china=chinese india=indian australia=australian canada=canadian brazil=brazilian turkey=turkish iran=iranian israel=israeli thailand=thai nigeria=nigerian kenya=kenyan egypt=egyptian mexico=mexican u.s. u.k.
europe=european asia=asian africa=african
schizophrenia depression anxiety autism dementia epilepsy
asthma copd pneumonia tuberculosis
hypertension diabetes obesity
lymphoma leukemia=leukaemia myeloma melanoma glioma sarcoma
nurse physician=doctor pharmacist dentist
monotherapy combination
`;

let members: Map<string, { line: number; member: number }[]> | undefined;

function membersByStem(): Map<string, { line: number; member: number }[]> {
  if (members) return members;
  members = new Map();
  for (const [line, text] of kinds.trim().split('\n').entries())
    for (const [member, names] of text.split(' ').entries())
      for (const stem of new Set(
        names.split('=').map((name) => (name.includes('.') ? name : stemWord(name))),
      )) {
        const known = members.get(stem);
        if (known) known.push({ line, member });
        else members.set(stem, [{ line, member }]);
      }
  return members;
}

/** Matches a gene, protein or cell by its letters and number: HDAC-1, IL6, CD8. */
const numbered = /^(\p{L}{2,8})-?(\d{1,4})$/u;

/** Kind of a word; words of the same `kind` with different `which` exclude each other. */
export type OfKind = { kind: string; which: string };

/** Returns the kinds of a word, by its stem and as written; empty if it has none. */
export function kindsOf(stem: string, written: string): OfKind[] {
  const listed = (membersByStem().get(stem) ?? []).map(({ line, member }) => ({
    kind: `list ${line}`,
    which: String(member),
  }));
  const name = numbered.exec(written);
  if (name?.[1] && /\p{Lu}/u.test(name[1]))
    listed.push({ kind: `name ${name[1].toLowerCase()}`, which: name[2] ?? '' });
  const word = written.toLowerCase();
  if (drugName.test(word)) listed.push({ kind: 'drug', which: word });
  return listed;
}
