import { indexTerms } from '@citewell/core/text/words.ts';

/**
 * Treatments, tests and habits that are the outcome or setting of a study as often as its subject, each with further
 * names used by records. One per line.
 */
const interventions = `antibiotics|antibiotic|antimicrobial|antibacterial|penicillin|amoxicillin|cefazolin|cephalosporin|azithromycin|doxycycline|macrolide|抗生素|抗菌药物|抗菌药
ultrasound|ultrasonography|sonography|ultrasonic|sonographic|ultrasonographic|echography|Doppler|B超|超声
MRI|magnetic resonance imaging|magnetic resonance
CT|computed tomography|tomography|CT检查
epidural|epidural analgesia|neuraxial|硬膜外
smoking|smoke|smokers|smoker|cigarette|tobacco|吸烟|抽烟
radiotherapy|radiation|irradiation|radiation therapy|brachytherapy|放疗|放射治疗
chemotherapy|chemo|cytotoxic|chemoradiotherapy|化疗
laser|激光
exercise|physical activity|training|运动|锻炼
sedation|sedated|sedative|镇静`;

const rows = interventions.split('\n').map((line) => line.split('|'));
const keyOf = (term: string) => indexTerms(term).join(' ');
const namesByKey = new Map(rows.flatMap((row) => row.map((each) => [keyOf(each), row] as const)));

/** Words that begin a question about what follows them. */
const openers = new Set(
  'do does did is are was were can could should will would may might has have give giving given get getting take taking use using need receive receiving adding of'.split(
    ' ',
  ),
);
/** Words between the beginning and the thing asked about: "Does long-term use of antibiotics …". */
const betweenMax = 2;
const hanOpeners = /(?:^|[，、。]|使用|应用|服用|采用|接受|需要|注射|进行|做|用)$/;
const hanVerbs = /^(?:能|会|可以|可否|是否|有助|有没有|对)/;

/**
 * Returns the other names of a treatment, test or habit that the question asks about: as its subject, or as something
 * given, taken or used. Returns undefined if it is only mentioned.
 *
 * @example
 * askedIntervention('Do antibiotics prevent infection?', ['antibiotics']); // ['antibiotics', 'antimicrobial', …]
 */
export function askedIntervention(question: string, wordings: readonly string[]): string[] | undefined {
  const [term = ''] = wordings;
  const names = wordings.slice(0, 2).flatMap((each) => namesByKey.get(keyOf(each)) ?? []);
  if (names.length === 0 || !(isAskedInEnglish(question, term) || isAskedInChinese(question, term)))
    return undefined;
  return names;
}

function isAskedInEnglish(question: string, term: string): boolean {
  const words: string[] = question.toLowerCase().match(/[\p{Script=Latin}\p{N}'’-]+/gu) ?? [];
  const [first = ''] = term.toLowerCase().split(' ');
  const at = words.indexOf(first);
  if (at < 1) return false;
  return words.slice(Math.max(0, at - betweenMax - 1), at).some((word) => openers.has(word));
}

function isAskedInChinese(question: string, term: string): boolean {
  const at = question.indexOf(term);
  if (at < 0 || !/\p{Script=Han}/u.test(term)) return false;
  return hanOpeners.test(question.slice(0, at)) || hanVerbs.test(question.slice(at + term.length));
}
