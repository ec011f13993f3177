import { type Cue, cueFinder } from '../reading/cues.ts';
import { memoizeByText } from '../reading/memoize-by-text.ts';
import { maskOutcomeNames } from './named-outcomes.ts';

/** Matches "is a rare complication", but not "rare variants". */
const predicate = String.raw`(?<=\b(?:is|are|was|were|been|remain(?:s|ed)?) (?:an? )?(?:very |quite |fairly |relatively |highly )?)`;

/**
 * Finds words with an antonym, in effects and elsewhere. An axis is a pair of meanings that contradict each other about
 * the same subject: "increased" and "reduced", "better" and "worse". The name before the dot is the axis, the sign
 * after it the polarity.
 */
const find = cueFinder({
  'amount.+': {
    en: String.raw`increas\w*|elevat\w+|higher|high|greater|greatest|highest|rise[ns]?|rising|rose|rais(?:e[sd]?|ing)|enhanc(?:e[sd]?|ing|ements?)|promot(?:e[sd]?|ing|ion)|up-?regulat\w+|activat(?:e[sd]?|ing|ion)|stimulat(?:e[sd]?|ing|ion|ory)|induc(?:e[sd]?|ing|tion)|(?<!\b(?:lost|fell|dropped|declined) )more|most (?:likely|often|frequently)|augment\w*|accelerat\w+|exceed\w*|larger|largest|longer|longest|strengthen\w*|amplif\w+|boost\w*|facilitat\w+|potentiat\w+|gain(?:s|ed)?|grew|expan(?:d|ds|ded|sion)|over-?express\w*|abundant|prolong\w*|extend(?:s|ed)?|lengthen\w*|heighten\w*|escalat\w+|stronger|faster|hyper(?:activation|activity|activ\w+)|up`,
    zh: '越[高多大长]|升高|增高|增加|增多|增强|增长|增大|上升|上调|提高|提升|促进|激活|刺激|诱导|延长|加快|加速|扩大|更高|更多|较高|较多|更长|更大|偏高|高于|多于|大于|长于|过表达|加重(?!症)|升至|增至|增高',
  },
  'amount.-': {
    en: String.raw`decreas\w*|reduc(?:e[sd]?|ing|tions?|tive)|lower(?:s|ed|ing)?|lowest|low|declin\w+|fall(?:s|en|ing)?|fell|diminish\w*|attenuat\w+|suppress(?:es|ed|ing|ion|ive)?|inhibit(?:s|ed|ing|ion|ory)?|down-?regulat\w+|less|least|fewer|fewest|shorter|shortest|shorten\w*|smaller|smallest|block(?:s|ed|ing|ade)?|prevent(?:s|ed|ing|ion|ive)?|protect(?:s|ed|ing|ion|ive)?|weaken\w*|weaker|loss|los(?:e|es|t|ing)|deplet\w+|alleviat\w+|mitigat\w+|lessen\w*|drop(?:s|ped)?|abolish\w*|abrogat\w+|inactivat\w+|deactivat\w+|knock-?(?:down|out)|silenc(?:e[sd]?|ing)|lack(?:s|ed|ing)?|deficien(?:t|cy|cies)|absence|absent|shrink\w*|shrank|slow(?:s|ed|er|ing)?|impair(?:s|ed|ing|ment)?|curtail\w*|blunt(?:s|ed|ing)?|halt(?:s|ed|ing)?|hinder\w*|restrict(?:s|ed|ing)?|down|disrupt(?:s|ed|ing)?`,
    zh: '越[低少小短]|降低|下降|减少|减低|减轻|减弱|减小|减慢|缩短|缩小|抑制|下调|阻断|阻止|预防|防止|缓解|延缓|更低|更少|较低|较少|更短|更小|偏低|低于|少于|小于|短于|缺失|缺乏|敲除|敲低|沉默|失活|保护|降至|减至',
  },
  'quality.+': {
    en: String.raw`improv\w*|better|best|superior(?:ity)?|beneficial|benefits?|benefited|effective(?:ly)?|efficacious|favou?rable|favou?rabl[ey]|success(?:es|ful|fully)?|recover(?:y|ed|s)?|ameliorat\w+|positive outcomes?`,
    zh: '改善|好转|更好|优于|较好|有益|获益|有效|成功|恢复',
  },
  'quality.-': {
    en: String.raw`worsen\w*|worse|worst|(?<!non-)inferior(?:ity)?|harmful|harms?|harmed|ineffective(?:ly)?|unfavou?rable|unfavou?rabl[ey]|fail(?:s|ed|ure|ing)? (?:of )?(?:treatment|therapy)|deteriorat\w+|exacerbat\w+|aggravat\w+|detrimental|poorer|poorest|adverse outcomes?`,
    zh: '恶化|更差|较差|(?<!不)劣于|不如|有害|无效|失败',
  },
  'weight.+': { en: 'weight gain', zh: '体重(?:增加|增长)' },
  'weight.-': { en: 'weight loss', zh: '体重(?:减轻|下降|降低)|减重' },
  'sign.+': { en: 'positively|positive|directly', zh: '正相关|阳性|正向' },
  'sign.-': { en: 'negatively|negative|inversely|inverse', zh: '负相关|阴性|反向|逆相关' },
  'sensitivity.+': { en: 'sensitiv\\w+|susceptib\\w+|sensitiz\\w+', zh: '敏感|易感' },
  'sensitivity.-': { en: 'resistan\\w+|insensitiv\\w+|refractory|toleran\\w+', zh: '耐药|抵抗|不敏感|耐受' },
  'order.+': {
    en: 'before|prior to|earlier|early|preced\\w+|pre-?operative\\w*',
    zh: '之前|术前|早期|更早|提前',
  },
  'order.-': {
    en: 'after|following|later|late|post-?operative\\w*|subsequent\\w*',
    zh: '之后|术后|晚期|更晚|推迟',
  },
  'lasting.+': { en: 'persist\\w*|robust', zh: '仍然?显著|仍然?存在|稳健' },
  'lasting.-': { en: 'disappear\\w*|vanish\\w*', zh: '消失|不再显著' },
  'presence.+': { en: 'presence|present in|contain\\w*|positive for', zh: '存在' },
  'presence.-': { en: 'absence|absent from|devoid|negative for', zh: '不存在|缺如' },
  'frequency.+': {
    en: String.raw`${predicate}(?:common|frequent|prevalent)|(?:commonly|frequently|often|usually)(?! used)`,
    zh: '(?<!最|更|较)(?:常见|多见)(?!的?是|为)|频繁|频发',
  },
  'frequency.-': {
    en: String.raw`${predicate}(?:rare|uncommon|infrequent)|(?:rarely|infrequently|uncommonly|seldom)|(?:not|never) (?:been )?(?:observed|seen|detected|noted|found)(?! (?:to|that|in previous)\b)`,
    zh: '罕见|少见|偶见|很少|极少|鲜有|未(?:曾)?(?:见|观察到|发生|检出|出现)(?!显著|明显|差异)',
  },
  'need.+': {
    en: 'essential|required|necessary|indispensable|requires?|crucial|critical',
    zh: '必需|必要|不可缺少|关键',
  },
  'need.-': { en: 'dispensable|unnecessary|redundant|not needed|non-?essential', zh: '不必要|非必需|多余' },
  'bond.+': { en: 'agonists?|gain-of-function', zh: '激动剂' },
  'bond.-': { en: 'antagonists?|inverse agonists?|loss-of-function', zh: '拮抗剂' },
  'nature.+': { en: 'benign|non-?cancerous', zh: '良性' },
  'nature.-': { en: 'malignan\\w+|cancerous', zh: '恶性' },
  'length.+': { en: 'chronic(?:ally)?|long-?term', zh: '慢性|长期' },
  'length.-': { en: 'acute(?:ly)?|short-?term', zh: '急性|短期' },
  'fate.+': { en: 'surviv\\w+|alive', zh: '存活|生存' },
  'fate.-': { en: 'death|deaths|died|dead|mortality|fatal\\w*', zh: '死亡|病死' },
  'pressure.+': {
    en: 'hypertension|hypertensive|hyperglyc\\w+|hyperthyroid\\w+|hyperkal\\w+|hypernatr\\w+',
    zh: '高血压|高血糖|甲亢|高钾血症|高钠血症',
  },
  'pressure.-': {
    en: 'hypotension|hypotensive|hypoglyc\\w+|hypothyroid\\w+|hypokal\\w+|hyponatr\\w+',
    zh: '低血压|低血糖|甲减|低钾血症|低钠血症',
  },
});

/** Word with an antonym: one of the two poles of an axis. */
export type PolarityCue = { axis: string; polarity: '+' | '-'; text: string; start: number; end: number };

/** Returns the polarity cues of a text in order, except those inside the name of an outcome. */
export const findPolarityCues = memoizeByText((text: string): readonly PolarityCue[] =>
  find(maskOutcomeNames(text)).map(toPolarityCue),
);

function toPolarityCue({ category, text, start, end }: Cue): PolarityCue {
  const [axis = '', polarity] = category.split('.');
  return { axis, polarity: polarity === '-' ? '-' : '+', text, start, end };
}

/** Returns true for words that contradict each other about the same subject. */
export function areOpposite(one: PolarityCue, other: PolarityCue): boolean {
  return one.axis === other.axis && one.polarity !== other.polarity;
}
