import { splitSentences } from '@citewell/core/text/sentences.ts';

/**
 * Text addressed to a model that reads it: instructions to ignore others or to answer in some way, invented roles,
 * fences and verdicts. Sentences of abstracts and reviews never contain these naturally.
 */
const patterns = [
  String.raw`\b(?:ignore|disregard|forget|override|bypass|skip|do not (?:follow|use|apply)|don't (?:follow|use))\b.{0,60}\b(?:instructions?|prompts?|rules?|abstract|above|previous|prior|system|guidelines? above|evidence|checks?|context|directions?)\b`,
  String.raw`(?:^|[.;:!?,]\s{0,5}|\b(?:please|must|should|always|just|only|then|and|now|to|shall|will|simply|therefore|not)\s{1,5})(?:answer|reply|respond|output|return|print|say|write|emit|report|give|set|mark|rate|label|classify|treat|judge|conclude|declare|consider)\b.{0,60}(?:\b(?:in)?consistent\b.{0,12}(?:true|false|yes|no)\b|"?consistent"?\s{0,5}[:=]|\bas (?:fully |entirely )?(?:consistent|supported|correct|true|accurate|verified)\b|\bscore\b.{0,8}[-+]?[0-2]\b|"score"\s{0,5}[:=]|\bverdict\b|\bjson\b)`,
  String.raw`(?:^|[.;:]\s{0,5})(?:please\s{1,5})?(?:output|reply|respond|answer|return|print)\b.{0,60}\b(?:nothing else|only)\b`,
  String.raw`["'{]\s{0,5}(?:consistent|score|verdict|evidence|suggestion|deviation|role|content)\s{0,5}["']?\s{0,5}[:=]`,
  String.raw`\b(?:verdict|consistent|consistency|supported)\s{0,5}[:=]\s{0,5}(?:"|')?(?:[-+]?[0-2]\b|true|false|yes|no|supported|consistent)`,
  String.raw`\b(?:you are|you're|act as|pretend|imagine you|roleplay|as an? (?:ai|llm|language model|assistant|verifier|fact[- ]?checker))\b.{0,60}\b(?:(?:helpful|different|new) (?:ai|assistant|model|system)|assistant|language model|verifier|fact[- ]?checker|unrestricted)\b`,
  String.raw`\b(?:ai|llm|language model|assistant|verifier|fact[- ]?checker|checker|chatbot|automated (?:system|reviewer|reader))s?\b.{0,60}\b(?:must|should|shall|has to|have to|needs? to|is (?:told|instructed|required)|are (?:told|instructed|required)|please)\b`,
  String.raw`\b(?:note|attention|message|instruction|command|order|memo|reminder)s?\s{1,5}(?:to|for)\s{1,5}(?:the\s{1,5})?(?:ai|llm|model|assistant|verifier|checker|reviewer|system|reader|fact)`,
  String.raw`^\s{0,5}(?:system|assistant|user|developer|human|ai)\s{0,5}(?:prompt|message|note)?\s{0,5}[:：]`,
  String.raw`<\/?(?:system|assistant|user|instructions?|document|abstract|sentence|evidence|im_start|im_end|tool|script|prompt)\b|<\|(?:im_|end|system|user|assistant|start)[^|]{0,40}\|>|\[\/?INST\]|<<<|>>>|###\s{0,5}(?:system|instruction|response|end|new)`,
  String.raw`\b(?:new|updated|hidden|secret|higher[- ]priority) (?:instructions|system prompt|orders|directives?|task)\b`,
  String.raw`\b(?:system|hidden|secret|developer|initial) prompt\b|\bjailbreak\b|\bdeveloper mode\b|\bend of (?:the )?(?:abstract|document|data|evidence|context)\b`,
  String.raw`\b(?:this|the) (?:sentence|claim|citation|statement)\b.{0,40}\b(?:is|has been|was|must be|should be)\b.{0,24}\b(?:verified|approved|pre-?approved|confirmed|consistent|whitelisted|validated|accepted as|marked)\b`,
  String.raw`(?:忽略|无视|忘记|不要理会|不必理会|绕过|跳过|放弃)(?:.{0,20})(?:指令|指示|提示|规则|要求|摘要|以上|上文|之前|前面|系统|核查|证据)`,
  String.raw`(?:请|必须|应当|应该|务必|一律|直接|只需|现在)?(?:回答|回复|输出|返回|判定|判断|标记|评为|打分|给出|视为|认定)(?:.{0,12})(?:一致(?!性)|支持|为真|true|false|consistent|score|2\s?分|\+2\b|JSON|正确|通过)`,
  String.raw`(?:评分|得分|分数|结论|判定|一致性?)\s{0,5}(?:[:=：为是]|应为|必须为)\s{0,5}(?:"|“)?(?:2|-2|1|0|一致|支持|真|true)`,
  String.raw`(?:你是|你现在|扮演|假装|作为(?:一个)?(?:AI|人工智能|模型|助手|核查|审稿))`,
  String.raw`(?:给|致|告知|提醒|写给)\s?(?:AI|人工智能|模型|助手|核查员|核查系统|审核|审稿模型|机器)`,
  String.raw`(?:系统|管理员|开发者)(?:提示|指令|消息|通知)?\s{0,5}[:：]|(?:系统|隐藏|新的?)(?:提示词|指令|提示)`,
  String.raw`(?:本句|该句|此句|这句话|本引用|该引用|该陈述)(?:.{0,12})(?:已(?:经)?(?:核实|验证|批准|确认|通过)|必须(?:通过|一致)|视为)`,
  String.raw`(?:AI|人工智能|模型|助手|核查(?:员|系统|程序)).{0,12}(?:必须|应当|应该|须|请)`,
  // The desired result, as an answer, label or grade.
  String.raw`\b(?:final|correct|right|expected|true|gold|ground[- ]truth|target) (?:answer|label|verdict|output|grade|judge?ment|rating)\b.{0,20}(?:[:=]|\bis\b)`,
  String.raw`\b(?:full|maximum|top|highest|perfect) (?:marks|score|grade|rating)\b.{0,3}$|\breceives? the (?:maximum|highest|top) (?:score|grade)`,
  String.raw`(?:标准|正确|最终|预期|参考)(?:答案|标签|结论|输出|判定)\s{0,3}(?:[:：]|[为是]\s{0,2}[“"])|(?:给|评|打)(?:.{0,6})(?:满分|最高分)`,
  // Instructions about the checked text at the beginning of a sentence.
  String.raw`(?:^|[.;:!?,]\s{1,5})(?:kindly |please |just )?(?:grade|rate|accept|approve|pass|confirm|mark|trust|assume|pretend|suppose|stop|skip|never|do not|don['’]t|reply|respond|print|say|output|return|agree)\b.{0,50}\b(?:(?:this|the|every|each|any|all|that) (?:sentence|claim|statement|citation|number in the|abstract says)s?|claims? (?:citing|about)|citations? of|deviations?|verification|checking|positive result|single word|instructions?)|(?:^|[.;:!?,]\s{1,5})(?:print|say|output|reply|return)\s{1,3}["“]?[+-]?[0-2]["”]?(?=\W|$)`,
  String.raw`\b(?:the|this) (?:sentence|claim|citation|statement)\b.{0,20}\b(?:is (?:right|correct|fine)|matches|agrees)\b|\b(?:no further|without further|skip (?:all|any|the)) (?:checks?|checking|verification)\b|\ball statements are\b.{0,20}\btrue\b|\bdecode\b.{0,30}\bobey\b|\b(?:editors?|editorial board|authors|reviewers?) (?:has|have) (?:already )?(?:confirmed|approved|verified|accepted) (?:this|the) (?:sentence|claim|citation)`,
  String.raw`(?:不得|请勿|不要|切勿|禁止).{0,4}(?:报告|指出|标记|提示).{0,8}(?:偏差|不一致|不符|错误)|(?:无需|无须|不必|停止|跳过).{0,4}核查|(?:予以|直接|一律)(?:通过|放行)|(?:假定|假设|假装).{0,8}(?:摘要|句中|该句|本句).{0,8}(?:正确|写的是|说的是)|(?:认可|同意|接受|赞成)(?:.{0,3})(?:该|本|此|所有|全部|一切|任何)(?:.{0,3})(?:引用|引文|陈述|句|说法)|(?:把|将|请).{0,8}(?:结果|结论|标签|分数).{0,4}(?:写成|设为|改为|定为|标为)|(?:将|把)?所有(?:引用|引文|陈述).{0,4}视为`,
  // Statements about the reader's role and task.
  String.raw`\byou(?:r|['’]re)?\b.{0,40}\b(?:agree|role|task|flag|obey|comply|approve|verdict|score|output|mark|would answer)\b|\bfrom now on\b.{0,30}\byou`,
  String.raw`(?:从现在起|自此).{0,6}你|你的(?:.{0,4})(?:任务|角色|职责)`,
  String.raw`\b(?:chatgpt|gpt|claude|gemini|copilot|llama|deepseek|graders?|raters?|evaluators?|annotators?)\b(?:-\d\S{0,4})?(?:(?:,? (?:and )?(?:chatgpt|gpt|claude|gemini|copilot|llama)){0,9}\s{0,3}[:：]| (?:should|must|shall) (?:say|answer|reply|output|accept|approve|agree|conclude|mark|rate))|\b(?:dear|attention|if you are an?)\b.{0,24}\b(?:model|grader|rater|evaluator|assistant|ai|llm)s?\b|\b(?:reviewer|grader|verifier|checker|annotator|evaluator) (?:instructions?|notes?|guidelines?)\s{0,3}:`,
  String.raw`(?:chatgpt|gpt|claude|gemini|deepseek|文心一言|通义|豆包).{0,3}(?:请|应|必须|须).{0,4}(?:回答|回复|输出|判|说|认定)|(?:评审|审稿|核查|评分)(?:模型|系统|机器|员)?(?:注意|须知)\s{0,3}[:：]|(?:编辑部?|作者|审稿人|管理员).{0,6}(?:已确认|已核实|授权)(?:.{0,6})(?:本句|该句|引用|引文)|返回(?:.{0,2})(?:肯定|正面)(?:的)?结果|忽视(?:.{0,6})(?:要求|指令|规则|前述)`,
  String.raw`\b(?:say|output|answer|return)\s{1,3}["“']?(?:supported|consistent|entailed|entailment)\b`,
].join('|');
const orders = new RegExp(patterns, 'imu');
/** Equivalent for a normalized text without characters beyond 16 bits, in half the time. */
const ordersInUnits = new RegExp(patterns, 'im');
const surrogate = /[\ud800-\udfff]/;
/** Instructions in other languages; matching their letters needs the Unicode mode. */
const foreignOrders = /\bignor\p{L}{0,5}\b.{0,40}\b(?:instru[cç]|istruzion|anweisung|vorgabe|consigne)/imu;

