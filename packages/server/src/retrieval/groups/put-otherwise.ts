import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { classesOf, furtherNames, meshWordings, narrowerDiseases } from '../../literature/query/mesh/mesh.ts';
import type { SubjectGate } from '../subject-gate.ts';
import { compile } from '../subjects/compile-subject.ts';
import { type Roots, readRecordText, textOf } from '../subjects/record-text.ts';
import { rootOf } from '../subjects/word-roots.ts';
import { conditions } from './conditions.ts';

/** Ordinary words for a thing, and the words of records for its kinds, its members and its other names. */
const kinds: readonly { asked: RegExp; held: RegExp }[] = [
  {
    asked: /\bpolyps?\b|息肉/i,
    held: /\b(?:polyp\w*|\w*adenoma\w*)|息肉|腺瘤/i,
  },
  {
    asked: /\b(?:cervical spine|necks?)\b|颈/i,
    held: /\b(?:necks?|spondylo\w+|cervical (?:spin\w+|dis[ck]s?|vertebr\w+|radicul\w+|myelopath\w+|pain))\b|颈/i,
  },
  {
    asked: /\b(?:stop\w*|discontinu\w+|withdraw\w*|com(?:e|ing) off|quit\w*)\b|停[用药止]|撤药|戒[断烟酒]/i,
    held: /\b(?:stop\w*|discontinu\w+|withdraw\w*|cessation|ceas\w+|taper\w*|quit\w*|abstinen\w+|deprescri\w+)\b|停|撤|戒/i,
  },
  {
    asked: /^(?:开始|initiation)$/i,
    held: /\b(?:start\w*|initiat\w+|begin\w*|began|timing|early|immediate|delay\w*|defer\w*)\b|开始|启动|时机|早期/i,
  },
  {
    asked: /^(?:colon|bowel) (?:cancers?|carcinomas?|tumou?rs?)$|^(?:结肠|大肠|肠)癌$/i,
    held: /\b(?:colon|colonic|colorectal|rectal|bowel|large intestine) (?:[\w-]{1,15} ){0,2}(?:cancers?|carcinomas?|neoplas\w{1,3}|tumou?rs?|adenocarcinomas?|malignanc\w{1,3})\b|结直肠癌|结肠癌|肠癌/i,
  },
  {
    asked: /^(?:intubation|intubated)$|^(?:气管)?插管$/i,
    held: /\bintubat\w{1,4}\b|\b(?:invasive|mechanical)(?:ly)? (?:mechanical )?ventilat\w{2,3}\b|\bendotracheal\b|插管|机械通气|有创通气/i,
  },
  {
    asked: /^(?:blood )?clots?$|^thrombosis$|^防?血栓(?:形成)?$/i,
    held: /\bclot\w{0,5}\b|\b\w{0,8}thrombo\w{2,12}\b|\b(?:DVT|VTE|PE)\b|\bembol\w{2,4}\b|血栓|栓塞/i,
  },
  {
    asked: /^(?:teeth|tooth)$|^牙齿?$/i,
    held: /\b(?:teeth|tooth|dental|dentition|denti\w{2,6}|caries|enamel|ero(?:sion|sive)|periodont\w{1,6}|oral health)\b|牙|龋/i,
  },
  {
    asked: /^(?:stomach|tummy)$|^(?:伤?胃|胃部)$/i,
    held: /\b(?:stomach|gastr\w{2,18}|peptic|ulcer\w{0,6}|dyspep\w{2,4}|GI)\b|胃|消化性溃疡/i,
  },
  {
    asked: /^(?:coronary |carotid |arterial )?plaques?$|^(?:冠脉|颈动脉)?斑块$/i,
    held: /\bplaques?\b|\bathero\w{1,12}\b|\bintima[- ]media\b|斑块|粥样硬化/i,
  },
  {
    asked: /^grow(?:th|ing)?$|^(?:生长|长高|长个)$/i,
    held: /\bgrow(?:th|ing)?\b|\bheights?\b|\bweights?\b|\bstature\b|\bstunt\w{2,3}\b|生长|身高|体重/i,
  },
  {
    asked: /^(?:keep|keeps|carry on|stay) (?:taking|using|on)$|^continu(?:e|es|ing)$|^继续/i,
    held: /\b(?:continu\w{0,6}|stop\w*|discontinu\w+|withdraw\w*|cessation|long[- ]term|maintenance|extended)\b|继续|停|长期|维持/i,
  },
  {
    asked: /^blood$|^血[液]?$/i,
    held: /\bblood\b|\b(?:plasma|serum|circulating|h(?:a)?emat\w{2,10}|h(?:a)?emoglobin)\b|血/i,
  },
  { asked: /\brebound\w*\b|反跳|反弹/i, held: /\brebound\w*|反跳|反弹/i },
  {
    asked: /\b(?:sleeping (?:pills?|tablets?)|sleep aids?|hypnotics?)\b|安眠药|催眠药/i,
    held: /\b(?:hypnotic\w*|sedativ\w*|zopiclone|eszopiclone|zolpidem|zaleplon|\w+azepam|\w+azolam|benzodiazepin\w*|z-drugs?|suvorexant|lemborexant|daridorexant|ramelteon|melatonin|doxepin|trazodone)\b|安眠药|催眠药|镇静/i,
  },
  {
    asked: /\banti-?(?:retro)?virals?\b|抗(?:逆转录|反转录)?病毒/i,
    held: /\b(?:anti-?(?:retro)?viral\w*|H?AART|ART|\w+vir|\w+vudine|tenofovir|abacavir|efavirenz|nevirapine|interferon\w*|ribavirin)\b|抗(?:逆转录|反转录)?病毒/i,
  },
  {
    asked: /\bantibiotics?\b|抗生素|消炎药|抗菌药/i,
    held: /\b(?:antibiotic\w*|anti(?:microb|bacter)ial\w*|\w+cillins?|ce(?:f|ph)\w+|\w+mycins?|\w+micins?|\w+floxacins?|\w*cyclines?|\w+penems?|metronidazole|trimethoprim|co-?trimoxazole|nitrofurantoin|linezolid|macrolides?|quinolones?|fluoroquinolones?|beta-?lactams?)\b|抗生素|抗菌|霉素|沙星|头孢|青霉/i,
  },
  {
    asked: /\b(?:pain ?killers?|analgesics?|pain (?:relief|medicines?|medication))\b|止痛药|镇痛药/i,
    held: /\b(?:analges\w+|NSAIDs?|opioids?|\w*morphine|\w*codone|codeine|fentanyl|tramadol|ibuprofen|naproxen|diclofenac|\w*coxibs?|paracetamol|acetaminophen|aspirin|ketorolac|ketamine|gabapentin|pregabalin|anti-inflammator\w+)\b|止痛|镇痛|阿片|吗啡/i,
  },
  {
    asked: /\b(?:blood thinners?|anticoagulants?)\b|抗凝|血稀释/i,
    held: /\b(?:anticoagula\w+|warfarin|heparins?|\w+parin|\w+xaban|dabigatran|N?OACs?|DOACs?|coumarins?|antiplatelet\w*|clopidogrel|aspirin)\b|抗凝|华法林|肝素|沙班/i,
  },
  {
    asked: /\b(?:steroids?|corticosteroids?|glucocorticoids?)\b|皮质(?:激素|类固醇)|激素药/i,
    held: /\b(?:\w*steroids?|glucocorticoids?|\w*predniso(?:ne|lone)|dexamethasone|betamethasone|hydrocortisone|budesonide|fluticasone|beclomet\w+|triamcinolone|mometasone)\b|激素|皮质|松龙|泼尼松|地塞米松/i,
  },
  {
    asked:
      /\b(?:blood pressure (?:pills?|tablets?|drugs?|medicines?|medication)|antihypertensives?)\b|降压药|降压治疗/i,
    held: /\b(?:antihypertensiv\w+|blood pressure[- ]lowering|\w+prils?|\w+sartans?|\w+dipines?|\w+olols?|thiazides?|chlort(?:h)?alidone|diuretics?|ACE inhibitors?|angiotensin\w*|calcium (?:channel|antagonist)\w*|beta-?blockers?)\b|降压|普利|沙坦|地平|洛尔|利尿/i,
  },
  {
    asked: /\b(?:antidepressants?|SSRIs?)\b|抗抑郁/i,
    held: /\b(?:antidepress\w+|SS?NRIs?|SSRIs?|serotonin (?:re)?uptake\w*|fluoxetine|sertraline|paroxetine|(?:es)?citalopram|fluvoxamine|(?:des)?venlafaxine|duloxetine|mirtazapine|bupropion|\w+triptyline|tricyclics?|imipramine|clomipramine)\b|抗抑郁|西汀|普兰/i,
  },
  {
    asked:
      /\b(?:exercis\w*|sports?|work(?:ing)? out|physical activity|walking|running)\b|运动|锻炼|健身|跑步/i,
    held: /\b(?:exercis\w*|sports?|training|physical(?:ly)? activ\w+|walk\w*|running|tai chi|yoga|fitness|aerobic\w*)\b|运动|锻炼|体力活动|训练/i,
  },
];

