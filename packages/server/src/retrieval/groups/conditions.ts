/**
 * A disease or an organ that ordinary words name: too broad for a subject of its own, and yet a record without it does not answer a
 * question about it.
 */
type Condition = {
  /** Words of a question that name it. */
  asked: RegExp;
  /** Words of a record for it, its kinds, its parts and its measures. */
  held: RegExp;
};

export const conditions: readonly Condition[] = [
  {
    asked: /\b(?:cancers?|malignanc(?:y|ies)|tumou?rs?)\b|癌症?|肿瘤/i,
    held: /cancer|carcino|tumou?r|neoplas|malignan|oncolog|leuk[ae]emi|lymphom|sarcom|melanom|gliom|myelom|metasta|adenom|blastom|mesotheliom|chemotherap|radiotherap|polyps?\b|nodul|\b(?:NSCLC|SCLC|HCC|AML|CLL|CML|PSA)\b|癌|瘤|白血病|化疗|放疗|恶性/i,
  },
  {
    asked: /\bkidneys?\b(?! beans?)|肾(?!上腺)/i,
    held: /kidney|renal|nephr|glomerul|creatinin|\be?GFR\b|\b(?:AKI|CKD|ESRD|ESKD)\b|dialy|ur[ae]emi|proteinuri|albuminuri|urin|ureter|urolog|urolith|pyelo|肾(?!上腺)|肌酐|透析|(?<!糖)尿/i,
  },
  {
    asked: /\bliver\b|肝(?!素)/i,
    held: /liver|hepat|cirrho|steato|transaminas|aminotransferas|\b(?:ALT|AST|NAFLD|NASH|HCC|HBV|HCV|TIPS)\b|bili|portal|varice|肝(?!素)|胆(?!固醇|碱)|转氨酶|门脉/i,
  },
  {
    asked:
      /(?<!keep an |keeping an |in the |private |naked |public )\beyes?\b(?![- ]opening)|\beyesight\b|(?<![钝走心亲显一])眼(?!镜|下|前|看|光|界)/i,
    held: /\beye|ocul|ophthalm|retin|corne|vision|visual|\bsight|macul|glaucom|cataract|conjunct|\boptic|uveit|myop|pupil|strabism|intravitreal|kerat|lens|orbit|sclera|eyelid|bleph|lacrim|ptosis|VEGF|\bLASIK|refracti|vitre|眼|视(?:力|网膜|觉|野|神经|物)|角膜|屈光|近视|晶状体|黄斑|瞳孔|泪/i,
  },
  {
    asked: /骨折|\bfractures?\b/i,
    held: /fractur|broken|nailing|骨折|骨裂|断裂/i,
  },
  {
    asked: /\bbulimi\w*|贪食/i,
    held: /bulimi|binge|eating disorder|purg|vomit|贪食|暴食|进食障碍/i,
  },
  {
    asked: /\bhearts?\b(?!['’]|burn|-to-heart)|心脏/i,
    held: /heart|cardi|coronar|myocard|atri(?:al|um)|ventric|arrhythm|tachy|brady|palpitat|\bQTc?\b|angina|infarct|vascular|valv|aort|mitral|pulse|defibrill|pacemaker|\b(?:PCI|CABG|STEMI|MI|AF|ECG|EKG|STEMI)\b|(?<![中核恶信])心(?!理|得)|冠脉|冠状|房颤/i,
  },
  {
    asked: /\blungs?\b|肺/i,
    held: /lung|pulmon|respir|bronch|pneumo|asthma|\b(?:COPD|FEV|ARDS|TB|CT|NSCLC)\b|airway|breath|ventilat|oxygen|pleur|tubercul|alveol|chest|thora|cough|smok|embol|inhal|肺|呼吸|支气管|气道|气管|胸|通气|哮喘|咳/i,
  },
  {
    asked: /\bbrains?\b|大脑|(?<![电头首])脑(?!袋|子|筋|海)/i,
    held: /brain|cereb|neur|cogni|stroke|enceph|intracran|crani|mening|mental|psych|memory|dement|alzheimer|parkinson|axon|cort(?:ex|ic)|hippocamp|\b(?:CNS|MRI|fMRI|EEG|TBI|PET)\b|gliom|epilep|seizur|head|concuss|amygdal|synap|dopamin|ischa?emi|h[ae]emorrhag|developmental|behavio|脑|神经|认知|颅|卒中|中风|精神|记忆|痴呆|癫痫|头(?!孢)/i,
  },
  {
    asked: /\bskin\b|皮肤/i,
    held: /\bskin|cutan|derm|eczem|psoria|rash|acne|melanom|wound|ulcer|burn|kerat|prurit|itch|urticar|scar|incision|sweat|hair|nail|pigment|vitiligo|cellulit|leprosy|lupus|(?<![内上鞘])皮(?!质)|疹|疮|痤|银屑|湿疹|伤口|烧伤|痣|荨麻|瘙痒|瘢痕/i,
  },
];
