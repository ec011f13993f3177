import { statesFinding } from '@citewell/core/text/stated-finding.ts';
import { medicalTerms } from '../../../literature/query/medical-term.ts';

/**
 * Returns true for text that tells people what to take, stop or do for their health, or speaks as a professional. "Talk to
 * your doctor" is permitted. Addresses and tags count as well: records contain none, so they suggest an attack. A citation
 * does not permit such a sentence of a model; only one that a cited record has verbatim, and that addresses nobody, is sent
 * (`isForbiddenSpeech` in uncited-claim-filter.ts).
 */
export function isForbidden(sentence: string): boolean {
  return advises(sentence) || posesAsPerson.test(sentence) || address.test(sentence);
}

/**
 * Returns true for text that does not belong in small talk: findings, figures (also in words) and statements about
 * anything medical.
 */
export function needsEvidence(sentence: string): boolean {
  if (statesFinding(sentence) || hasFigure.test(sentence) || measured.test(sentence)) return true;
  if (isOffer.test(sentence) || searchAdvice.test(sentence)) return false;
  return medicalTerms(sentence).length > 0 || statesEffect.test(sentence);
}

/** Statements that something works or is safe, without its name: "It works for nearly everyone", 这种药很安全, 是的，有效. */
const statesEffect =
  /(?<!\b(?:hope|hopes|hoping|glad|wish)(?: that)? )\b(?:it|they|this|these|the (?:drug|medicine|medication|treatment|therapy|vaccine)s?|(?:most|many|few|all|nearly all) (?:people|patients|adults|children)|everyone)\b (?:\w+ ){0,2}(?:works?|helps?|heals?|recovers?|improves?|cures?|(?:is|are) (?:\w+ ){0,3}(?:safe|effective|harmless|dangerous|useless|harmful|a myth))\b|(?:它|这种?(?:药|治疗|疗法)|该药|此药|药物|多数人|很多人).{0,8}(?:有效|无效|安全|有用|没用|无害|有害|好转|痊愈|康复|自愈)|^(?:是的|对|没错|不是)[，,].{0,4}(?:有效|安全|有用|有害)/i;

/** Matches a number other than that of a list item. */
const hasFigure = /\d(?<!^[\s*-]*\d)|^\d+(?![\d.)、])/;

/** "five hundred milligrams", "one in ten", "half of patients", 五百毫克, 每十人中有一人, 三成. */
const measured =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|quarter|third|twice|once|several)\b[\s-]*(?:a\s|per\s|of\s)?(?:milligrams?|micrograms?|grams?|millilit(?:er|re)s?|mg|tablets?|pills?|capsules?|doses?|units?|puffs?|drops?|times|percent|per ?cent|hours?|days?|weeks?|months?|years?|(?:of )?(?:patients|people|adults|cases))\b|\b(?:one|two|three|nine) (?:in|out of) (?:two|three|four|five|ten|twenty|a hundred|every)\b|\b(?:once|twice|three times) (?:a|per|every|daily)\b|[一二两三四五六七八九十百千半](?:毫克|微克|克|毫升|片|粒|颗|滴|单位|次|成|倍|小时|天|周|个月|年|个?百分点)|百分之|分之[一二三四五六七八九]|每[一二三四五六七八九十百千万]{1,9}(?:人|例|名)/i;

const treatments =
  'take|try|use|start|stop|avoid|reduce|skip|switch|continue|combine|inject|inhale|swallow|apply|drink|eat|give|prescribe|administer|quit|discontinue|begin|elevate|massage|gargle|rinse|have some|go with|go ahead and|consider (?:taking|using|adding|starting|stopping)';
/**
 * Words that are also nouns and adjectives: "Lower doses reduced it" is a statement, "Lower your dose" an instruction.
 */
const alsoNouns = 'increase|decrease|double|lower|raise|rest|ice|change|hold|supplement';
/** Things that one takes up in a talk or search, not for one's health. */
const harmlessObject =
  /\b(?:a look|your time|care|part|note|other words|different words|another (?:word|question|term)|narrower|broader|more specific|the literature question|(?:subject|mesh) headings?|search|keywords?|a break|it easy|advantage|filters?|asking|again|me\b|(?:start|begin|try) (?:again )?(?:with|from)|by (?:asking|naming))\b|^\W*(?:用|换)/i;