/** Matches spaced letters, and figures in place of letters: "I g n o r e", "prev1ous". */
function unmasked(text: string): string {
  return text
    .replace(/(?<!\p{L})(?:\p{L} ){3,}\p{L}(?!\p{L})/gu, (letters) => letters.replaceAll(' ', ''))
    .replace(/(?<![\p{L}\d])\d\p{Ll}{4,}|(?<!\p{Ll})\p{Ll}+\d\p{Ll}[\p{Ll}\d]*/gu, (word) =>
      word.replace(/\d/g, (digit) => 'oizeasgtbg'[Number(digit)] ?? digit),
    );
}

/** Passages that imitate another part of a prompt: tags with their content, fences, objects. */
const parts =
  /<(system|assistant|user|instructions?|script|prompt|tool)\b[^>]{0,80}>[\s\S]{0,600}?<\/\1>|<\|[^|]{0,40}\|>[\s\S]{0,600}?<\|[^|]{0,40}\|>|\[INST\][\s\S]{0,600}?\[\/INST\]|```\w{0,12}\s{0,3}\{[\s\S]{0,600}?\}\s{0,3}```|(?:\b\w+\s?)?(?:<<<|>>>)(?:[\s\S]{0,400}(?:<<<|>>>))?|<\/?(?:system|assistant|user|instructions?|documents?|abstract|sentence|evidence|tool|script|prompt)\b[^>]{0,80}>/gi;