/** Words that add little to a name: "vitamin D deficiency" is put as "low vitamin D", "calcium supplementation" as "calcium". */
const additions = new Set(
  indexTerms(
    'deficiency deficient insufficiency lack disease disorder syndrome therapy treatment drug medicine medication agent shot jab tablet pill capsule surgery operation procedure supplement supplementation use intake consumption drinking exposure level test testing screening low high chronic acute patient pain problem symptom',
  ),
);

type AskedAndHeld = (typeof kinds)[number];

/** Returns true if a text has a kind or a member of what a wording names: of sleeping pills, zopiclone. */
function containsKind(wordings: readonly string[], text: string): boolean {
  const isKind = ({ asked, held }: AskedAndHeld) =>
    wordings.slice(0, 3).some((wording) => asked.test(wording)) && held.test(text);
  // Of "lung cancer", a record on lungs holds only a part.
  const isCondition = ({ asked, held }: AskedAndHeld) =>
    wordings.some((wording) => wording.replace(asked, '') === '') && held.test(text);
  return conditions.some(isCondition) || kinds.some(isKind);
}

/** Number of first records that may be on all subjects by a kind of one. */
const readMax = 10;

/**
 * Admits the first records that hold every subject, or name a kind of it in their title, if no record holds all by their names: a trial of
 * zopiclone is one of sleeping pills.
 */
