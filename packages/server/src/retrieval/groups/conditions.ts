/**
 * A disease or an organ that ordinary words name: too broad for a subject of its own, and yet a record without it does not answer a
 * question about it.
 */
type Condition = {
  /** Words of a question that name it. */
  asked: RegExp;
  /** Words of a record for it, its kinds, its parts and its measures: whole words or their beginnings, as "during" is no urine. */
  held: RegExp;
};

/** Joins whole words of English and parts of Chinese words. */
const words = (english: readonly string[], chinese: RegExp) =>
  new RegExp(`\\b(?:${english.join('|')})\\b|${chinese.source}`, 'i');

export const conditions: readonly Condition[] = [
  {
    asked: /\b(?:cancers?|malignanc(?:y|ies)|tumou?rs?)\b|癌症?|肿瘤/i,
    held: words(
      [
        String.raw`cancer\w*|\w*carcino\w*|\w*tumou?r\w*|neoplas\w*|malignan\w*|\w*oncolog\w*`,
        String.raw`\w*leuk[ae]emi\w*|\w*lymphomas?|\w*sarcoma(?:s|tous)?|melanom\w*|\w*gliom\w*`,
        String.raw`myelom\w*|metasta\w*|\w*adenom\w*|\w*blastomas?|mesotheliom\w*|chemoradio\w*`,
        String.raw`chemotherap\w*|radiotherap\w*|polyps?|nodules?|NSCLC|SCLC|HCC|AML|CLL`,
        String.raw`CML|PSA`,
      ],
      /癌|瘤|白血病|化疗|放疗|恶性/,
    ),
  },
  {
    asked: /\bkidneys?\b(?! beans?)|肾(?!上腺)/i,
    held: words(
      [
        String.raw`kidneys?|(?:cardio|hepato)?renal|reno\w+|(?!\w*epinephr)\w*nephr\w+|\w*glomerul\w+`,
        String.raw`creatinin\w*|GFR|AKI|CKD|ES[RK]D|\w*dialy[sz]\w*|ur[ae]emi\w*|ureter\w*`,
        String.raw`proteinuri\w*|\w*albuminuri\w*|h[ae]maturi\w*|anuri\w*|oliguri\w*|urolith\w*`,
        String.raw`urine (?:output|albumin|protein)|urinary (?:albumin|protein|output|stones?|calculi)|pyelo\w+`,
      ],
      /肾(?!上腺)|肌酐|透析|蛋白尿|尿(?:蛋白|毒|量|素|液)|[血少无]尿/,
    ),
  },
  {
    asked: /\bliver\b|肝(?!素)/i,
    held: words(
      [
        String.raw`livers?|\w*hepat\w+|cirrho\w+|steatosis|steatotic|transaminas\w*|jaundice\w*`,
        String.raw`\w*aminotransferas\w*|ALT|AST|NAFLD|NASH|HCC|HBV|HCV|\w*bilirubin\w*`,
        String.raw`biliary|bile|cholesta\w+|portal (?:hypertensi\w+|veins?|venous)|varices|variceal`,
      ],
      /肝(?!素)|胆(?!固醇|碱)|转氨酶|门脉|门静脉|黄疸/,
    ),
  },
  {
    asked:
      /(?<!keep an |keeping an |in the |private |naked |public )\beyes?\b(?![- ]opening)|\beyesight\b|(?<![钝走心亲显一])眼(?!镜|下|前|看|光|界)/i,
    held: words(
      [
        String.raw`eye(?:s|lids?|sight)?|(?:intra|extra|peri)?ocular|ocul\w+|ophthalm\w*|exophthalm\w*`,
        String.raw`\w*retin(?:a|al|as|itis|opath\w*|oblastomas?)|corne(?:as?|al|o\w+)|vision|visual(?:ly)?(?! analog)`,
        String.raw`sight|macul(?:a|ar|opath\w*)|glaucom\w*|cataracts?|conjunctiv\w*|optic|uveit\w*`,
        String.raw`myop(?:ia|ic)|pupils?|pupillary|strabism\w*|intravitreal\w*|\w*keratitis|kerato(?:plast\w*|conus)`,
        String.raw`lens(?:es)?|orbit(?:al|s)?|sclera\w*|bleph\w+|lacrim\w*|ptosis|LASIK|refractive`,
        String.raw`vitre\w+`,
      ],
      /眼|视(?:力|网膜|觉|野|神经|物)|角膜|屈光|近视|晶状体|黄斑|瞳孔|泪/,
    ),
  },
  {
    asked: /骨折|\bfractures?\b/i,
    held: words([String.raw`\w*fractur\w*|broken (?:bones?|hips?|wrists?|arms?|legs?)|nailing`], /骨折|骨裂/),
  },
  {
    asked: /\bbulimi\w*|贪食/i,
    held: words(
      [String.raw`bulimi\w*|bing(?:e|ing)\w*(?![- ]drink)|eating disorders?|purg(?:e|es|ing)`],
      /贪食|暴食|进食障碍/,
    ),
  },
  {
    asked: /\bhearts?\b(?!['’]|burn|-to-heart)|心脏/i,
    held: words(
      [
        String.raw`hearts?|(?:intra)?cardiac|cardio\w+|cardial|(?:myo|peri|endo|epi|tachy|brady)cardi\w+`,
        String.raw`(?:electro|echo)cardio\w+|coronar\w+|atri(?:al|um|a)|ventric(?:ular|les?)|\w*arrhythm\w*`,
        String.raw`palpitat\w*|QTc?|angina|infarct\w*|valv(?:es?|ular)|aort(?:a|ic)|mitral|pulse rate`,
        String.raw`vascular (?:events?|deaths?|mortality|diseases?|risks?)|defibrill\w*|pacemakers?|PCI|CABG`,
        String.raw`N?STEMI|MI|AF|ECGs?|EKG`,
      ],
      /心(?:脏|血管|脑血管|肌|律|衰|力|梗|绞|功能|电|房|室|率|包|搏|悸|慌)|冠脉|冠状|房颤|室颤|瓣膜/,
    ),
  },
  {
    asked: /\blungs?\b|肺/i,
    held: words(
      [
        String.raw`lungs?|(?:cardio)?pulmon\w+|respiratory(?! chain)|\w*bronch\w+|pneumo\w+|asthma\w*`,
        String.raw`COPD|FEV1?|ARDS|TB|NSCLC|airways?|breath\w*|dyspn\w+|ventilat\w+|oxygenation`,
        String.raw`oxygen (?:saturation|therapy)|\w*pleur\w+|tubercul\w+|alveol\w+|chest|thora\w+|cough\w*`,
      ],
      /肺|呼吸|支气管|气道|气管|胸(?!腺)|通气|哮喘|咳/,
    ),
  },
  {
    asked: /\bbrains?\b|大脑|(?<![电头首])脑(?!袋|子|筋|海)/i,
    held: words(
      [
        String.raw`brain\w*|\w*cereb\w+|neuro\w+|neural\w*|(?:meta)?cogniti\w+|strokes?|\w*encephal\w+`,
        String.raw`\w*cranial|mening\w+|mental(?:ly)?|psych\w+|memory|dement\w+|alzheimer\w*`,
        String.raw`parkinson\w*|axon\w*|cort(?:ex|ical)|hippocamp\w+|CNS|EEG|TBI|\w*gliom\w+`,
        String.raw`epilep\w+|seizures?|convuls\w+|headaches?|head (?:injur\w+|trauma)|migrain\w*|concuss\w+|amygdal\w+|synap\w+`,
        String.raw`dopamin\w+|deliri\w+|coma|autis\w+|intelligence|IQ|subarachnoid|neurons?`,
        String.raw`developmental (?:delays?|disorders?|outcomes?)`,
      ],
      /脑|神经|认知|颅|卒中|中风|精神|记忆|痴呆|癫痫|智力|头(?!孢)/,
    ),
  },
  {
    asked: /\bskin\b|皮肤/i,
    held: words(
      [
        String.raw`skin|(?:muco)?cutaneous|dermat\w+|dermal|(?:epi|intra)derm(?:al|is)|derm(?:is|oid)|eczem\w+`,
        String.raw`psoria\w+|rash(?:es)?|acne|melanom\w+|wounds?|(?<!peptic |gastric |duodenal )ulcers?|burns?`,
        String.raw`keratos[ei]s|keratin\w+|prurit\w+|itch\w*|urticar\w+|scar(?:s|ring)?|incision\w*|sweat\w*`,
        String.raw`hair|nails?|\w*pigment\w*|vitiligo|cellulit\w+|lepro\w+`,
      ],
      /(?<![内上鞘])皮(?!质)|疹|疮|痤|银屑|湿疹|伤口|烧伤|痣|荨麻|瘙痒|瘢痕/,
    ),
  },
];