/** Matches a bracketed aside, which is removed alone; otherwise the whole sentence is removed. */
const aside = /[([{（【［][^()[\]{}（）【】［］]{0,400}[)\]}）】］]/g;

/** Returns true if a text gives instructions to its reader. */
export function containsInstructions(text: string): boolean {
  const shown = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const plain = unmasked(shown);
  return instructs(shown) || (plain !== shown && instructs(plain));
}

/** `text` is normalized. */
function instructs(text: string): boolean {
  return (surrogate.test(text) ? orders : ordersInUnits).test(text) || foreignOrders.test(text);
}

/**
 * Masks instructions with spaces, so that offsets stay valid. The rest is what an honest copy of the text would be
 * checked as.
 */
export function maskInjectedInstructions(text: string): string {
  const shown = text.replace(/\p{Default_Ignorable_Code_Point}/gu, (hidden) => ' '.repeat(hidden.length));
  if (!containsInstructions(text)) return text;
  const cleaned = shown
    .replace(parts, blank)
    .replace(aside, (words) => (containsInstructions(words) ? blank(words) : words));
  // Joined at the end: a text of nothing but instructions would be copied for each of them.
  const pieces: string[] = [];
  let copied = 0;
  for (const { text, start, end } of splitSentences(cleaned)) {
    if (!containsInstructions(text)) continue;
    pieces.push(cleaned.slice(copied, start), statementOf(text));
    copied = end;
  }
  return copied === 0 ? cleaned : pieces.join('') + cleaned.slice(copied);
}

