import type { FindingForm, GivesFinding } from './finding-form.ts';

/** Act that people ask whether they may do: the words of questions in either language, and the words of records on it. */
type Act = { en: string; zh: string; held: RegExp };

const acts: readonly Act[] = [
  {
    en: String.raw`vaccinated?|immuni[sz]ed?|(?:have|get|receive|be given) (?:[\w-]{1,15} ){0,3}(?:vaccines?|vaccinations?|jabs?)`,
    zh: '(?:打|接种|注射)[^，。？?]{0,8}(?:疫苗|预防针)|接种|打预防针',
    held: /\bvaccin\w{1,6}|\bimmuni[sz]\w{2,6}|\bjabs?\b|疫苗|接种/i,
  },
  {
    en: 'drive|driving|behind the wheel',
    zh: '开车|驾驶|驾车|骑车',
    held: /\bdriving\b(?! (?:forces?|factors?|mutations?))|\bdrivers?\b(?! (?:genes?|mutations?|of))|\b(?:to|can|may|cannot|not|who) drive\b(?=[.,;)]| (?:a|after|again|cars?|safely|within|and|or)\b)|\b(?:motor vehicle|traffic|car|road) (?:crash|accident|collision)\w{0,3}|开车|驾驶|驾车|骑车/i,
  },
  {
    en: 'fly|flying|travel by (?:air|plane)|(?:take|board) (?:a |the )?(?:flights?|planes?)',
    zh: '坐飞机|乘飞机|乘坐飞机|飞行',
    held: /\bfly(?:ing)?\b(?! (?:larva|brain))|\bflights?\b|\bair travel\w{0,5}|\baircraft\b|\bairline\w{0,2}|\bcabin\b|飞机|飞行|航空/i,
  },
  {
    en: 'breast-?feed(?:ing)?|nurse (?:her|the|their|my) (?:baby|babies|infants?|child)',
    zh: '喂奶|哺乳|母乳喂养',
    held: /\bbreast[- ]?f(?:ed|eed)\w{0,4}|\blactat\w{2,4}|\bhuman milk\b|\bbreast milk\b|哺乳|母乳|喂奶/i,
  },
  {
    en: '(?:scuba )?div(?:e|ing)|snorkel(?:ling)?',
    zh: '潜水',
    held: /\bdiv(?:e|ers?|ing)\b|\bunderwater\b|\bdecompression sickness\b|潜水/i,
  },
  {
    en: 'swim(?:ming)?|(?:go to|use) (?:the |a )?(?:swimming )?pools?',
    zh: '游泳|下水',
    held: /\bswim\w{0,5}|\bpools? (?:water|use|attend)|\bhydrotherapy\b|游泳/i,
  },
  {
    en: 'bath(?:e|ing)|shower(?:ing)?|(?:have|take) (?:a |an )?(?:hot )?(?:bath|shower)|wash (?:my |your |his |her |their |the )?(?:hair|wounds?)|get (?:it|the [\\w-]{1,12}) wet',
    zh: '洗澡|洗头|淋浴|泡澡|沐浴|沾水|碰水',
    held: /\bbathing\b|\b(?:a|or|and|water) baths?\b(?! (?:results|electrolyte|solution))|\bshower\w{0,3}|\bhair wash\w{0,3}|\bwash\w{0,3} (?:of )?(?:the )?(?:hair|skin|wounds?)|洗澡|洗头|淋浴|沐浴/i,
  },
  {
    en: '(?:go|return|get) back to work|return to work|work(?=\\?|$)',
    zh: '上班|工作|返岗|复工',
    held: /\b(?:return\w{0,3}|back|able|fit|ability|capacity) (?:to|for) (?:full-time |normal )?work\b|\bwork(?:ing)? (?:ability|capacity|disability|status)|\bsick(?:ness)? (?:leave|absence)|\bemploy\w{2,4}|上班|工作|返岗|就业/i,
  },
  {
    en: 'drink(?:ing)? (?:any |some |a little )?(?:alcohol|wine|beer)|have (?:a|some) (?:drink|wine|beer)',
    zh: '喝酒|饮酒|喝点酒|喝红酒|喝啤酒',
    held: /\balcohol\w{0,5}|\bdrink(?:ers?|ing)\b|\bethanol\b|\bwine\b|\bbeer\b|酒/i,
  },
  {
    en: String.raw`(?:stop|come off|give up|quit|discontinue|do without)(?! (?:smoking|drinking|bleeding|growing|working|worrying|eating|it (?:from|getting|happening|coming|spreading)|the (?:pain|bleeding|itch|spread|cough)|\w+ing\b))`,
    zh: '停药|停用|停掉|停了|停(?=[，,。？?吗]|$)|不吃了|断药',
    held: /\bdiscontinu\w{2,5}|\bwithdr[ae]w\w{0,3}|\bcessation\b|\bstop(?:ping|ped|s)?\b|\btaper\w{0,3}|\bdeprescri\w{2,5}|\binterrupt\w{2,5}|\bdurations?\b|\b(?:short|long)er\b|\bcourses?\b|\b(?:days|weeks|months) of\b|停|撤药|减量|减停|疗程/i,
  },
  {
    en: '(?:smoke|vape)(?! alarms?)',
    zh: '抽烟|吸烟',
    held: /\bsmok\w{1,4}|\btobacco\b|\bcigar\w{1,6}|\bvap(?:e|ing)\b|烟/i,
  },
  {
    en: 'fast(?:ing)?(?: during| in| for)? ramadan|fast(?=\\?|$)',
    zh: '禁食|斋戒|辟谷|断食',
    held: /\bfasting\b|\bramadan\b|\bfasted\b|禁食|斋戒|断食/i,
  },
  {
    en: '(?:donate|give|giving|donating) (?:blood|plasma|platelets)|be (?:a )?(?:blood )?donors?',
    zh: '献血|捐献|捐血',
    held: /\bdonat\w{1,4}|\bdonors?\b|献血|捐/i,
  },
  {
    en: 'have sex|(?:sexual )?intercourse|be sexually active|make love',
    zh: '同房|性生活|做爱|性交',
    held: /\bsex(?:ual)? (?:activ|function|intercourse|life|relation)\w{0,5}|\bintercourse\b|\bcoitus\b|\bsexually\b|性生活|性交|性功能/i,
  },
  {
    en: '(?:get|become|be|fall) pregnant|conceive|have (?:a |more |any )?(?:baby|babies|children|kids)',
    zh: '怀孕|备孕|要孩子|生孩子|生小孩',
    held: /\bpregnan\w{1,4}|\bconce(?:ive|ption)\w{0,2}|\bfertil\w{2,5}|\bgestation\w{0,2}|\blive births?\b|妊娠|怀孕|受孕|生育|孕/i,
  },
  {
    en: '(?:dye|colou?r|bleach) (?:my |your |her |their )?hair',
    zh: '染发|染头发|烫发|烫头',
    held: /\bhair (?:dye\w{0,3}|colou?r\w{0,3})|染发|烫发/i,
  },
  {
    en: '(?:use|have|go in|take) (?:a |the )?sauna|sunbathe|go in the sun|use (?:a )?(?:sunbed|tanning)\\w{0,4}',
    zh: '晒太阳|蒸桑拿|泡温泉|汗蒸',
    held: /\bsauna\w{0,2}|\bsun(?:bath|light|bed| exposure|screen)\w{0,4}|\btanning\b|桑拿|日光|日晒|晒|温泉/i,
  },
  {
    en: '(?:lift|carry) (?:heavy |weights?)[\\w ]{0,12}|(?:play|do|return to) (?:contact )?sports?|return to play',
    zh: '提重物|搬重物|打球|踢球',
    held: /\blift(?:ing)?\b|\bweight[- ]?lift\w{0,3}|\bheavy (?:work|load)\w{0,2}|\bsports?\b|\bathlet\w{1,4}|\breturn to (?:play|activit)\w{0,3}|重物|体育|运动员/i,
  },
  {
    en: 'wear (?:contact lenses|lenses|make-?up)|(?:get|have) (?:a |an )?(?:tattoos?|piercings?)',
    zh: '戴隐形眼镜|化妆|纹身|打耳洞',
    held: /\bcontact lens\w{0,2}|\bcosmetics?\b|\bmake-?up\b|\btattoo\w{0,3}|\bpiercings?\b|隐形眼镜|化妆|纹身/i,
  },
];

