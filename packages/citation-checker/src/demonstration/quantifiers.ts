import { cueFinder } from '../reading/cues.ts';

/** Small words that limit or extend a finding; a claim may use one only if its source has one of the same kind. */
export const findQuantifiers = cueFinder({
  universal: {
    en: String.raw`all(?![- ]cause)|every(?! (?:\d|other|few|second|two|three|four|six|eight|twelve|day|week|month|year|hour)s?\b)|each(?! (?:other|further|additional|successive|increment|increase|unit|year|month|week|day|hour)\b)|any|always|entire(?:ly)?|whole(?![- ](?:blood|genome|exome|prostate|gland)\b)|everyone|invariably|universal(?:ly)?|completely|fully|nationwide|worldwide|global(?:ly)?|none|nobody|never|whatever|regardless of|irrespective of|no patients?|no one|(?<=\p{Ll} )in general(?! (?:hospital|practi|medic|surg|an[ae]|popul|ward|intern|dent)\p{Ll}*)`,
    zh: '所有|全部|总是|始终|任何|每一|完全|一律|全国|全球|各(?=地|医院|省|类)|均(?!值|数|衡|匀|线|为)',
  },
  exclusive: {
    en: String.raw`only|solely|sole|exclusive(?:ly)?|alone|(?:on|by) (?:its|their) own|confined|limited to|restricted to|merely|unique(?:ly)?`,
    zh: '仅|只有|唯一|单独|仅限|单纯(?!疱疹|性|肥胖)',
  },
  majority: {
    en: String.raw`most(?! (?:likely|often|frequent\w*|common\w*|important|effective))|majority|predominant(?:ly)?|mostly|mainly|largely|usually|typically`,
    zh: '大多数|多数|主要|大部分',
  },
  extreme: {
    en: String.raw`the most|most (?:likely|often|frequent(?:ly)?|common(?:ly)?|important|effective|powerful|potent)|commonest|best|worst|highest|lowest|greatest|largest|smallest|strongest|least (?:likely|often)|main|chief|leading|primary(?= (?:\w{1,20} )?(?:cause|reason|source|driver|determinant|factor|mechanism|role|predictor|motivation|concern)s?\b)|principal|extremely|dramatic(?:ally)?|drastic(?:ally)?|first-?ever`,
    zh: '最[高低大小多少重常好差佳]|首要|首位|(?<![积两阴阳电消南北])极(?!低?出生|其?早产|早产)',
  },
  without: {
    en: String.raw`without|lack(?:s|ed|ing)?|absence of|absent|devoid of|free of|free from|other than|except|excluding`,
    zh: '无(?!论)|不含|未接受|除外',
  },
  before: {
    en: String.raw`before|prior to|pre(?:-?operative(?:ly)?|-?treatment|ceding)?|baseline`,
    zh: '之前|前|基线',
  },
  after: {
    en: String.raw`after|following|post(?:-?operative(?:ly)?|-?treatment)?|subsequent(?:ly)?|later`,
    zh: '之后|后',
  },
  causal: {
    en: String.raw`caus(?:e|es|ed|ing|al|ally)|leads? to|led to|leading to|results? in|resulted in|resulting in|due to|because of|produces?|produced|triggers?|triggered|attributable to|responsible for|gave rise to|gives rise to|drives?|driven by|made|makes?|brought|brings?|owing to`,
    zh: '导致|引起|造成|引发|致使|使得|由于|归因于|诱发|促使|所致',
  },
  certain: {
    en: String.raw`proves?(?! to be\b)|proved(?! (?:to be|negative|positive|fatal|difficult)\b)|proven|definitive(?:ly)?|conclusive(?:ly)?|definitely|certainly|undoubtedly|unequivocally|confirm(?:s|ed|ing)?|establish(?:es|ed|ing)?|guarantees?|fully explains?|must`,
    zh: '证明|证实|毫无疑问|必然|肯定|确证',
  },
  normative: {
    en: String.raw`should|ought to|recommend(?:s|ed|ations?)?|advis(?:e[sd]?|able)`,
    zh: '建议|推荐|应当|应该|应予|有必要|值得',
  },
  hedge: {
    en: String.raw`may|might|could(?! not)|possibl[ey]|potential(?:ly)?|perhaps|probabl[ey]|(?<!\b(?:more|less|most|least|equally|as) )likely|appears?|appeared|seems?|seemed|tends? to|tended to|suggest(?:s|ed|ing|ive)?|hint(?:s|ed)?|indicat(?:es?|ed|ing)|speculat\w+|hypothesi[sz]\w+|consider(?:ed|s)?(?! (?:themselves|himself|herself)\b)|thought|believed|judged|regarded|preliminary|putative|cannot be excluded|(?<!\b(?:for|same|similar) )trend\w*(?! (?:was|were) (?:similar|comparable|the same)\b)`,
    zh: '可能|或许|也许|似乎|被认为|视为|倾向|潜在|或可|有望|提示|推测|初步|考虑|未必|潜能|潜力',
  },
  associative: {
    en: String.raw`associat\w+|correlat\w+|link(?:s|ed)?|relat(?:ed|es|ionships?)|risk factors?|markers? (?:of|for)|predict\w*|(?:went|goes|going|go) (?:along |together |hand in hand )?with|accompan\w+`,
    zh: '相关|关联|有关|联系|预测|危险因素',
  },
});

/** Kinds of words that limit or extend a statement. */
export type QuantifierScope = ReturnType<typeof findQuantifiers>[number]['category'];
