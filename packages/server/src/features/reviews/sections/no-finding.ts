/** Rules for sentences in place of a finding: what is hoped for, what an outcome is, and what was done. */

const modal = '(?:may|might|could|can|will|would|should|shall)';
const adverbs =
  '(?:(?:also|thus|therefore|even|well|further|now|then|hence|eventually|one day|in turn|not only|[a-z]{3,20}ly) ){0,2}';
const article = '(?:an?|the|new|novel|our|this|these|such|some|important|potential)?';
const use =
  '(?:targets?|tools?|approach(?:es)?|strateg(?:y|ies)|alternatives?|candidates?|avenues?|means|basis|insights?|opportunit(?:y|ies)|options?|frameworks?|platforms?|foundations?|starting points?|resources?|paradigms?|methods?|techniques?|adjuncts?|measures?|guid(?:e|ance)|implications|utility|value|applications?|promise|steps?|directions?)';
/** Words for what may come of a study: "may represent an attractive target", "could be useful", "will help to understand". */
const mayServe = new RegExp(
  String.raw`\b${modal} ${adverbs}(?:(?:(?:be|become|prove(?: to be)?) ${adverbs}(?:as )?(?:an?|the|new|novel|useful|important|promising|potential|valuable|attractive|possible|our|next)|(?:be used|serve|act) as|(?:represent|constitute|provide|offer|have|open(?: up)?|hold|yield|present|form|pave|suggest|point to|add)(?! (?:limited|little|no|less|poor)\b)) ${adverbs}(?:${article} ?)(?:[\w-]{1,20},? ){0,4}?${use}\b|(?:be|become|prove(?: to be)?) ${adverbs}(?:of (?:great |particular |considerable |clinical |practical )?(?:value|use|help|interest|benefit|importance|relevance)|useful|helpful|valuable|worthwhile|attractive|promising|instrumental|exploited|explored|targeted|developed|implemented|incorporated|adopted|encouraged|promoted|extended|employed|utili[sz]ed|addressed|emphasi[sz]ed|integrated|made|taken into|envisaged|imagined|sought)\b|(?:help|aid|assist|guide|inform|facilitate|advance|shed|pave|open|improve (?:our |the )?(?:understanding|knowledge)|show|tell us|clarify|elucidate|lead to (?:the |an? )?(?:new|novel|better|improved|more|future|development|earlier|further|identification|advances|progress)|contribute to (?:the |an? )?(?:better|improved|new|understanding|development|improvement)|benefit from (?!.*\d)))\b|\bwill ${adverbs}(?:tell|reveal|determine|allow|enable|promote|foster|accelerate|require|be (?:an? |the )?(?:[a-z]{1,20} ){0,4}(?:tools?|targets?|strateg(?:y|ies)|approach(?:es)?|challenges?|goals?))\b`,
  'i',
);
/** Adjectives of what is only imagined, and nouns for hope. */
const imagines =
  /\bha(?:s|ve|d) (?:(?:[a-z]{1,20},? )(?:and )?){0,3}implications?\b|\b(?:offer|provide|represent|constitute|open)s? (?:us )?(?:an?|the) (?:(?:important|new|novel|useful|valuable|powerful|promising|attractive|unique|potential),? (?:and )?){1,3}(?:[a-z-]{1,20} ){0,2}(?:tools?|targets?|platforms?|opportunit(?:y|ies)|avenues?|frameworks?|resources?|starting points?)\b|\bhold(?:s|ing)? (?:[a-z]{1,15} ){0,2}(?:promise|potential)\b|\b(?:we|it is) hope\w*\b|\b(?:promising|attractive|potential|possible|novel|new) (?:[a-z-]{1,20} ){0,2}(?:targets?|avenues?|candidates? for)\b|\bopens? (?:up )?(?:[a-z-]{1,20} ){0,2}(?:avenues?|possibilit(?:y|ies)|perspectives?|ways?|doors?)\b|\b(?:is|are) (?:urgently |clearly |still )?needed to (?:determine|establish|understand|clarify|develop|confirm|identify|improve|evaluate|assess)\b/i;
/** Says of all that a sentence is on that it is only imagined. */
const onlyImagined =
  /\b(?:is|are|seems?|appears?) (?:imaginable|conceivable|envisaged|envisioned|foreseeable|thinkable|to be hoped)\b|可以想象|可以设想/i;