const imperative = new RegExp(
  `(?:^\\W*(?:\\d+[.)] )?(?:(?:please|then|so|also|just|simply|first|instead|best to|rest and),? |if [^,.]{1,80}, )?|[;:] (?:please )?)(?:do not |don['’]t |never )?(?:(?:${treatments}) (?!of\\b|in\\b|from\\b|was\\b|were\\b|is\\b|are\\b)[\\p{L}\\p{N}]|(?:${alsoNouns}) (?:your|the|it|this|that|and)\\b)`,
  'iu',
);
const recommends = new RegExp(
  `\\b(?:you|your (?:child|son|daughter|mother|father|wife|husband|partner|baby))(?:['’](?:d|ll))? (?:\\w+ )?(?:should|must|need to|have to|ought to|can safely|may safely|had better|can|could)(?: not|n['’]t)? (?:\\w+ )?(?:${treatments}|${alsoNouns})\\b|\\bi(?:['’]d)? (?:would )?(?:recommend|advise|suggest|prescribe|take|go with)\\b|\\b(?:my|our) (?:recommendation|advice)\\b|\\bit (?:is|would be) (?:safe|fine|ok|okay|best|wise|better) (?:for you )?to (?:${treatments}|${alsoNouns})\\b`,
  'iu',
);
const chineseAdvice =
  /(?:请|建议|考虑|应该|应当|应(?!用)|需要|需|必须|(?<!我)可以|最好|务必|推荐|不要|不能|不可|别|切勿|停止|立即|马上|每[天日晚]|先|[您你](?:就|得|要|只要|只需))(?:[您你]|立即|马上|尽快|继续|先|再|按时|每[天日]|睡前|自行|适当|随意|擅自|使用|开始|尝试)?(?:服用|口服|吃药|吃|服药|停用|停药|停服|使用|注射|喝|涂抹?|敷|加量|减量|加倍|换用|换药|改用|联用|补充|把[^，。]{1,8}(?:加倍|加量|减量|停)|戒|禁食|吸入|含服|输液|用药|用(?![其别更另])|按摩|冰敷|热敷|卧床)/;
/** Advice on searching, a librarian's task: "Try the MeSH heading …", 建议使用主题词检索. */
const searchAdvice =
  /^\W*(?:please |you (?:can|could|may|might) |i (?:would )?suggest (?:to )?)?(?:try|use|add|combine|search|start(?:ing)? with|start(?:ing)? from) (?:the |a |an |these |this |that )?(?:\w+ )?(?:mesh|subject|search|keywords?|filters?|headings?|query|synonyms?)\b|^(?:请|您?可以|建议)?(?:您)?(?:使用|用|尝试|试试|加上|换用|采用)[^，。]{0,12}(?:主题词|检索|关键词|筛选|过滤)[^，。]{0,12}[。！]?$/i;
/** Subjects of reported findings and guidelines: recommendations for them are reported, not addressed to the reader. */
const reports =
  /指南|共识|研究|试验|患者|病人|受试者|作者|[组者]的|使用者|[留低高]者|孕妇|\b(?:guidelines?|trials?|stud(?:y|ies)|patients|participants|authors|consensus)\b/i;
/** Matches text that addresses the reader, which must not be quoted. */
export function addressesReader(sentence: string): boolean {
  return toReader.test(sentence);
}

const toReader = /[您你]|^请|\byour?\b/i;
/** Words that refer the reader to a professional: "do not stop it without your doctor" is not a prescription. */
const refers =
  /\b(?:your|a|the) (?:own )?(?:doctor|physician|pharmacist|nurse|clinician|gp|health ?care (?:provider|team|professional)|care team)\b|医生|医师|药师|就医|就诊|医护/i;