const mayInEnglish = String.raw`\b(?:can|could|may|should|must|is it (?:safe|ok|okay|all right|fine|possible|advisable) (?:to|for)|allowed to|safe to|fit to|able to|ok to|okay to)\b[^?.]{0,100}?\b`;
const mayInChinese = '(?:能|可以|可否|适合|还能|应该|要不要|应不应该|行不行|需要|适宜|不宜|避免)';
const isInPassive =
  /\b(?:can|could|may)\b[^?.]{3,80}?\b(?:be|get) (?:safely |routinely |always |still |ever )?([a-z]{4,20}ed)\b(?!\s+(?:by|with|from|in|on|as|to|for|using)\b)/i;

/** Participles that say little of what is done, or for which other forms ask. */
const saysLittle =
  /^(?:used|given|treated|managed|needed|done|considered|taken|made|stopped|started|avoided|offered|recommended|reduced|improved|prevented|cured|performed|applied|changed|continued|delayed|diagnosed|detected|measured|predicted|explained|excluded|included|based|limited|increased|decreased|associated|related|affected|caused|achieved|expected|called|trusted|helped|saved|preferred|worried|concerned|tired|interested|allowed|advised|required|tested|checked|screened|studied|combined|replaced|modified|optimi[sz]ed|identified|determined|assessed|evaluated|monitored|kept|left|infected|published|linked|involved|observed|followed|pressed|raised|lowered|extended|attributed|classified|distinguished|differentiated|estimated|obtained|controlled|counteracted|generali[sz]ed|simplified|justified|adopted|implemented|addressed|resolved|reversed|shortened|overcome|ignored|neglected|believed|regarded|viewed|defined)$/i;