/** Demands for work that is yet to be done. */
const demands =
  /\b(?:should|must|need(?:s)? to|ought to|has to|have to) (?:also |therefore |further |now |be )*(?:explored?|stud(?:y|ied)|investigated?|examined?|evaluated?|assess(?:ed)?|tested?|researched|validated?|verified|replicated?|confirmed|clarified|elucidated|addressed?|developed?|aim|focus|strive|pursued?|encouraged?|raise awareness|target(?:ed)?|stimulate)\b|\bneeds? (?:[a-z]{3,20}ly )?(?:further|additional|more|larger|prospective) [a-z]|\bwarrant(?:s|ed|ing)? (?:an? )?(?:more|further|additional) |\bthe (?:goal|aim|challenge|task) (?:should|will|must) be\b|\b(?:success|future|outcome) (?:of [^.;]{3,80} )?will (?:also |largely )?depend\b|\bconsideration should be given\b|\bthere is (?:an? )?(?:urgent |clear |great |pressing |growing )?need (?:for|to)\b|\battention should be (?:paid|given|focused)\b|\bonly (?:[\w-]{1,20} ){0,4}(?:follow-up|stud(?:y|ies)|research|trials?|time|experience) (?:will|can|would)\b/i;
/** Begins with what is to be done, of which nothing was found yet. */
const startsWithPlan =
  /^(?:(?:thus|therefore|hence|finally|in conclusion|in the future|in summary),? )?(?:(?:an?|the|further|new|improved|better|future|additional|such|these|more|effective|targeted|tailored|early|novel|public health|preventive|educational) ){0,3}(?:interventions?|efforts?|strateg(?:y|ies)|polic(?:y|ies)|program(?:me)?s?|initiatives|measures|targeting|improving|strengthening|expanding|addressing|promoting|enhancing|scaling up|understanding|knowledge|awareness|identification|identifying|development|developing|recognition|recognizing|elucidat\w+|clarif\w+)\b(?! (?:was|were|is|are|had|has)\b)[^.;]{0,120}? (?:may|might|could|can|will|would|should)\b(?! (?:have |be )?(?:limited|little|no|not|less|fail)\b)/i;
const inChinese =
  /有望|可望|可能(?:会)?(?:成为|有助于|有用|用于)|(?:或|将)(?:可|能)?(?:成为|有助于|为)|值得(?:进一步)?(?:研究|探讨|探索|推广|期待|关注)|(?:应|需|须|有必要|亟待|有待)(?:要|当|该)?(?:进一步|继续|加强|深入)?(?:研究|探讨|探索|验证|评估|开发)|为[^，。；]{1,30}提供(?:了)?(?:新的?|理论|科学|参考|一定)?[^，。；]{0,8}(?:思路|依据|靶点|参考|方向|基础)|只有[^，。；]{1,30}才能/;

/** Words of a finding before an outlook: the outlook is then what follows from it. */
const foundBefore =
  /\b(?:associat|increas|decreas|reduc|improv|signific|differ|higher|lower|greater|more (?:often|frequent|common|likely)|less (?:often|frequent|common|likely)|prevent|predict|correlat|protect|caus(?:e|es|ed)|effective|efficacious|safe|superior|inferior|similar|equivalent|comparable|immunogenic|accurate|sensitive|specific|requir(?:es|ed)|essential|critical|regulat|inhibit|induc|mediat|activat|express|contribut|modulat|underl|establish|enhanc|promot|impair|block|trigger|affect|influenc|alter|confer|deplet|absent|key player|identif(?:ied|y|ies)|defin(?:e|es|ed)\b|reveal)\w*|\b(?:is|are|was|were|plays?|has been|have been) |\b(?:demonstrat|show|reveal)(?:e?s|ed)? (?:an?|the) |(?<![\w-])\d|\d ?%|降低|升高|增加|减少|改善|相关|有效|安全|优于|差异|抑制|促进/i;
/** A clause of five words or more, after which the outlook is only added: "X licenses Y, which suggests new avenues". */
const clauseBefore =
  /^(?:[^\s,;:]+ ){4,40}?[^\s,;:]+[,;:] (?:and|which|that|thus|thereby|hence|so|suggesting|indicating|implying|highlighting)\b/i;
/** A verdict, which was found: "can be used as an effective alternative". */
const verdict =
  /\b(?:effective|efficacious|safe|feasible|reliable|accurate|well tolerated|sensitive|specific|superior|non-?inferior|equivalent)(?:ly)?\b|有效|安全|可靠|准确/i;
/** The words that say who infers it: "our results suggest that". */
const frame =
  /^.{0,60}?\b(?:(?:suggest|indicat|conclud|believ|propos|argu|impl)\w*(?: that\b)?|(?:show|demonstrat|confirm|reveal|highlight)\w* that)\b/i;

/** A noun for what would be done, with which a hope begins: "Inhibition of the kinase may be useful". */
const process =
  /^(?:(?:thus|therefore|hence),? )?(?:the )?(?:early |better |selective |targeted )?(?:promotion|enhancement|inhibition|activation|modulation|prevention|reduction|improvement|induction|blockade|suppression|stimulation) of /i;