/** Advice phrased as a question, diagnoses, and statements that no doctor is needed. */
const suggests =
  /\b(?:why not|how about|what about|have you (?:tried|thought of)|you(?:['’]re| are) better off|you(?:['’]d| had) better|no need for)\b|不妨|[吃服喝来]点|即可|就行|就好|[您你](?:可能)?(?:得了|患有|患了|得的是)/i;
const diagnoses =
  /\byou (?:\w+ )?(?:have|suffer from|likely have|got)\b(?! in mind)|\bthis (?:sounds|looks) like (?:\w+ )?an?\b/i;
const dismisses =
  /\byour dose (?:can|could|should|may|might)\b|\b(?:do(?:es)? not|don['’]t|doesn['’]t|no) need (?:to see |for )?(?:an? |the |your )?(?:doctor|physician|hospital|ambulance)\b|(?:不用|不必|无需|不需要)(?:去)?(?:看|找)?(?:医生|就医|就诊|医院)/i;

function advises(whole: string): boolean {
  const sentence = whole.replace(searchAdvice, '').replace(/^\W*(?:and|then) /i, '');
  if (dismisses.test(sentence)) return true;
  if (reports.test(sentence) && !toReader.test(sentence)) return false;
  // Checked last: the wording alone decides most sentences.
  const names = () => medicalTerms(sentence).length > 0;
  const isDiagnosis = diagnoses.test(sentence) && !/[?？]\W*$/.test(sentence);
  if ((suggests.test(sentence) || isDiagnosis) && names()) return true;
  if (refers.test(sentence) && !names()) return false;
  if (chineseAdvice.test(sentence)) return names() || !/检索|搜索|文献|关键词|主题词|词|问/.test(sentence);
  const isAdvice = recommends.test(sentence) || (imperative.test(sentence) && !isOffer.test(sentence));
  return isAdvice && !(harmlessObject.test(sentence) && !names());
}

const address = /https?:\/\/|\bwww\.\w|\b[\w.+-]+@[\w-]+\.\w|<\/?[a-z][^<>]*>/i;

const posesAsPerson =
  /\b(?:i am|i['’]m|i was|i have been|i['’]ve been|as) (?:an? |your )?(?:(?!(?:not|no|never|program)\b)[\w-]+ ){0,3}(?:doctor|physician|surgeon|nurse|pharmacist|clinician|specialist|human(?: being)?|real person|cardiologist|oncologist|neurologist|psychiatrist|paediatrician|pediatrician)\b(?! (?:colleague|or pharmacist|would|decides))|\b(?:in|from) my (?:own )?(?:practice|clinic|experience)\b|\bmy patients?\b|\bi (?:have )?(?:treat(?:ed)?|prescribed?|see|saw|operated? on) (?:\w+ )?patients?\b|(?:我是|我就是|我作为|作为)(?:一(?:名|位|个)|您的|你的)?(?!程序|患者教育|图书)\p{Script=Han}{0,6}(?:医生|医师|护士|药师|专家|主任|真人|人类|大夫)|我(?:的(?:病人|患者|门诊|诊所)|从医|行医|在\p{Script=Han}{1,12}(?:当|做)(?:医生|医师|护士|药师|大夫)|看过的病人|临床经验|从事临床)/iu;

/**
 * Matches questions, offers to look something up and remarks about the results, which state nothing about the subject.
 */
const isOffer =
  /[?？]["”’]?\s*$|\b(?:ask me|you (?:can|could|may) ask|i (?:can|could|will|would|['’]ll)(?: also| then)? (?:look|search|help|find|show|check|tell|explain|summari[sz]e)|let me (?:know|look|search)|would you like|tell me|name the|feel free|happy to|(?:here is|here['’]s|this is) what|(?:papers?|studies|evidence|literature|articles?|trials?) (?:that )?(?:i|we|were|was|above|below|here|found|at hand))\b|(?:可以|能|为[您你]|帮[您你])(?:查|检索|搜索|找|解释|讲解|介绍|总结)|[您你](?:可以|想|要|能)?(?:问|告诉|了解|知道)|请告诉|欢迎|以(?:上|下)是|检索到|找到/i;
