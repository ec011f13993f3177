import { cueFinder } from '../reading/cues.ts';
import { memoizeByText } from '../reading/memoize-by-text.ts';
import { maskOutcomeNames } from '../statements/named-outcomes.ts';

/**
 * Direction of the effect that a clause states: an increase or decrease (`up`, `down`), a benefit or harm (`good`, `bad`),
 * an association or difference without a direction (`related`), or no effect (`none`). `denied` is a negation of
 * anything else.
 */
export type EffectDirection = 'up' | 'down' | 'good' | 'bad' | 'related' | 'none' | 'denied';

/** Effect with its offset in the text; `text` is the word that states it. */
export type Effect = {
  direction: EffectDirection;
  text: string;
  start: number;
  end: number;
  /** Effect that a `none` negates: "did not lower" negates `down`, and leaves `up` open. */
  denies?: EffectDirection;
  /** Words that state it, if others separate the negation from what it negates: "no [deaths were] related". */
  cues?: readonly { start: number; end: number }[];
};

/** Finds the words for effects and negations; their scope is read later. */
const find = cueFinder({
  // Read first, so that their words are not cues: they negate nothing, or refer to time.
  harmless: {
    en: String.raw`if not|not only|not just|not merely|no less than|no more than|no fewer than|not less than|whether or not|more or less|at least|at most|up to|less than (?=\d)|more than (?=[\dof]|half|a (?:third|quarter|half)|one|two|three|four|five|six|seven|eight|nine|ten)|(?:less|fewer) than (?=half|a (?:third|quarter|half)|one|two|three|four|five|six|seven|eight|nine|ten)|fewer than (?=\d)|greater than (?=\d)|higher than (?=\d)|lower than (?=\d)|(?:standard|usual) of care|further|long-?term|short-?term|followed up|follow-?up|lost to follow-?up|as well as|better understand\w*|no\. ?\d|follow up|set up|made up|more likely than not|but not (?!in\b|with\b|for\b|by\b|to\b|all\b|always\b)[^,;:.()]{2,40}?(?= (?:is|are|was|were|has|have|had)\b)|who (?:do|does|did) not [a-z]{3,20}`,
    zh: '不仅|不但|不少于|不多于|至少|至多',
  },
  longer: {
    en: String.raw`no longer(?! (?:statistically )?(?:significant|associated|related|correlated|different)|(?: \w+){0,2} (?:significantly|associated|related|different))|not yet|not always|not all|not every|not necessarily`,
    zh: '不再|尚未|并非所有|不一定',
  },
  negation: {
    en: String.raw`not|no longer|no|neither|nor|never|none|cannot|(?:did|do|does|is|are|was|were|had|has|could|would|should|can|wo)n['’]t|fail(?:s|ed|ing)? to|fail(?:s|ed) in(?= \w{3,20}ing\b)|failure to|unable to|unlikely|little|nothing|hardly|scarcely|f[ae]ll(?:s|ing)? short of|without any`,
    zh: '没有|未(?!来|成年|婚|知)|无(?!创|菌|论|数|痛|效|机|氧|线|症状)|不(?!满意|可或缺|可缺少|清楚|愈合|育不孕|同|良|足|断|全|稳定|孕|育|等|如|敏感|依从|匹配|适(?!合|用|宜|于)|明(?!显|确)|典型|规则|对称|耐受|成熟|可逆|吸烟|饮酒|完全|当|利|安(?!全))|并非|不能|未能|无法|测不到',
  },
  up: {
    en: String.raw`increas\w*|elevat\w+|higher|highest|greater|greatest|larger|largest|more|most (?:frequent|common|likely|often|prevalent)\w*|commonest|rais(?:e[sd]?|ing)|ris(?:e[sn]?|ing)|rose|gain(?:s|ed)?|longer|longest|prolong\w*|lengthen\w*|extend(?:s|ed)?|up-?regulat\w+|overexpress\w*|accelerat\w+|doubled|doubling|doubles?(?= (?:the|that|as|in)\b)|tripled|exceed\w*|grew|too (?:high|much|many|long|large)|growing(?! (?:body|evidence|season|medium|point))|likeliest|stronger|climb(?:s|ed|ing)?|boost(?:s|ed|ing)?|heighten\w*|foster(?:s|ed|ing)?|intensif\w+|escalat\w+|strengthen\w*|amplif\w+|facilitat(?:e[sd]?|ing)|surpass\w*|gained ground|went up|goes up|soar(?:s|ed)?|stimulat(?:e[sd]?|ing)|activat(?:e[sd]?|ing)|induc(?:e[sd]?|ing)|promot(?:e[sd]?|ing)|enhanc(?:e[sd]?|ing|ement)|augment\w*|over-?estimat\w+|faster|outliv\w+|surg(?:e[sd]?|ing)(?! (?:ward|team)\b)|upsurge|multiplied|quadrupled|trebled|outpac(?:e[sd]?|ing)|outstrip\w*|outnumber\w*|elongat(?:e[sd]?|ing)|magnif(?:y|ies|ied)|potentiat\w+|bolster\w*|(?:pushed|drove|driven|pushes|drives) up|jump(?:s|ed)(?= (?:to|from|by|in|after|up|with)\b)`,
    zh: '升高|增高|增加|增多|增强|增长|增大|上升|上调|提高|提升|促进|激活|延长|加快|更高|更多|较高|较多|更长|更大|更易|更容易|较易|更有可能|高于|多于|大于|长于|升至|增至|高估|更常见|最常见|(?:更|较|偏|(?<![突改病演转])变|越|略|稍)[高多大长强快重厚深粗宽]',
  },
  down: {
    en: String.raw`decreas\w*|too (?:low|little|few|short|small)|reduc(?:e[sd]?|ing|tions?)|lower(?:s|ed|ing)?|lowest|declin\w+|fall(?:s|en|ing)?|fell|diminish\w*|attenuat\w+|suppress(?:es|ed|ing|ion)?|inhibit(?:s|ed|ing|ion)?|down-?regulat\w+|less|least (?:likely|often|frequent|common|prevalent)\w*|rarest|fewer|fewest|shorter|shortest|shorten\w*|smaller|smallest|block(?:s|ed|ing|ade)?|prevent(?:s|ed|ing|ion)?|protect(?:s|ed|ing|ion|ive)?|weaker|loss|los(?:e|es|t|ing)|alleviat\w+|mitigat\w+|lessen\w*|drop(?:s|ped)?|abolish\w*|sank|sinks?|sunk|dip(?:s|ped)?|shr[iau]nk(?:s|ing)?|dwindl\w+|curb(?:s|ed|ing)?|dampen\w*|weaken\w*|eas(?:es|ed|ing)|erod(?:es|ed|ing)|taper(?:s|ed)?|wan(?:es|ed|ing)|lost ground|went down|goes down|understat\w+|hamper\w*|hinder\w*|counteract\w*|avert(?:s|ed|ing)?|rar(?:er|est)|deplet(?:e[sd]?|ing)|abrogat\w+|slow(?:s|ed|er|ing)|impair(?:s|ed|ing)?|blunt(?:s|ed|ing)|halv(?:e[sd]?|ing)|cut(?:s|ting)?|repress\w*|under-?estimat\w+|plummet\w*|plung(?:e[sd]?|ing)|slump(?:s|ed)?|trimm(?:ed|ing)|scaled? back|(?:held|holds|kept|keeps|brought|brings|pushed|drove|driven) down|held back|subsid(?:e[sd]?|ing)|reced(?:e[sd]?|ing)|thwart\w*|forestall\w*|ward(?:s|ed|ing)? off|stav(?:e[sd]?|ing) off|stopped short|lesser|scarcer|wiped out|wip(?:es|ing) out|shrinkage|subdu(?:e[sd]?|ing)|quell(?:s|ed|ing)?|quench(?:es|ed|ing)?`,
    zh: '降低|减少|下降|下调|减轻|减弱|缩短|抑制|减小|更低|更少|较低|较少|低于|少于|小于|短于|降至|减至|预防|低估|延缓|减慢|放慢|放缓|最少见|最罕见|(?:更|较|偏|(?<![突改病演转])变|越|略|稍)[低少小短弱慢轻薄浅细窄]',
  },
  good: {
    en: String.raw`improv\w*|better|best|superior\w*|benefi(?:t|ts|ted|cial)|ameliorat\w+|advantag\w+|favou?r(?:ed|s|able|ably)?|safer|well tolerated|outperform\w*|fared better|effective|successful(?:ly)?|positively|positive(?= (?:\w+ )?(?:correlations?|associations?|relationships?|relations?|trends?|effects?|impact|influence)\b)`,
    zh: '改善|更好|较好|优于|获益|有益|有效(?!率)|正向|正相关',
  },
  bad: {
    en: String.raw`wors(?:e|en|ened|ens|ening|t)|poor(?:er|est|ly)?|inferior\w*|harm(?:s|ed|ful)?|deteriorat\w+|aggravat\w+|exacerbat(?:e[sd]?|ing)|detriment\w*|ineffective|underperform\w*|fared worse|unsuccessful(?:ly)?|unfavou?rabl[ey]|negatively|inversely|(?:negative|inverse)(?= (?:\w+ )?(?:correlations?|associations?|relationships?|relations?|trends?|effects?|impact|influence)\b)`,
    zh: '恶化|更差|较差|劣于|有害|无效|加重(?!症)|负向|负相关',
  },
  related: {
    en: String.raw`associat\w+|correlat\w+|relat(?:ed|es|ionships?|ion)|linked|link|differ(?:s|ed|ences?|ent|ently)?|effects?|affect(?:s|ed)?|influenc\w+|impact(?:s|ed)?|chang(?:e[sd]?|ing)|predict(?:s|ed|ors?|ive)?|risk factors?|tied|connections?(?= between)|(?:went|goes|going|go) (?:along |together |hand in hand )?with|bearing(?= (?:on|upon)\b)|gaps?(?= (?:between|in)\b)|matter(?:s|ed)(?= (?:for|to|more|less|little|in)\b)|ma(?:de|kes?) (?:a|any|some|little) (?:\w+ )?difference|hing(?:e[sd]?|ing)(?= on\b)|accompan\w+|hand in hand|interact\w*|evidence|depend(?:s|ed|ent)?|significan(?:t|ce)`,
    zh: '不同|有别|相关|关联|有关|差异|影响|变化|预测|危险因素|作用|统计学意义|显著性',
  },
  same: {
    en: String.raw`similar(?:ly|ity)?|in common with|comparabl[ey]|equivalent|equal(?:ly)?|unchanged|unaffected|unaltered|stable|same|identical|non-?inferior(?:ity)?|on a par|resembl\w+|non-?significant(?:ly)?|insignificant(?:ly)?|unrelated|independent(?:ly)? of|irrespective of|regardless of|indistinguishable|alike|much the same|no better and no worse|on (?:an )?equal footing|interchangeabl[ey]`,
    zh: '相似|相当(?![于普高低大小多少长短重常严显有复广可不稳危])|相近|无关|非劣效|一致|相同',
  },
});