/** Adjectives before a noun, which say what is wanted: "a safe and effective vaccine". */
const qualities =
  /\b(?:an?|the|more|new) (?:(?:safe|effective|efficacious|improved|reduced|increased|superior|sensitive|specific)(?:,? and |, | )){1,3}/gi;

/** Returns the text before the first of these patterns that match; undefined where none does. */
function before(text: string, patterns: readonly RegExp[]): string | undefined {
  const places = patterns.flatMap((pattern) => pattern.exec(text)?.index ?? []);
  return places.length === 0 ? undefined : text.slice(0, Math.min(...places));
}

/**
 * Returns true if a sentence says only what may come of a study, or what is to be done, and nothing that was found.
 *
 * @example
 * isOutlook('Vaccines against both strains are imaginable.'); // true
 * isOutlook('The vaccine was safe, and may be useful in the elderly.'); // false
 */
export function isOutlook(text: string): boolean {
  if (startsWithPlan.test(text) || onlyImagined.test(text)) return true;
  const lead = before(text, [mayServe, imagines, demands, inChinese]);
  const use = mayServe.exec(text)?.[0] ?? '';
  if (lead === undefined || verdict.test(use)) return false;
  const own = lead.replace(frame, ' ').replace(process, '').replace(qualities, ' ');
  return !foundBefore.test(own) && (/^will\b/i.test(use) || !clauseBefore.test(own));
}

const defines =
  /^(?:(?:results|findings|methods|main outcome measures?):? )?(?:the |our |its )?(?:(?:pre-?specified|predefined|main|primary|secondary|co-?primary|principal|key|composite) ){1,3}(?:[a-z]+ ){0,2}(?:outcomes?|end ?-?points?|variables?|measures?|criteri(?:on|a))(?: (?:measures?|variables?|of (?:the|this|our) (?:study|trial|analysis)))? (?:was|were|is|are|included?|comprised|consisted of|will be) (?:defined as |the |an? |any |all-cause |overall |progression|change|time |mortality|death|survival|incidence|rate|proportion|percentage|reduction|improvement|occurrence|freedom|score)(?![^.]{0,200}\b(?:in \d|occurred in|p ?[<=>]|vs\.?|versus|compared with|than|9\d ?% ?CI|hazard|odds)\b)|^(?:主要|次要|首要)?(?:结局|终点)(?:指标)?(?:为|是|包括|定义为)(?![^。]{0,80}(?:分别|[Pp] ?[<＜=]|差异))/i;

/** Returns true if a sentence says what an outcome of its study is, and not what came of it. */
export function definesOutcome(text: string): boolean {
  return defines.test(text);
}

const procedure =
  /\b(?:was|were) (?:(?:then|also|each|first|subsequently|randomly|orally|daily|intravenously|[a-z]{3,20}ly) ){0,2}(?:administered|given|injected|infused|fed|implanted|incubated|cultured|stained|genotyped|sequenced|screened|invited|asked|interviewed|exposed to|treated (?:with|by|for)|allocated|operated (?:on|upon)|followed(?: up)?|monitored|surveyed|recruited|enrolled|included|administrated|supplemented|immuni[sz]ed|vaccinated)\b|^(?:we|the authors) (?:[a-z]{3,20}ly )?(?:compared|evaluated|assessed|examined|investigated|measured|administered|treated|enrolled|included|recruited|used|studied|tested|reviewed|analy[sz]ed|searched|performed|collected|established|generated|constructed|built|designed|created)\b|(?:给予|灌胃|注射|口服|纳入|选取|收集|采集|培养)(?:了)?[^。；]{0,60}$|^(?:比较|评估|考察|分析)了/i;
const foundIn =
  /\b(?:associat|increas|decreas|reduc|improv|signific|higher|lower|greater|fewer|better|worse|more|less|than|predict|correlat|similar|effective|safe|prevent|surviv|died|resol|respon[ds]|complet|achiev|remain|recover|develop|found|showed?|revealed|had no|no )\w*|\d ?%|\bp ?[<=>]|\bCI\b|降低|升高|增加|减少|改善|相关|有效|差异|发生率/i;

/** Returns true if a sentence says only what was done in its study: "Three doses were administered daily". */
export function describesProcedure(text: string): boolean {
  return procedure.test(text) && !foundIn.test(text);
}

/** Says what a study could have shown by its size. */
const onPower = /\bstatistical power\b|\b(?:was|were) underpowered\b|检验效能|统计效能/i;

/** Returns true if a sentence is none of a study's findings, whatever its section: an outlook, a definition or a procedure. */
export function isNoFinding(text: string): boolean {
  return isOutlook(text) || definesOutcome(text) || describesProcedure(text) || onPower.test(text);
}
