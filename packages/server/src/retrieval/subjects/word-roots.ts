import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Endings of index terms by which a noun and its adjective differ, with what remains of both: "atherosclerosis" and "atherosclerotic",
 * "ischemia" and "ischemic", "endothelium" and "endothelial", "endoscopy" and "endoscopic", "asthma" and "asthmatic", "pregnancy" and
 * "pregnant", "eclampsia" and "eclamptic", "lentivirus" and "lentiviral"; or a singular and its plural, "diagnosis" and "diagnoses". Each
 * ending comes after enough letters to tell words apart. "Hypoglycemic" is mostly said of drugs, not of hypoglycemia.
 */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{4}o|[a-z]{3}y|poie)(?:si?|t)$/, ''],
  [/(?<=metasta)(?:si|s|t)$/, ''],
  [/(?<=[a-z]{4}[ae]n)(?:c|t)$/, 'c'],
  [/(?<=[a-z]{3}ma|edema)t$/, ''],
  [/(?<=phyla)(?:xi|ct)$/, ''],
  [/(?<=[a-z]{2}p)(?:si|t)$/, 's'],
  [/(?<=[a-z](?:theli|bacteri|chondri))(?:um|a)$/, ''],
  [/(?<=psoria)(?:si|t)$/, ''],
  [/(?<=vir)(?:us?|al)$/, ''],
  [/(?<=(?<!^vaccin)(?:[a-z]{4}[b-df-hj-np-tv-z]|[a-z]em))(?<!glycem|glycaem)ia$/, ''],
  [/(?<=scop|graph|metr|path|troph|epileps|erg|therm)i$/, ''],
];

/** Nouns with plurals and adjectives that no ending tells: "fetal" and "signal" end alike, but a signal is no sign. */
const families = `
alveolus alveoli alveolar; anus anal; aorta aortic; artery arterial; atrium atrial; autism autistic; bacillus bacilli;
bacterium bacteria bacterial; bronchus bronchi bronchial; cartilage cartilaginous; cell cellular; cerebellum
cerebellar; cerebrum cerebral; cervix cervical; child children; cochlea cochlear; cornea corneal; cortex cortical;
diarrhea diarrheal; diet dietary; duct ductal; duodenum duodenal; embolus emboli embolic; embryo embryonic; epidermis
epidermal; esophagus esophageal; femur femoral; fetus fetuses fetal; follicle follicular; fungus fungi fungal; gland
glandular; hippocampus hippocampal; humerus humeral; hypothalamus hypothalamic; infection infectious infective;
inflammation inflammatory; injury injured; larynx laryngeal; lobe lobar; lobule lobular; malaria malarial;
mitochondrion mitochondria mitochondrial; mitosis mitotic; molecule molecular; mouse mice; muscle muscular; mutation
mutant; neoplasm neoplastic; ovary ovarian; pancreas pancreatic; parasite parasitic; penis penile; pharynx pharyngeal;
placenta placental; pleura pleural; puberty pubertal; rectum rectal; retina retinal; saliva salivary; sepsis septic;
sinus sinuses; skeleton skeletal; spleen splenic; stroma stromal; surgery surgical; syphilis syphilitic; tendon
tendinous; testis testicular; thalamus thalamic; thorax thoracic; thrombus thrombi; tooth teeth; trachea tracheal;
tuberculosis tuberculous; urine urinary; uterus uterine; vagina vaginal; valve valvular; vein venous; ventricle
ventricular; vertebra vertebrae vertebral; woman women`;

/** Roots of the words of `families`, by their terms. */
const rootOfMember: ReadonlyMap<string, string> = new Map(
  families.split(';').flatMap((family) => {
    const terms = indexTerms(family);
    return terms.map((term) => [term, terms[0] as string] as const);
  }),
);

/** Roots found before, since records on one question repeat each other's words; forgotten when there are too many. */
const known = new Map<string, string>();
const knownMax = 20_000;

/**
 * Returns what an index term (`indexTerms`) has in common with the noun or adjective derived from the same root, so that a record on
 * "ischemic cardiomyopathy" names ischemia. Comparable only with other results of this function.
 *
 * @example
 * rootOf('atherosclerosi') === rootOf('atherosclerot'); // true
 */
export function rootOf(term: string): string {
  const found = known.get(term);
  if (found !== undefined) return found;
  const [ending, rest = ''] = endings.find(([each]) => each.test(term)) ?? [];
  const root = rootOfMember.get(term) ?? (ending ? term.replace(ending, rest) : term);
  if (known.size >= knownMax) known.clear();
  known.set(term, root);
  return root;
}
