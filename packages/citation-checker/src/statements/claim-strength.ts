import { cueFinder } from '../reading/cues.ts';

/** Finds words for the certainty, causality and generality of a sentence. */
export const findStrength = cueFinder({
  hedge: {
    en: String.raw`may|might|could(?! (?:also )?(?:report|conclude|show|demonstrate|confirm|observe|detect)\b)|possibly|possible|potentially|potential|perhaps|probably|likely|appears? to|appeared to|seems? to|seemed to|tends? to|tended to|can contribute`,
    zh: '可能|或许|也许|似乎|倾向于|潜在|或可|有望',
  },
  reported: {
    en: String.raw`suggest(?:s|ed|ing)?|indicat(?:es?|ed|ing)|hypothesi[sz]\w+|propos(?:es?|ed|ing)|speculat\w+|preliminary|exploratory`,
    zh: '提示|表明|推测|假设|初步',
  },
  certain: {
    en: String.raw`proves?|proved|proven|definitively|conclusively|definitely|certainly|undoubtedly|unequivocally|confirms? that|establish(?:es|ed) that|guarantees?`,
    zh: '证明了|证实了|毫无疑问|必然|一定(?!程度|的)|肯定会|确定无疑',
  },
  universal: {
    en: String.raw`all(?![- ]cause)|always|every(?! (?:\d|other|few|second|two|three|four|six|eight|twelve|day|week|month|year|hour)s?\b)|entirely|completely|exclusively|invariably|universally|in every case|any|100%`,
    zh: '所有|全部|总是|始终|任何|每一|完全|一律|(?<!平)均(?!值|数|衡|匀|线|为|可|有)',
  },
  superlative: {
    en: String.raw`(?:the )?most (?:effective|important|common|powerful|potent|reliable|accurate|significant|frequent)|(?:the )?best|only (?:effective|known|available|treatment|therapy)|unique(?:ly)?|first-?ever|gold standard|dramatic(?:ally)?|drastic(?:ally)?|hugely|massively|extremely`,
    zh: '最有效|最佳|最重要|最好|唯一|首次|金标准|大幅|显著地?大幅|极大',
  },
  cure: {
    en: 'cures?|cured|eliminat(?:es|ed) (?:the risk|all)|eradicat(?:es|ed)',
    zh: '治愈(?!率|时间)|根治(?!性|术)|根除(?!率|治疗)',
  },
  causal: {
    en: String.raw`caus(?:e|es|ed|ing|al|ally)|leads? to|led to|leading to|results? in|resulted in|resulting in|due to|because of|produces?|produced|triggers?|triggered|attributable to|responsible for|determines|drives?|driven by|is the effect of|contributes? to|contributed to`,
    zh: '导致|引起|造成|引发|致使|使得|由于|归因于|诱发|促使',
  },
  associative: {
    en: String.raw`associat\w+|correlat\w+|link(?:s|ed)?|relat(?:ed|es|ionships?)|connection|predict(?!ive values?)\w*|risk factors?|odds ratios?|hazard ratios?|relative risks?|markers? (?:of|for)`,
    zh: '相关|关联|有关|联系|预测|危险因素|风险比|比值比',
  },
});
