import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** What a finding is about, as far as words tell: known outcomes, whatever language names them, and its telling words. */
export type Subject = {
  outcomes: ReadonlySet<string>;
  besideTopic: ReadonlySet<string>;
  words: ReadonlySet<string>;
};

const outcomes: readonly [name: string, words: RegExp][] = [
  ['mortality', /\b(?:mortality|deaths?|died|fatal\w*)\b|死亡|病死/i],
  ['survival', /\bsurviv\w*|生存|存活/i],
  ['adverse events', /\b(?:adverse|side effects?|toxicit\w+|tolerab\w+)\b|不良(?:反应|事件)|毒性|副作用/i],
  ['quality of life', /\bquality of life\b|生活质量|生存质量/i],
  ['pain', /\bpain\b|疼痛/i],
  ['bleeding', /\b(?:bleed\w*|ha?emorrhag\w+)\b|出血/i],
  ['infection', /\binfections?\b|感染/i],
  ['recurrence', /\b(?:recurren\w+|relaps\w+)\b|复发/i],
  ['remission', /\bremission\b|缓解率/i],
  ['readmission', /\breadmission\w*|再入院/i],
  ['length of stay', /\b(?:length of (?:hospital )?stay|hospital stay)\b|住院(?:时间|天数)/i],
  [
    'duration of illness',
    /\bduration of (?:the |an? )?(?:[a-z-]+ )?(?:illness|disease|symptoms?|colds?|episodes?|diarrho?ea|fever)\b|病程|(?:症状|发热|腹泻)持续时间/i,
  ],
  [
    'duration of ventilation',
    /\b(?:duration of|days on) (?:mechanical |invasive )?ventilation\b|机械通气时间/i,
  ],
  ['hospitalization', /\bhospitali[sz]ations?\b|住院率/i],
  ['depression', /\bdepressi\w+|抑郁/i],
  ['anxiety', /\banxi\w+|焦虑/i],
  ['fatigue', /\bfatigue\b|疲(?:劳|乏)/i],
  ['sleep', /\b(?:sleep|insomnia)\b|睡眠/i],
  ['cognition', /\b(?:cogniti\w+|memory)\b|认知|记忆/i],
  ['blood pressure', /\b(?:blood pressure|hypotensi\w+)\b|血压/i],
  ['glucose', /\b(?:HbA1c|glyc(?:ated|a?emic)|glucose|a?emoglobin A1c)\b|血糖|糖化血红蛋白/i],
  ['hypoglycaemia', /\bhypoglyca?emi\w+|低血糖/i],
  ['lipids', /\b(?:cholesterol|LDL|triglycerides?|lipids?)\b|胆固醇|血脂|甘油三酯/i],
  ['weight', /\b(?:weight|BMI|body mass)\b|体重|体质指数/i],
  ['fracture', /\bfractures?\b|骨折/i],
  ['falls', /\bfalls\b|跌倒/i],
  ['stroke', /\bstrokes?\b|卒中|中风/i],
  ['myocardial infarction', /\bmyocardial infarction\w*|心肌梗死/i],
  [
    'cardiovascular events',
    /\b(?:cardiovascular|MACE|cardiac) ?(?:events?|outcomes?)?\b|心血管(?:事件|结局)/i,
  ],
  ['complications', /\bcomplications?\b|并发症/i],
  ['adherence', /\b(?:adheren\w+|complian\w+)\b|依从/i],
  ['costs', /\bcosts?\b|费用|成本/i],
  ['prevalence', /\bprevalen\w+|患病率/i],
  ['incidence', /\binciden\w+|发病率|发生率/i],
];

/** Words of findings, whatever was found of what. */
const ofFindings =
  /^(?:associat|relat|compar|versus|confid|interv|ratio|hazard|odds|adjust|signif|similar|differ|high|low|great|increas|decreas|reduc|rais|improv|chang|group|control|month|year|week|day|hour|minute|mean|median|total|baselin|follow|participant|subject|record|found|show|observ|report|measur|estim|analys|among|respect|women|adult|older|young|placebo|trial|treat|therap|patient|effect|benefi)/;
/**
 * Two findings that name no known outcome are about the same thing where they share so many words beside the topic's, or
 * all that one of them has.
 */
const sharedMin = 2;

/** What is said by the way: at what price, under which condition. */
const byTheWay =
  /(?:[,，;；]\s*|(?<![\s,，;；])\s+|)\b(?:without|with (?:little|no|less|fewer|similar|an? acceptable)|when|although|though|despite|whereas|while|but|beyond|independent(?:ly)? of|regardless of|at the (?:price|cost|expense) of)\b[^;；。]*|[，；,;]?(?:但|而|且未|尽管|虽然)[^。；]*/gi;

/** A finding without what it says by the way; whole where nothing would be left. */
export function mainClause(text: string): string {
  const main = text.replace(byTheWay, '').trim();
  return main.length >= 20 || /\p{Script=Han}{6}/u.test(main) ? main : text;
}

export function subjectOf(finding: string, ofTopic: ReadonlySet<string>): Subject {
  const text = mainClause(finding);
  const named = outcomes.filter(([, words]) => words.test(text));
  const inTopic = (words: RegExp) =>
    (text.match(new RegExp(words.source, 'gi')) ?? []).flatMap(indexTerms).every((term) => ofTopic.has(term));
  return {
    outcomes: new Set(named.map(([name]) => name)),
    besideTopic: new Set(named.filter(([, words]) => !inTopic(words)).map(([name]) => name)),
    words: new Set(
      indexTerms(text).filter(
        (term) =>
          term.length > 3 &&
          !ofTopic.has(term) &&
          !isStopWord(term) &&
          !isGenericTerm(term) &&
          !ofFindings.test(term),
      ),
    ),
  };
}

/** Findings that name outcomes are about the same where they share one, a topic's own only where they name no other. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  if (one.besideTopic.size > 0 && other.besideTopic.size > 0)
    return one.besideTopic.intersection(other.besideTopic).size > 0;
  if (one.outcomes.size > 0 && other.outcomes.size > 0)
    return one.outcomes.intersection(other.outcomes).size > 0;
  const shared = one.words.intersection(other.words).size;
  return shared >= Math.min(sharedMin, one.words.size, other.words.size) && shared > 0;
}