/**
 * Returns the statement before or after an instruction in the same sentence, with the rest blanked, if it is long
 * enough to be one.
 */
function statementOf(sentence: string): string {
  const ends = Array.from(
    sentence.matchAll(/[;；:：,，—–]\s?|$/g),
    ({ 0: stop, index }) => index + stop.length,
  );
  // An instruction remains one with more text after it, so the clauses before it are found by bisection.
  const free = firstWhere(ends, (end) => containsInstructions(sentence.slice(0, end)));
  const stated = sentence.slice(0, ends[free - 1] ?? 0);
  const before = isStatement(stated) ? stated : '';
  const rest = sentence.slice(before.length);
  // The statement after the instruction begins with a capital letter, or with Chinese after a space; nothing else marks
  // it.
  const beginnings = Array.from(
    rest.matchAll(/(?<=[^\p{L}])\p{Lu}\p{Ll}|(?<=\s)\p{Script=Han}/gu),
    ({ index }) => index,
  );
  const firstFree = firstWhere(beginnings, (begin) => !containsInstructions(rest.slice(begin)));
  for (const begin of beginnings.slice(firstFree, firstFree + beginningsMax)) {
    const after = rest.slice(begin);
    if (!isStatement(after)) break;
    if (!containsInstructions(after)) return before + blank(rest.slice(0, begin)) + after;
  }
  return before + blank(rest);
}

/**
 * Maximum number of beginnings tried from the one that bisection finds: some instructions only count at the beginning of a
 * line ("System: …"), so the condition need not hold for all that follow.
 */
const beginningsMax = 4;

/** Finds by bisection the first item from which the condition always holds; returns the length if there is none. */
function firstWhere<T>(all: readonly T[], isSo: (each: T) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(all[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isStatement(text: string): boolean {
  return (
    (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 5 || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 8
  );
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