/** Returns the pattern of an answer about the act that a part of a question asks about; undefined if it asks about none. */
export function askedAct(part: string): RegExp | undefined {
  return inLists(part) ?? inPassive(part);
}

const compiled = acts.map(({ en, zh, held }) => ({
  held,
  asked: new RegExp(
    `${mayInEnglish}(?:${en})\\b|${mayInChinese}[^，。？?]{0,10}(?:${zh})|(?:${zh})[^，。？?]{0,6}(?:可以|要紧|行吗|安全吗|有影响|好吗|多久)`,
    'i',
  ),
}));

function inLists(part: string): RegExp | undefined {
  return compiled.find(({ asked }) => asked.test(part))?.held;
}

/** Number of letters that a verb shares with its noun: "extubated", "extubation". */
const sharedMin = 5;

/** "Can neonates be extubated?": records have the verb or its noun. */
function inPassive(part: string): RegExp | undefined {
  const [, verb = ''] = isInPassive.exec(part) ?? [];
  return verb.length < sharedMin + 2 || saysLittle.test(verb)
    ? undefined
    : new RegExp(`\\b${verb.slice(0, sharedMin)}|\\p{Script=Han}`, 'iu');
}

/** Questions whether, or when, something may be done: "Can patients with epilepsy drive?" */
export const actForm: FindingForm = {
  asked: { test: (part: string) => askedAct(part) !== undefined },
  given(part): GivesFinding | undefined {
    const held = askedAct(part);
    return held && ((text) => held.test(text));
  },
};