/**
 * Directions as adjectives of a finding that has a direction itself: "a greater reduction" is down, "a smaller
 * reduction" is not.
 */
const composedDirections: Partial<Record<string, EffectDirection>> = {
  'up up': 'up',
  'up down': 'down',
  'down down': 'up',
  'down up': 'down',
  'up good': 'good',
  'down good': 'bad',
  'up bad': 'bad',
  'down bad': 'good',
  'good up': 'up',
};
/** Maximum number of characters between an adjective and its noun: "greater mean weight loss". */
const composedWithin = 32;
const isComparative =
  /^(?:higher|highest|greater|greatest|larger|largest|more|less|lower|smaller|smallest|fewer|stronger|weaker|longer|shorter|better|更|较)/i;
/** Maximum distance of a negated phrase after its negation, in characters. */
const scope = 90;
/** Matches the end of a negation's scope. */
const scopeEnd =
  /[,;:()，；：（）。]|\band (?:\w+ly )?(?:exhibited|showed|had|led|caused|produced|resulted|increased|reduced|improved|was|were|is|are|has)\b|\b(?:but|than|although|though|while|whereas|because|who|which)\b/gi;

/** Names of conditions and treatments that contain a direction word: "Down syndrome", "positive airway pressure". */
const names =
  /\b(?:un)?affected (?=(?:persons?|individuals?|relatives?|famil(?:y|ies)|members?|siblings?|sibs?|subjects?|people|patients|children|parents?|limbs?|sides?|eyes?|areas?)\b)|\b(?:classified|modell?ed|coded|scored|diagnosed) as (?:un)?affected\b|\baffect(?:s|ed|ing)(?= (?:about |some |around )?\d)|\bf[ae]ll(?:s|ing|en)? (?:into|in with|under|asleep|ill|behind|to (?=the|be))\b|\bDown['’]?s? syndrome\b|\bpositive (?:end-expiratory |airway |expiratory )+pressure\b|\b(?:preserved|reduced|improved|mid-range) (?:left ventricular )?(?:ejection fraction|EF|LVEF)\b|\bincreased? intracranial\b|\brisk reduction\b(?= (?:strategy|program))|\bweight[- ](?:loss|gain|reduction) (?:surgery|program\w*|intervention\w*|attempts?)|\b(?:lower|upper) (?:back|limbs?|extremit\w+|airways?|gastrointestinal|urinary|respiratory|lip|jaw|eyelid)\b|\b(?:baroreflex|loop|reflex) gain\b|\bquality improvement\b|\bside effects?\b|\badverse effects?\b|\bdose-?dependent\w*|\bcost-?effective(?:ness)?\b|\bincremental\b|\beffect sizes?\b|\bplacebo effect\b|\brandom[- ]effects?\b|\bmixed[- ]effects?\b|\bhazard reduction\b|\bevidence-based\b|\bacute(?:ly)? exacerbat(?:ed|ions?)\b|(?<=\b(?:those|patients|people|persons|women|men|children|subjects|participants|individuals|ones) )not (?=(?:\w{2,14}(?:ing|ed)|given|on)\b)|(?<=\btreated and )not (?=treated\b)|(?<=\bexposed and )not (?=exposed\b)|\bno\b(?=-)|\bdrop(?:s|ped|ping)?[- ]?outs?\b|\bQALYs? gained|\blife[- ]years? gained|\bcut-?offs?\b|\bbetter-known\b|\bpositive(?:ly)? select(?:ed|ion)\b|\b(?:positively|negatively) charged\b|\b(?:at|of|with|using|that) similar (?=(?:concentrations?|doses?|conditions?)\b)|\b(?:over)?expressing\b|(?<=[\p{L}\d]-)(?:associated|induced|dependent|mediated|activated|linked|stimulated|affected|lowering|reducing|increasing|enhancing|inhibiting|promoting|blocking|preventing|protective)(?= \p{L})(?! (?:and|or|but|in|with|to|by|than|among|after|during|when|at|for)\b)|(?<!\b(?:is|are|was|were|be|been|being|not|also|\w{2,20}ly) )(?:induced|mediated|activated|stimulated|affected)(?= by\b)|(?:^|[.;:] )similarly(?=,)|^evidence(?= from [^,;:.()]{2,80} (?:indicates?|suggests?|shows?|showed|suggested|indicated)\b)|(?<=\b(?:for|with|in|at|of|by|from|during|on|using|under|within) the )same(?= \p{L})(?! (?:extent|degree|level|manner|way|rate|direction|effect|magnitude|risk|as)\b)|\b(?:unchanged|unaltered|unaffected|similar|stable)(?= (?:after|when|on|upon|following|with) (?:further |additional |full |multivaria(?:ble|te) )?(?:adjust|controll|account|correct)\w*)|(?<=\b(?:of|in|at|with|from|for|by|using|two|three|four|five|several|many|under|across|among|these|through|on) )different(?= \p{L})|相互作用|(?:联合|共同)作用|(?<![与和跟同呈正负著立切有无不度]|明显|显著|独立|密切)相关(?=性?(?!性|系数|关系|分析)\p{Script=Han})|\bnon-?related\b|(?:无|未|非)(?![能见显明发降减增升提改影达观引导法论必差])\p{Script=Han}{1,8}?(?:者|组|患者|人群|小鼠|大鼠|动物|儿童|女性|男性|孕妇|婴儿|饮食|老人|病人|病例|居民|学生|成人|青少年|个体|产妇)|[小大]于胎龄|[一二三]级预防|唐氏综合征|射血分数(?:降低|减低|保留)/giu;

/** Reads the effects of a clause, in order, each with the negations that apply to it. Linear in the text. */
export const readEffects = memoizeByText((text: string): readonly Effect[] => {
  // NO among lower-case words is nitric oxide.
  const plain = maskOutcomeNames(text)
    .replace(names, (name) => ' '.repeat(name.length))
    .replace(/(?<=\p{Ll}[^.]{0,200})\bNO\b|\bNO\b(?= \p{Ll})/gu, '  ');
  const effects: Effect[] = [];
  let denial: { text: string; start: number; end: number; until: number; used: boolean } | undefined;
  const close = () => {
    if (denial && !denial.used)
      effects.push({ direction: 'denied', text: denial.text, start: denial.start, end: denial.end });
    denial = undefined;
  };
  for (const cue of cuesOf(plain)) {
    const { category, start, end } = cue;
    if (denial && start > denial.until) close();
    if (category === 'harmless') continue;
    const word = { text: text.slice(start, end), start, end };
    if (category === 'longer' || category === 'negation') {
      // "Neither one nor the other" is one negation.
      if (/^nor$/i.test(word.text) && denial && !denial.used && /^neither$/i.test(denial.text)) {
        scopeEnd.lastIndex = end;
        denial.until = scopeEnd.exec(plain.slice(0, end + scope))?.index ?? end + scope;
        continue;
      }
      close();
      scopeEnd.lastIndex = end;
      const stop = scopeEnd.exec(plain.slice(0, end + scope))?.index ?? end + scope;
      denial = { ...word, until: stop, used: category === 'longer' };
      if (category === 'longer') effects.push({ direction: 'denied', ...word });
      continue;
    }
    if (denial) {
      // "No difference … was higher": one negation turns everything in its scope into "none".
      if (!denial.used) {
        effects.push({
          direction: category === 'same' ? 'related' : 'none',
          ...(category !== 'same' && { denies: category }),
          text: text.slice(denial.start, end),
          start: denial.start,
          end,
          cues: [{ start: denial.start, end: denial.end }, word],
        });
        denial.used = true;
      }
      continue;
    }
    const direction: EffectDirection = category === 'same' ? 'none' : category;
    const last = effects.at(-1);
    if (
      last &&
      start - last.end <= composedWithin &&
      isComparative.test(last.text) &&
      !isComparative.test(word.text) &&
      !/[,;，；]|\b(?:and|or|than)\b/.test(text.slice(last.end, start))
    ) {
      const together = composedDirections[`${last.direction} ${direction}`];
      if (together) {
        effects[effects.length - 1] = {
          direction: together,
          text: text.slice(last.start, end),
          start: last.start,
          end,
        };
        continue;
      }
    }
    effects.push({ direction, ...word });
  }
  close();
  return takeBack(effects).filter((effect, at) => !isDeniedAhead(effect, effects[at + 1], plain));
});

/** Removes a direction that a later part of the clause withdraws: "The lower rate fell short of significance". */
function takeBack(effects: readonly Effect[]): readonly Effect[] {
  const isDirection = ({ direction }: Effect) => /^(?:up|down|good|bad)$/.test(direction);
  const [stated, other] = effects.filter(isDirection);
  const back = effects.find(({ direction, text }) => direction === 'none' && takingBack.test(text));
  if (!stated || other || !back || back.start < stated.end || back.denies !== 'related') return effects;
  const cues = [{ start: stated.start, end: stated.end }, ...(back.cues ?? [back])];
  return effects.flatMap((effect) =>
    effect === stated ? [] : effect === back ? [{ ...back, denies: stated.direction, cues }] : [effect],
  );
}

/** Verbs for missing significance. */
const takingBack =
  /^(?:f[ae]ll(?:s|ing)? short of|(?:did|does|do|has|had|have) not (?:reach|attain|achieve|meet)|fail(?:s|ed)? to (?:reach|attain|achieve)|(?:was|were|is|are)? ?not (?:statistically )?|without (?:reaching|attaining)|未达|未能达到|没有达到)[\s\S]{0,40}(?:significan|显著|统计学)/i;

/** Matches a comparison by a bare adjective: 病程比对照组短. */
const bareComparison =
  /比[^，。；,;比]{1,24}?(?:更|较|稍|略)?(?<word>[长短大小多少重轻强弱高低快慢厚薄深浅好差])(?=[，。；,;（(]|$)/gu;
const ofAdjective: Readonly<Record<string, 'up' | 'down' | 'good' | 'bad'>> = {
  ...Object.fromEntries([...'长大多重强高快厚深'].map((word) => [word, 'up' as const])),
  ...Object.fromEntries([...'短小少轻弱低慢薄浅'].map((word) => [word, 'down' as const])),
  ...{ 好: 'good', 差: 'bad' },
};

/** Returns the effect words of a text in order, including bare adjectives of comparison. */
function cuesOf(text: string): readonly ReturnType<typeof find>[number][] {
  const cues = find(text);
  const added = [...text.matchAll(bareComparison)].flatMap(({ index, 0: found, groups }) => {
    const word = groups?.word ?? '';
    const end = index + found.length;
    const category = ofAdjective[word];
    return category && !cues.some((cue) => cue.end > end - 1 && cue.start < end)
      ? [{ category, text: word, start: end - 1, end }]
      : [];
  });
  return added.length > 0 ? [...cues, ...added].toSorted((one, other) => one.start - other.start) : cues;
}

/** 与表达升高无关: everything between 与 and the negated relation is in its scope. */
function isDeniedAhead({ direction, end, start }: Effect, next: Effect | undefined, text: string): boolean {
  if (next?.direction !== 'none' || (direction !== 'up' && direction !== 'down')) return false;
  return (
    /无关|相关|关联|联系/.test(text.slice(next.start, next.end)) &&
    !/[，,；;。]/.test(text.slice(end, next.start)) &&
    /[与和跟同][^，,；;。]{1,30}$/.test(text.slice(0, start))
  );
}

/** Returns the directed effects, or if there are none the others: "associated with a higher risk" is `up`. */
export function directedOrOther(effects: readonly Effect[]): readonly Effect[] {
  const directed = effects.filter(({ direction }) => direction !== 'related');
  if (directed.length > 0) return directed;
  // "A significant correlation" is one effect.
  const named = effects.filter(({ text }) => !/^significan|^显著性|统计学意义/i.test(text));
  return named.length > 0 ? named : effects;
}