export function withKindsHeld(
  gate: SubjectGate,
  ranked: readonly Article[],
  subjects: readonly Subject[],
): SubjectGate {
  if (gate.verdict.kind === 'together') return gate;
  const compiled = subjects.map((subject) => compile(subject));
  const onAll = ranked.slice(0, readMax).filter((article) => {
    const text = readRecordText(article);
    const titles = [article.title, article.vernacularTitle ?? ''].join('\n');
    return compiled.every(
      ({ holds }, at) => holds(text) || containsKind(subjects[at]?.wordings ?? [], titles),
    );
  });
  if (onAll.length === 0) return gate;
  return {
    verdict: { kind: 'together' },
    admitted: new Set(onAll.map(({ pmid }) => pmid)),
    lacks: new Map(),
  };
}

/**
 * Admits the first records on the whole class of a drug, if no record names the drug: what holds of statins holds of simvastatin. The class
 * must be in their title; what they do not mention is named.
 */
export function withClassHeld(
  gate: SubjectGate,
  ranked: readonly Article[],
  subjects: readonly Subject[],
): SubjectGate {
  if (gate.verdict.kind === 'together') return gate;
  const compiled = subjects.map((subject) => {
    const classes = [...new Set(subject.wordings.slice(0, 3).flatMap(classesOf))];
    const [name = ''] = classes;
    return {
      own: compile(subject),
      ofClass: compile({ name, wordings: classes, kind: 'known', isWhole: true }),
    };
  });
  const onClass = ranked.slice(0, readMax).flatMap((article) => {
    const text = readRecordText(article);
    const titles = textOf([article.title, article.vernacularTitle ?? '']);
    const lacked = compiled.filter(({ own }) => !own.holds(text));
    const isHeld = lacked.every(({ ofClass }) => ofClass.name !== '' && ofClass.holds(titles));
    return isHeld && lacked.length > 0 ? [[article.pmid, lacked.map(({ own }) => own.name)] as const] : [];
  });
  if (onClass.length === 0) return gate;
  return {
    verdict: { kind: 'together' },
    admitted: new Set(onClass.map(([pmid]) => pmid)),
    lacks: new Map(onClass.map(([pmid, names]) => [pmid, [...names]])),
  };
}

/**
 * Returns true if a record may hold what a question names, in other words than the gate's: a narrower term, a member of a class,
 * an adjective, a part of the name. A label must not say then that the record lacks it.
 */
export function mayMention(
  name: string,
  query: Pick<SearchQuery, 'facets' | 'subjects'>,
  article: Article,
): boolean {
  const facet = query.facets.find((wordings) => wordings.includes(name)) ?? [];
  const subject = query.subjects?.find((each) => each.name === name);
  // People and conditions are read from whole records before (asked-groups.ts).
  if (facet.length === 0 && !subject) return false;
  const wordings = [...new Set([name, ...facet, ...(subject?.wordings ?? [])])];
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const whole = [title, vernacularTitle, ...mesh, ...keywords, abstractText(article)].join('\n');
  if (containsKind(wordings, whole)) return true;
  const names = [
    ...wordings,
    ...wordings.flatMap(meshWordings),
    ...furtherNames(wordings),
    ...narrowerDiseases(name, wordings),
  ].filter((each) => wordings.includes(each) || each.length > abbreviationMax);
  const { all } = readRecordText(article);
  const lower = whole.toLowerCase();
  const shortened = new Set([name, ...wordings.slice(0, 2)]);
  return names.some((wording) => isHeldLoosely(wording, all, lower, shortened.has(wording)));
}

/** Maximum length of names that may abbreviate something else in a record: AD. */
const abbreviationMax = 3;

function isHeldLoosely(wording: string, all: Roots, text: string, mayBeShort: boolean): boolean {
  const terms = indexTerms(wording).filter(
    (term) => !(mayBeShort && (isGenericTerm(term) || additions.has(term))),
  );
  if (terms.length === 0) return false;
  // What is left of "complex regional pain syndrome" names it only in one piece.
  const left = wording
    .toLowerCase()
    .split(' ')
    .filter((word) => indexTerms(word).some((term) => terms.includes(term)));
  if (
    mayBeShort &&
    left.length > 1 &&
    left.length < wording.split(' ').length &&
    !text.includes(left.join(' '))
  )
    return false;
  // "Vitamin D": a letter or number names only together with the word before it.
  const short = /\b[\p{L}-]{3,} (?:[a-z]|\d{1,2})\b/iu.exec(wording)?.[0].toLowerCase();
  if (short && !text.includes(short)) return false;
  return terms.every(
    (term) => all.has(rootOf(term)) || (term.length >= beginningMin && hasBeginning(term, all)),
  );
}

/** Minimum length of a word's beginning that two of its forms share: ischemic, ischemia. */
const beginningMin = 6;

function hasBeginning(term: string, all: Roots): boolean {
  const beginning = term.slice(0, Math.max(beginningMin, term.length - 2));
  for (const other of all.values()) if (other.startsWith(beginning)) return true;
  return false;
}
