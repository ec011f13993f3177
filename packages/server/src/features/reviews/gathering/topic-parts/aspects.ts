import { between, subjectMark } from '../subject-names/subject-marks.ts';

/** Aspect of a subject that a topic may ask for, and the words by which a record is on it. */
export type TopicAspect = {
  asked: RegExp;
  pattern: RegExp;
  /** Replaces `pattern` if the topic has a subject, which is `subjectMark` in the text. */
  bound?: RegExp;
  /**
   * Indicates that the topic asks for a further subject: "metformin for the treatment of diabetes" asks for metformin.
   */
  isNamed?: true;
  /** Indicates that it states when the topic's outcome occurred: both must occur together. */
  isWhen?: true;
  /** Indicates that its words include the subject, as in "insulin treatment". */
  isOfName?: true;
  /** Indicates that the last sentence is no evidence: any paper on cells may hope for a therapy. */
  isHoped?: true;
  /** Titles of records on another aspect, whatever their sentences mention incidentally. */
  otherAspectTitle?: RegExp;
  /** Topics, with their subjects marked, to which these titles are on another aspect; by default those that `bound` matches, or all. */
  isOtherFor?: RegExp;
  /** Words of the aspect that have another meaning, which are ignored. */
  isNot?: RegExp;
  /** Words by which a record is on it if the subject comes in attacks, which are what is prevented. */
  inAttacks?: RegExp;
  /** Indicates that its words occur in many records: one that covers little of the topic is not on it. */
  isLoose?: true;
  /**
   * Returns true if a heading of the record says so as well: "Risk Factors" is a heading of most studies, an operation
   * is not.
   */
  byHeading?: true;
  /** Indicates that its words describe people, which two sentences anywhere do. */
  isOfPeople?: true;
};

/** Topics on insulin as a treatment. */
export const insulinTreatment =
  /\binsulin\b(?! resistance)[^.;]{0,20}\b(?:treat\w+|therap\w+)|\b(?:treat\w+|therap\w+) with (?:[\w-]{1,20} )?insulin\b|胰岛素(?!抵抗)[^，。；]{0,6}(?:治疗|疗法)/i;

/** Titles in which the disease is a cause, the target of screening, or what people have who are treated for another one: nothing is done for it. */
const asExposure = new RegExp(
  String.raw`\bfor (?:the )?(?:primary )?(?:prevention|prophylaxis) of ${between}${subjectMark}(?! (?:relaps|recurr|exacerb|flare|attack|complicat|progress)\w*)|\b(?:mosquito\w*|insecticid\w*|larvicid\w*|larval|bed ?nets?)\b|\b(?:prevent(?:s|ion of|ing)?|treat(?:s|ment of|ing)|management of) (?!(?:relaps|recurr|exacerb|flare|attack|progress|complicat|death|mortal|symptom|episode|hospital|re-?admi|acute|severe|active|patients?)\w*)(?:(?!(?:of|in|and|with|for|by)\b)[\w-]{1,30} ){1,4}(?:in|among) (?:[\w-]{1,20} ){0,3}with ${between}${subjectMark}|\b(?:treatment|management|prevention) of ${between}${subjectMark}[- ](?:associated|induced|related)\b|^(?!.*(?:\btreat|\btherap|\bmanag|治疗|疗法)).*(?:\bprevention of ${between}${subjectMark}|(?<!\b(?:after|since|at|from) )\bdiagnos(?:is|ing|e) (?:of )?${between}${subjectMark}|\b(?:impact|effects?|influence|associations?|role|contribution) (?:of|between) ${between}${subjectMark} (?:on|with|in|and|to)\b|${subjectMark} (?:as|is) (?:an? )?(?:independent )?(?:risk|predictor|cause)|\bscreening\b|\b(?:prevalence|incidence|epidemiology|seroprevalence|risk factors?)(?: (?:of|for|and)\b|\.?$)|\b(?:mutations?|polymorphisms?|variants?|determinants?|quality of life|expression|predict(?:s|ors?)?|prognostic|(?:chemo)?prophyla\w+)\b|\b(?:contributes? to|associated with|indicates?) (?:an? )?(?:poor(?:er)?|worse|unfavou?rable|adverse) (?:prognosis|survival|outcomes?)\b|患病率|发病率|流行病学|危险因素)`,
  'i',
);

/** Titles on what follows from the disease, on the search for it, or on those who have it: none is on what causes it. */
const asCause = new RegExp(
  String.raw`\b(?:over-?|up-?|down-?)?express(?:ed|ion)\b[^:.?]{0,60}\bin ${between}${subjectMark}|\bscreening (?:for|of) ${between}${subjectMark}|${subjectMark} screening\b|\b(?:patients|people|adults|individuals|survivors|those) with (?:previous|prior|established|known) ${between}${subjectMark}|${subjectMark}筛查|\b(?:after|following|progression from|prognosis (?:of|in)|outcomes? (?:of|in|after)|survival (?:of|in|after)) ${between}${subjectMark}|${subjectMark} (?:as|is) (?:an? )?(?:independent )?(?:risk|predictor|cause)|${subjectMark}(?:后|患者)[^。；]{0,12}(?:风险|发生)`,
  'i',
);

/** Titles on what is done about the subject. */
const asTreated = new RegExp(
  String.raw`\b(?:treatments?|management|therapy|prevention|correction) (?:of|for) ${between}${subjectMark}|${subjectMark}(?: treatment|的?治疗|的?管理)`,
  'i',
);

/** Titles in which the subject is what the risk of something else depends on. */
const asPredictor = new RegExp(
  String.raw`${subjectMark}[^:?]{0,80} (?:and|with) (?:the )?(?:[\w-]{1,20} ){0,4}risks?\b(?! factors?\b)|${subjectMark}[^：？]{0,12}与[^：？]{2,20}风险`,
  'i',
);

/** Titles on an operation for another disease in those who have the subject. */
const asOperationForOther = new RegExp(
  String.raw`\b(?:surg\w+|operations?|repair|replacement|resection|\w{3,20}(?:ectomy|plasty)) for (?!(?:metasta|recurr|relaps|complicat)\w*)(?:(?!(?:in|among)\b)[\w-]{1,30} ){1,5}(?:in|among) (?:[\w-]{1,20},? ){0,5}${subjectMark}`,
  'i',
);

/** Words by which a topic asks what something does, before and after its name. */
const effects =
  '(?:the )?(?:[a-z-]{3,20} ){0,2}(?:effects?|efficacy|effectiveness|benefits?|impacts?|outcomes?|results) (?:of|after|following)';
const effectsHan = '的?(?:临床|治疗|长期|远期)?(?:效果|疗效|效应|作用|获益|结局)';
/** Matches no letter, so that no other aspect is within its words: "long-term outcomes of". */
const asksEffects = new RegExp(`^(?=${effects}(?:\\s|$))|(?=${effectsHan}$)`, 'i');
/** Topics on what their only subject does to people. */
const effectsOfSubject = new RegExp(
  String.raw`^${effects} ${between}${subjectMark}(?: (?:in|among) [^${subjectMark}]{1,60})?$|^[^${subjectMark}]{0,20}${subjectMark}${effectsHan}$`,
  'i',
);

/** Titles in which something is done to people before or beside the subject, or where it is only a place or an end: nothing is said of what it does. */
const asIntended = new RegExp(
  String.raw`${subjectMark} (?:candidates?|applicants?)\b|\b(?:candidates? for|seeking(?! and undergoing)|awaiting|(?<!neo-?adjuvant [^:.?]{0,60})(?:before|prior to)|despite|in spite of|notwithstanding) (?:[\w-]{1,20} ){0,2}${between}${subjectMark}|\bpre-?(?:surgical|operative|treatment|procedural)(?:ly)? (?:[\w-]{1,20} ){0,3}(?:evaluation|assessment|screening|selection|counsel\w+|education|preparation)s?\b[^:.?]{0,60}${subjectMark}|${subjectMark} (?:clinical |care )?(?:pathways?|services?|cent(?:er|re)s?|units?|teams?|wait(?:ing)? lists?)\b|\bfrom [^:.?]{3,60} to ${between}${subjectMark}|${subjectMark}(?:候选者|等待者|术?前)`,
  'i',
);

/** Drugs that are taken without being a treatment, the time before one, and treated objects. */
const untreated =
  /\b(?:insecticide|pyrethroid|permethrin|DDT)s?[- ]treated\b|\btreated (?:bed ?)?nets?\b|\b(?:before|prior to|without|no|not (?:yet )?(?:received|receiving|on)) (?:any |the |drug |medical |start of ){0,2}(?:treatment|therapy|medication)\b|\bpre-?treatment\b|\buntreated\b|\b(?:treatment|drug|therapy)-? ?na(?:i|ï)ve\b|(?:治疗|用药)前|未(?:经)?(?:治疗|用药)|\b(?:inject(?:ing|ion)|illicit|recreational|intravenous|street|illegal) drugs?(?: us(?:e|ers?|ing)| abuse\w*| injection)?\b|\bdrug (?:us(?:e|ers?|ing)|abuse\w*|addict\w*|misuse|injection)\b|吸毒|静脉药瘾|药物滥用/gi;

/** Sexes in an adjustment or as a characteristic of the participants, and not compared. */
const sexAsCovariate =
  /\b(?:adjust|match|control|stratif|correct)\w* (?:for |by |on )?[^.;]{0,60}\b(?:sex|gender)\b|\bage(?:,| and|-| or|\/) ?(?:and )?(?:sex|gender)\b|\b(?:sex|gender)(?:,| and|-| or|\/) ?age\b|(?:校正|匹配|调整)[^。；]{0,20}性别|年龄[、和及]性别|性别[、和及]年龄/gi;

/** Screening of records, substances or genes, how the people of studies had been chosen, or a film by which density is measured: no person is screened for a disease. */
const screeningOfOthers =
  /\b(?:MR|magnetic resonance|contrast-enhanced)[- ]mammogra(?:phy|ms?)\b|\b(?:dens(?:e|ity)|patterns?|percent dens\w+) (?:on|in|from|of) (?:[a-z-]{1,20} ){0,3}mammogra(?:phy|ms?)\b|\b(?:high-risk|dense|baseline|digiti[sz]ed) (?:screening )?mammograms?\b|\b(?:mutations?|genes?|genetic|genomic|drugs?|compounds?|librar(?:y|ies)) screen(?:ing|s|ed)?\b|\b(?:citations?|abstracts?|titles?|articles?|records?|papers|publications?|references|studies|literature|databases?|full[- ]texts?|compounds?|librar(?:y|ies)|genes?|mutations?|clones?|molecules|drugs?)(?: and [a-z]+)? (?:was|were|are|is|have been|had been) (?:[a-z]+ )?(?:screened|identified and screened)\b|\b(?:we|reviewers?|authors?) (?:independently )?screened (?:[\w,-]{1,20} ){0,4}(?:citations?|abstracts?|titles?|articles?|records?|papers|publications?|references|studies|literature|databases?|librar(?:y|ies)|compounds?|genes?)\b|\bscreen(?:ing|ed)? of (?:[\w,-]{1,20} ){0,3}(?:citations?|abstracts?|titles?|articles?|records?|papers|publications?|literature|databases?|librar(?:y|ies)|compounds?|genes?)\b|\bstudies with (?:[a-z-]{1,20} ){0,3}screening\b[^.;]{0,60}\b(?:excluded|included)|(?:文献|摘要|题录|标题|全文|数据库|基因|化合物)[^。；，]{0,8}筛[查选]|筛[查选](?:出)?[^。；，]{0,8}(?:文献|摘要|题录|标题|全文|数据库)/gi;

/** Topics on later life after an early one: "birth weight and health in adulthood", 早产儿成年后的健康. */
export const laterInLife =
  /\b(?:birth ?weight|birth|preterm|prematur\w+|prenatal|antenatal|intrauterine|in utero|f(?:o)?etal|neonatal|perinatal|childhood|infan\w+|early[- ]life)\b.{0,60}\b(?:(?:in|on|during) (?:later life|adulthood|adult life)|later (?:in )?(?:life|health|diseases?)|adult (?:health|diseases?))\b|(?:出生|早产|低体重|胎儿|宫内|产前|新生儿|围产|儿童期|童年|婴儿|早年).{0,20}(?:成年(?:后|期)?|日后|晚年|长大后)/i;

/** Topics on drugs by which a disease is prevented. */
export const drugPrevention =
  /\bchemo-?(?:prophyla\w+|prevent\w+)\b|\b(?:drug|pharmacological) (?:prevention|prophylaxis)\b|\b(?:drugs|medications?|medicines) (?:for|to) prevent\w*|(?<=^|的)药物(?:性)?预防|化学预防|预防(?:性)?用药/i;

/** Aspects that topics ask for. */
export const topicAspects: readonly TopicAspect[] = [
  {
    // The course of a disease, not the comorbidities of those who have it.
    isOfName: true,
    asked:
      /\bprogression\b|\bprogressing\b|\bworsening\b|(?:疾病|病情|肿瘤|肾脏?病|纤维化|病变|症|炎|癌|病)的?(?:进展|恶化)(?!期)/i,
    pattern:
      /\bprogress(?:ion|ive|es|ed|ing)\b|\b(?:declin|deteriorat|worsen)\w*|\b(?:loss|decline) of (?:renal |kidney |lung |cognitive )?function\b|\bdoubling of (?:serum )?creatinine\b|\b(?:initiation of|start of|time to) dialysis\b|进展|恶化/i,
  },
  {
    asked: /\bchemotherap\w*|\bcytotoxic (?:therap|treat)\w*|化疗/i,
    pattern:
      /\b(?:poly)?chemo-?(?:radio)?therap\w*|\bchemoradi\w*|\bcytotoxic\b|\bFOLF\w+|\b[XF]ELIRI\b|\bXELOX\b|\bTOMOX\b|\b(?:oxali|cis|carbo)platin\b|\birinotecan\b|\b(?:5-)?fluorouracil\b|\b5-FU\b|\bcapecitabine\b|\bgemcitabine\b|\b(?:pacli|doce)taxel\b|\b(?:doxo|epi)rubicin\b|\btemozolomide\b|\bUFT\b|化疗/i,
  },
  {
    asked: /\bradio-?therap\w*|\b(?:radiation|irradiation) (?:therap|treat)\w*|放疗|放射治疗/i,
    pattern:
      /\b(?:chemo)?-?radio-?therap\w*|\b(?:chemo)?radiation\b|\birradiat\w+|\bbrachytherap\w+|\bGy\b|放疗|放射/i,
  },
  {
    asked: /\bprognos\w*|预后|转归/i,
    // Cells survive and die too.
    pattern:
      /\bprognos\w*|\b(?:overall|disease-free|progression-free|relapse-free|recurrence-free|event-free|years?|patients?|median|long-term|shorter|longer|poor(?:er)?|better|improved|reduced|worse) survival\b|\bsurvival (?:rates?|times?|analys[ie]s|of patients|was|in|among|benefit)\b|(?<!cell )\bsurvival (?:after|following)\b|\bmortalit\w*|\bdied\b|(?<!cell )\bdeaths?\b|\b(?:poor(?:er)?|better|worse|clinical|functional|long-term|treatment|patients?) outcomes?\b|\bpredict\w* (?:of |for )?(?:[\w-]{1,20} ){0,2}outcomes?\b|\bhigh-risk patients\b|\b(?:disease|tumou?r) progression\b|\baggressive (?:disease|behaviou?r|(?:[\w-]{1,20} ){0,3}(?:tumou?rs?|cancers?|carcinomas?))\b|\b\d{1,2}-year results?\b|\brecurrence\b|\brelaps\w+|\bdisabilit\w+|\bnatural[- ]history\b|预后|生存(?:率|期)|死亡率|复发|转归/i,
  },
  {
    asked: /\boutcomes?\b|结局/i,
    // What comes after a disease or an operation is an outcome of it.
    pattern: new RegExp(
      String.raw`\bprognos\w*|\bsurviv\w*|\bmortalit\w*|\bdeaths?\b|\bdied\b|\boutcomes?\b|\brecurren\w+|\brelaps\w+|\bdisabilit\w+|\brecovery\b|\bhazard|\bevents?\b|\bcomplications?\b|\bweight loss\b|\bremissions?\b|\bquality of life\b|\bpatency\b|\brestenosis\b|\b(?:long-term|functional|surgical|treatment) results?\b|\boncologic\w*|\b(?:after|following) ${between}${subjectMark}|预后|生存|死亡|复发|结局|转归|缓解|生活质量`,
      'i',
    ),
  },
  {
    asked:
      /\b(?:long[- ]term|late|later) (?:outcomes?|results?|effects?|consequences?|prognosis|survival|follow-?up|complications?|sequelae|mortality)\b|^(?:long-term|late|later)$|远期|长期(?:的)?(?:结局|预后|效果|疗效|影响|随访|生存|结果|并发症|死亡)/i,
    pattern:
      /\b(?:long|longer)[- ]term\b|\b(?:\d{1,2}|one|two|three|four|five|six|ten|several)[- ]years? (?:of age|follow|later|after|survival|mortality|outcomes?)|\b(?:years|decades) (?:later|after|of (?:age|follow))|\bfollow(?:ed)?[- ]?up[^.;]{0,40}\b(?:years?|months?)\b|\bschool[- ]age|\bneurodevelopment\w*|\bcerebral palsy\b|\bdisabilit\w+|\blater (?:in )?life\b|远期|长期|随访/i,
  },
  {
    // What those who were born or were children in some way have when they are grown up.
    isOfName: true,
    isOfPeople: true,
    asked: laterInLife,
    pattern:
      /\badult(?:s|hood)?\b|\blater (?:in )?(?:life|health|diseases?|risks?|adult\w*)\b|\bsubsequent\b|\byoung (?:wom[ae]n|m[ae]n|people)\b|\b(?:middle|old(?:er)?) age\b|\bmidlife\b|\bpost-?menopausal\b|\b(?:at|aged?) (?:[2-9]\d)\b|\blong-term\b|\bf(?:o)?etal origins?\b|\bprogramming\b|成年|成人|远期|日后|长大/i,
  },
  {
    asked: /\brehabilitat\w*|康复(?!者|期)/i,
    pattern:
      /\brehabilitat\w*|\bphysio-?therap\w*|\b(?:physical|occupational|speech|language|exercise|music|mirror) therap(?:y|ies|ists?)\b|\b(?:treadmill|gait|strength|balance|task|motor|arm|hand|walking|functional|cognitive|swallowing|resistance|aerobic|exercise|muscle|respiratory|inspiratory|circuit|vocational|return-to-work) (?:training|exercises?)\b|\btraining (?:program(?:me)?s?|intervention)\b|\bexercise program(?:me)?s?\b|\b(?:functional|motor|neurological|cognitive|arm|stroke) recovery\b|\brecovery (?:of|from|after)\b|\bconstraint-induced\b|\breturn to (?:work|sport|driving)\b|康复|训练|恢复/i,
  },
  {
    isNot: sexAsCovariate,
    asked:
      /\b(?:sex|gender)(?:[- ](?:related|specific|based))? (?:differences?|disparit\w+|inequalit\w+|gap)\b|\bdifferences? between (?:men and women|women and men|the sexes)\b|(?:性别|男女)(?:的)?(?:差异|差别|不同)/i,
    pattern:
      /\b(?:sex|gender)\b|\b(?:wom[ae]n|m[ae]n|females?|males?|girls|boys) (?:and|than|versus|vs\.?|compared (?:with|to)) (?:in )?(?:wom[ae]n|m[ae]n|females?|males?|girls|boys)\b|性别|男女/i,
  },
  {
    asked:
      /\b(?:disparit(?:y|ies)|inequalit(?:y|ies)|inequit(?:y|ies))\b|(?<!性别|男女|表达|统计学?)(?:差异|差距|不平等|公平性)(?!表达|基因|蛋白|分析|诊断)/i,
    pattern:
      /\b(?:disparit|inequalit|inequit|equit)\w*|\bsocio-?economic\w*|\b(?:social|income|educational) (?:class|status|groups?|gradients?|position|level)s?\b|\bdepriv\w+|\bpoverty\b|\brac(?:e|es|ial)\b|\bethnic\w*|\bminorit\w+|\b(?:black|african[- ]american|hispanic|white)s? (?:and|or|versus|than|patients|women|men|children)\b|\buninsured\b|\binsurance\b|\b(?:rural|urban)\b|\bregional\b|\bgeograph\w+|\b(?:between|across|among) (?:[\w-]{1,20} ){0,2}(?:countries|regions|groups|areas|populations|districts)\b|\bgaps?\b|\bvariations?\b|差异|不平等|贫困|种族|社会经济/i,
  },
  {
    isWhen: true,
    isOfName: true,
    asked:
      /\b(?:after|following) (?:[\w-]{1,30} ){0,3}(?:surgery|operations?)\b|\bpost-?operative\b|术后|手术后/i,
    pattern:
      /\bpost-?(?:operative|surgical|procedural)\w*|\b(?:after|following|since|undergoing|underwent|undergone) [^.;]{0,60}(?:\bsurg\w+|\boperat\w+|\b\w{3,20}(?:ectom(?:y|ies)|plast(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies))\b|\b(?:transplant|graft|resect|repair|replace|fix|extract)\w*|\bbypass\b|\bprocedures?\b)|术后|手术后/i,
  },
  {
    // Consequences of a disease, or complications of an operation.
    asked: /\bcomplications?\b|并发症/i,
    pattern:
      /\bcomplicat\w+|\badverse (?:events?|effects?|outcomes?)|\bmorbidit\w+|\binfections?\b|\bbleed\w*|\bha?emorrhag\w+|\binjur\w+|\b(?:myocardial|renal|kidney|nerve|organ|tissue) damage\b|\b(?:heart|renal|kidney|liver|respiratory|organ) failure\b|\bleak\w*|\bthrombos[ie]s\b|\bre-?operat\w+|\breadmi\w+|\bconversions?\b|\b(?:retin|nephr|neur|cardiomy)opath\w+|\bsequelae\b|\bulcers?\b|并发症|感染|出血/i,
  },
  {
    otherAspectTitle: asPredictor,
    isOtherFor: new RegExp(
      String.raw`\b(?:predictors?|determinants?|factors?) (?:of|for|influencing|affecting|(?:associated|related|linked|correlated) (?:with|to)) ${between}${subjectMark}|${subjectMark} (?:predictors?|determinants?)\b|${subjectMark}[^。；，]{0,2}(?:影响|决定|预测|相关)因素`,
      'i',
    ),
    asked:
      /\bpredictors?\b|\bdeterminants?\b|\bfactors? (?:associated|related|linked|correlated) (?:with|to)\b|相关因素|\b(?:predictive|prognostic) (?:value|performance|accuracy|ability)\b|预测因素|影响因素|决定因素|(?:预测|预后)(?:价值|效能|能力|作用)/i,
    pattern:
      /\bpredict\w*|\bdeterminants?\b|\bdiscriminat\w+|\brisk factors?\b|\bprognostic\b|\bscores?\b|\bindependently\b|\bassociated with\b|\bassociations? (?:of|between|with)\b|\brelat(?:ed|ion|ions|ionships?) (?:to|of|with|between)\b|\bcorrelat\w+|\binfluenc\w+|\bimpact\w*\b|\baffect(?:s|ed)?\b|\bodds\b|\bhazard\b|\barea under\b|预测|危险|相关/i,
  },
  {
    otherAspectTitle: asCause,
    asked: /\brisk factors?\b|\brisks?\b|\bcauses?\b|危险因素|风险|病因/i,
    pattern: /\brisks?\b|\bodds\b|\bincidence\b|\bpredispos\w+|\bsusceptib\w+|危险|风险|发病率/i,
    bound: new RegExp(
      String.raw`\brisks?(?: factors?)? (?:of|for) ${between}${subjectMark}` +
        String.raw`|${subjectMark} (?:susceptibility |subtype )?risks?\b(?! (?:of|for))` +
        String.raw`|\b(?:odds|likelihood|probability|chances?|development|onset|occurrence|causes?|determinants?|predictors?|a?etiology|susceptibility|predisposition|risk factors) (?:of|for|to|in) ${between}${subjectMark}` +
        String.raw`|\bincidence of ${between}${subjectMark}` +
        String.raw`|\b(?:associated|associations?|linked|related|correlat\w+|predispos\w+|contribut\w+|leads?) (?:with|to) ${between}${subjectMark}` +
        // What is named first is taken as the cause.
        String.raw`|\b(?:associations?|links?|relation(?:ship)?s?) between [^.;]{1,80} and ${between}${subjectMark}` +
        String.raw`|\b(?:predict|caus|influenc|affect)\w* ${between}${subjectMark}` +
        String.raw`|\brates? of ${between}${subjectMark} (?:associated|related|linked|after|following)\b` +
        String.raw`|${subjectMark}: [^.;]{0,80}\b(?:predictors?|risk factors?|determinants?|causes)\b` +
        String.raw`|\b(?:higher|lower|increased|elevated|excess) (?:rates?|frequency|likelihood) of ${between}${subjectMark}` +
        String.raw`|${subjectMark} (?:mortality )?rates? (?:was|were|is|are) [^.;]{0,40}\b(?:higher|lower|increased|elevated)\b` +
        String.raw`|${subjectMark}[^。；与和及对]{0,20}(?:危险|风险|发病率|病因)|(?:危险|风险|导致|诱发|增加)[^。；]{0,12}${subjectMark}`,
      'i',
    ),
  },
  {
    // What follows from a disease, and no treatment of it.
    asked:
      /\bconsequences?\b|(?<=\bcauses? and )(?:effects?|impacts?)\b|(?<=(?:原因|病因|成因)[和与及、])(?:影响|后果|危害|结果)/i,
    pattern: /^/,
    otherAspectTitle: asTreated,
  },
  {
    // Drugs only: a foot is cared for as well.
    asked:
      /\b(?:drug|medical|pharmacological) (?:therap(?:y|ies)|treatments?)\b|\bpharmacotherap(?:y|ies)\b|^(?:the )?(?:drugs?|medications?|medicines?) (?:for|used (?:for|in|to)|to (?:treat|prevent|help))\b|药物(?:治疗|疗法)|(?:常用|治疗)?药物$/i,
    pattern:
      /\bdrugs?\b|\bpharmac\w+|\bmedications?\b|\bplacebo\b|\b(?:inhibitors?|agonists?|antagonists?|blockers?|agents?)\b|\banti-?\w{3,20}(?:s|al|ic|ive|ant|TNF)\b|\bsteroids?\b|\bmethotrexate\b|\b\w{2,20}(?:mab|nib|cept|statin|pril|sartan|mycin|cillin|olone|azole|formin|gliptin|gliflozin|dronate|sone|lol|dipine|oxifene|ximab|thiazide|parin|xaban|tyline|icline|propion|oxetine|pramine|triptan|glitazone|thiazolidinedione|sulfonylurea|fibrate|setron)s?\b|\bnicotine (?:replacement|patch(?:es)?|gum)\b|\b(?:teriparatide|estrogens?|oestrogens?|calcitonin|strontium)\b|\bmg\b|药物|抑制剂|单抗/i,
  },
  {
    asked: /\bquality\b(?! of life)|(?<!生活|生存|生命)质量/i,
    pattern:
      /\bquality\b(?! of life)|\b(?:detection|completion|intubation|miss(?:ed)?|adherence|satisfaction|success) rates?\b|\badequa\w+|\bappropriate(?:ness)?\b|\bsatisf\w+|\baccura\w+|质量/i,
  },
  {
    // By what a disease is recognized as such.
    isOfName: true,
    asked:
      /\b(?:diagnostic|classification) criteria\b|\bdefinitions? (?:of|for)\b|(?:诊断|分类)(?:标准|准则)|的?定义$/i,
    pattern:
      /\b(?:diagnostic|classification|consensus|clinical|revised|proposed|new|international) (?:[\w-]{1,20} ){0,2}(?:criteria|definitions?)\b|\bcriteria (?:for|of)\b|\bdefinitions? (?:of|for)\b|诊断标准|定义/i,
  },
  {
    // How ill somebody is, in points.
    isOfName: true,
    asked:
      /\b(?:prognostic|severity|risk|predictive) (?:scor(?:es?|ing)|scales?|ind(?:ex|ices))\b|(?:预后|病情|严重程度|风险)评分/i,
    pattern:
      /\bscor(?:es?|ing)\b|\b[q]?(?:SOFA|APACHE|SAPS|GRACE|TIMI|MELD|CURB-?65|NEWS|CHADS2?)\b|\b(?:prognostic|severity|risk) (?:scales?|ind(?:ex|ices)|models?)\b|评分/i,
  },
  {
    byHeading: true,
    asked: /\b(?:intensive care|critical(?:ly ill| care)|ICUs?)\b|重症(?:监护|医学)|ICU/i,
    pattern: /\bintensive care\b|\bcritical(?:ly ill| care)\b|\bICUs?\b|重症/i,
  },
  {
    asked:
      /(?<!\b(?:primary|secondary|tertiary|intensive|critical|acute|usual|standard|health|day|self|skin|wound) )(?<!-)\bcare\b|\b(?:caring for|nursing)\b(?! homes?)|照[护顾](?!者)|护理/i,
    pattern:
      /(?<!\b(?:primary|secondary|tertiary|intensive|critical|usual|standard|routine) )\bcare\b|\bcare(?:giv\w+|rs?)\b|\bcaring\b|\bnurs(?:e|es|ing)\b|\bpalliative\b|\bhospice\b|\b(?:dying|end[- ]of[- ]life)\b|照[护顾]|护理|姑息|安宁/i,
  },
  {
    byHeading: true,
    otherAspectTitle: asOperationForOther,
    asked: /\b(?:surgery|surgical|operations?|operative)\b|(?<!围)手术|外科/i,
    pattern:
      /\bsurg\w+|\boperat(?:ion|ive|ed)\w*|\bresect\w+|\b\w{3,20}(?:ectom(?:y|ies)|plast(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies))\b|\btransplant\w*|\blaparoscop\w+|\bfixation\b|\bbypass\b|\bexenteration\b|\b(?:intramedullary|nailing|osteosynthesis|lag screws?|hip screws?|pedicle screws?)\b|\b(?:valve|aortic|mitral|root|joint|hip|knee|shoulder|disc) replacements?\b|\b(?:aneurysm|hernia|valve|mitral|aortic|endovascular|tendon|cuff|ligament|meniscal|fistula|cleft|prolapse|septal defect) repairs?\b|\bintra-?operative\w*|\bfrozen[- ]section\w*|\b(?:lymph node|axillary|neck|sentinel(?: lymph)?(?: node)?) (?:dissections?|biops(?:y|ies)|clearance)\b|手术|切除|外科|术后|术中|清扫/i,
  },
  {
    isNamed: true,
    isHoped: true,
    otherAspectTitle: asExposure,
    isNot: untreated,
    // The management of weight is no treatment of a disease.
    asked: /\b(?:treatments?|treating|therap(?:y|ies)|(?<!\bweight )management)\b|治疗|疗法|(?<!体重)管理/i,
    pattern: new RegExp(
      String.raw`\btreat(?:ed|ing|ments?)\b|\b(?!therapeutic targets?\b)\w{0,20}therap(?:y|ies|eutics?)\b(?! resistan)|\bdrugs? for\b|\bplacebo\b|\b(?:randomi[sz]ed|phase (?:[1-4]|I{1,3}V?)|clinical|controlled|safety) (?:[a-z-]{1,20} ){0,3}trials?\b|\b(?:neo)?adjuvant\b|\bchemo-?radi\w+|\b(?:radio-?)?surg\w+|\b(?:re-?)?irradiat\w+|\b(?:resection|ablation)s?\b|\b\w{3,20}(?:ectom(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies))\b|\bmedications?\b|\b(?:experience with|dose intensity)\b|\bmanag(?:e|es|ed|ing|ement)\b|\bregimens?\b|\bantibiotics?\b|\befficacy\b|\b(?:in)?effective(?:ness)?\b|\bha?emo(?:perfusion|dialysis|filtration)\b|\binterferons?\b(?![- ](?:gamma|γ|secret|produc|induc|regulat|respon|signal))|\bventilation\b|\brehabilitation\b|\b(?:exercise|training|education) (?:program(?:me)?s?|interventions?)\b|\b\w{3,20}(?:mab|nib|cept|statin|pril|sartan|mycin|cillin|olone|azole|formin|gliptin|gliflozin|dronate|triptan|mod)s?\b|治疗|疗法|用药|手术` +
        // A drug for the disease, in a title by whatever name; one named after it is the subject.
        String.raw`|${subjectMark} (?:drugs?|agents?|medications?|medicines?)\b` +
        String.raw`|(?<!\b(?:factors?|risks?|screening|screened|markers?|tests?|genes?|predictors?|responsible|models?|causes?|loc(?:us|i)|search|evidence|surveillance|incidence|costs?|hospitali[sz]ed|admitted) )\bfor ${between}${subjectMark}(?! (?:diagnos|screen|detect|risk|prevent|control))`,
      'i',
    ),
  },
  {
    asked: /\binterventions?\b|干预/i,
    pattern:
      /\bintervention\w*|\bprogram(?:me)?s?\b|\btrials?\b|\brandomi[sz]ed\b|\btreat(?:ed|ing|ments?)\b|\b\w{0,20}therap(?:y|ies)\b|\bcounsel\w+|\beducation\b|\btraining\b|\bpromot(?:e|ing|ion)\b|\befficacy\b|\beffective\w*|干预|治疗|教育/i,
  },
  {
    // The hormone occurs in every paper on diabetes; as a treatment it is given.
    isOfName: true,
    asked: insulinTreatment,
    pattern:
      /\binsulin[- ](?:therap\w+|treat\w+|regimens?|dos(?:es?|ing|ages?)|injections?|pumps?|glargine|detemir|aspart|lispro|degludec|initiation|users?|analogu?es?|infusions?|requirements?|delivery|administration)\b|\b(?:basal|bolus|prandial|starting|inhaled|intensive|NPH|premixed|exogenous|prescribed) insulin\b|\b(?:on|with|to|given|receiv\w+|us(?:e of|ed|ing)|than|versus|plus) insulin\b(?! (?:resistan|sensitiv|secret|level|concentration|action|receptor))|胰岛素(?:治疗|注射|泵|类似物|剂量|用量)/i,
  },
  {
    // The natural level of a substance says nothing about supplementing it.
    asked: /\bsupplement\w*|补充(?!说明|材料)/i,
    pattern:
      /\bsupplement\w*|\bfortif\w+|\bcholecalciferol\b|\bergocalciferol\b|\b(?:oral|daily|dietary|high-dose|low-dose|weekly|monthly) (?:[\w-]{1,20} ){0,3}(?:intakes?|dos(?:es?|ing)|tablets?|capsules?)|\bintakes?\b|\b(?:administ(?:ration|ered)|given|receiv\w+|treat\w+ with)\b|\bplacebo\b|\b(?:IU|micrograms?|microg|mcg|mg) ?(?:\/|per|a|daily)|补充|强化|摄入|服用/i,
  },
  {
    // "Breast cancer screening" is itself a name, of which lists hold mammography for another.
    isOfName: true,
    asked: /\bscreening\b|筛查/i,
    isNot: screeningOfOthers,
    pattern: /\bscreen\w*|\bdetect\w*|\bdiagnos\w+|\bmammogra(?:phy|ms?)\b|\bcolonoscop\w+|筛查|检出|诊断/i,
    bound: new RegExp(
      String.raw`\b(?:mass |cancer |population |routine )?screening\b|\bscreened\b|\bscreen (?:for|patients|people|women|men)\b|\bmammogra\w+|\bcolonoscop\w+` +
        String.raw`|\b(?:early )?detection of ${between}${subjectMark}|${subjectMark}[^.;]{0,60}\bearly detection\b|筛查|检出` +
        // The tests by which people are screened.
        String.raw`|\bsecondary prevention of ${between}${subjectMark}|\b(?:Papanicolaou|Pap) (?:tests?|testing|smears?)\b|\bcervical smears?\b|(?:\bHPV|\bhuman papillomavirus|${subjectMark}\)?) (?:DNA )?test(?:s|ing)?\b|\bf(?:a)?ecal (?:occult|immunochemical)\b|\bPSA test(?:s|ing)?\b`,
      'i',
    ),
  },
  {
    asked: /\b(?:diagnosis|diagnostic|diagnosing)\b|诊断/i,
    // A diagnosis that somebody had, or a protein detected by a blot, is not a study of diagnosis.
    pattern:
      /\bdiagnostic\b|\bdiagnos(?:e|es|ing)\b|\bmisdiagnos\w+|\b(?<!\b(?:with|after|before|since|at|from|following|until|time of) (?:an? |the |their |initial |primary |subsequent |confirmed |first ){0,3})diagnosis of\b|\b(?:early|differential|accurate|clinical|delayed|correct|prenatal) diagnosis\b|\b(?:sensitivity|specificity) (?:and|of|was|were|for)\b|\breceiver operating\b|\barea under\b|\bpredictive values?\b|\blikelihood ratios?\b|\b(?:sensitive|specific|early|accurate|rapid|non-?invasive) detection of\b|\baccura(?:cy|te|tely) (?:of|in|for|to) (?:[\w-]{1,20} ){0,3}(?:detect|diagnos|identif)\w+|\b(?:tests?|testing|cultures?|assays?|smears?) for (?:[\w-]{1,20} ){0,2}§|诊断|敏感|特异|检测/i,
  },
  {
    // A test of a virus or gene, whatever records call the detection of it.
    asked: /\b(?:tests|testing)\b|检测/i,
    pattern: /\b(?:self-?)?test(?:s|ed|ing)\b|\bscreen(?:ed|ing)\b|\bassays?\b|检测|筛查/i,
    bound: new RegExp(
      String.raw`\b(?:tests?|tested|testing|screened|screening|assays?|detection)(?: [\w-]{1,20}){0,2} (?:for|of|by|with) ${between}${subjectMark}` +
        String.raw`|${subjectMark}(?: \(${subjectMark}\))?(?: [\w-]{1,20}){0,2} (?:tests?|tested|testing|screening|assays?|detection)\b|${subjectMark}[^。；]{0,6}(?:检测|筛查)|(?:检测|筛查)[^。；]{0,6}${subjectMark}`,
      'i',
    ),
  },
  {
    // Drugs that are taken in order not to fall ill.
    isOfName: true,
    asked: drugPrevention,
    pattern:
      /\bchemo-?(?:prophyla|prevent)\w*|\b(?:drug|antibiotic|antimicrobial|antiviral|antimalarial|antifungal|oral|daily|weekly|monthly) prophyla\w+|\bprophyla(?:xis|ctic(?:ally)?)\b|\b(?:intermittent )?preventive (?:treatment|therapy|drugs?|medication)\b|\b(?:drugs?|medications?|tablets?|antimalarials?|aspirin|statins?) (?:for|to) prevent\w*|(?:药物|化学)预防|预防(?:性)?用药/i,
  },
  {
    asked: /\b(?:prevention|preventing|prevent|prophyla\w+)\b|预防|防治/i,
    pattern:
      /\bprevent\w*|\b(?:chemo-?)?prophyla\w+|\bprotect\w*|\bvaccin\w+|\bimmuni[sz]\w+|\bbed ?nets?\b|\breduc\w+ (?:the )?(?:risks?|incidence)\b|\blower(?:ed|s)? (?:the )?(?:risks?|incidence)\b|预防|保护|疫苗|防治/i,
    bound: new RegExp(
      String.raw`\bprevent\w* (?:of |against |the )?${between}${subjectMark}|${subjectMark} (?:prevention|prophylaxis|vaccin\w+|control)\b` +
        String.raw`|\b(?:(?:chemo-?)?prophyla\w+|protect\w*|vaccin\w+|immuni[sz]\w+|bed ?nets?)\b[^.;]{0,80}${subjectMark}|${subjectMark}[^.;]{0,60}\b(?:prevented|vaccin\w+|(?:chemo-?)?prophyla\w+|bed ?nets?)\b` +
        String.raw`|\b(?:reduc|lower|decreas)\w* (?:in )?(?:the )?(?:risks?|incidence|rates?|occurrence) of ${between}${subjectMark}` +
        // What befalls people is prevented where it is reduced.
        String.raw`|\b(?:reduc|decreas|lower|prevent)(?:e|es|ed|s|ing)? (?:the )?${between}${subjectMark}(?![- ](?:mortality|deaths?|survival|severity|progression|growth|symptoms?|related|associated|induced))` +
        String.raw`|${subjectMark}[^.;]{0,60}\b(?:was|were) (?:significantly |also |further )?(?:reduced|decreased|lowered|prevented)\b|${subjectMark} reductions?\b` +
        String.raw`|\b(?:effects?|impact) of [^.;]{1,60} on (?:the )?(?:[\w-]{1,20} ){0,2}(?:risks?|incidence) (?:of|in) [^.;]{0,40}${subjectMark}` +
        String.raw`|(?:预防|防治|疫苗|保护)[^。；]{0,20}${subjectMark}|${subjectMark}[^。；]{0,20}(?:预防|防治|疫苗)(?=$|[\s。；，、？?（(]|[与和及的]|措施|策略|方法|效果|研究|进展|现状)`,
      'i',
    ),
    inAttacks:
      /\b(?:reduc|lower|decreas|few|less)\w* [^.;]{0,80}\b(?:attacks?|episodes?|flares?|days|frequency)\b|\bprophyla\w+|\bprevent\w*|减少[^。；]{0,20}(?:发作|次数|频率|天数)|预防/i,
  },
  {
    // What somebody does to a subject is possible or not, whatever the record calls that.
    asked: /\bfeasib\w+|可行性/i,
    pattern:
      /\bfeasib\w+|\bachiev(?:e|es|ed|able|ing)\b|\b(?:im)?possib(?:le|ility)\b|\bprospects?\b|\b(?:challenge|barrier|obstacle|constraint)s?\b|\b(?:difficult\w*|prerequisites?|readiness|practical(?:ity)?|lessons)\b|可行|可能|障碍|挑战/i,
  },
  {
    // What an effort brings about at once, such as asthma, is no effect of training.
    isOfName: true,
    asked: /\b(?:exercise|physical) training\b|运动(?:训练|锻炼)|(?:体育|身体)锻炼/i,
    pattern:
      /\btrain(?:ed|ing)\b|\bexercise (?:program|intervention|therap|class|strateg|session|regimen|prescription)\w*|\b(?:regular|habitual|aerobic|resistance|endurance|supervised|home-based|chronic|functional) (?:[a-z-]{1,20} )?exercise\b|\bphysical(?:ly)? activ\w+|\btai chi\b|\bexercise as a\b|训练|锻炼/i,
  },
  {
    // Costs alone are not compared with what they bring, and what is produced for sale is no care.
    otherAspectTitle:
      /\b(?:production|fermentation|manufactur\w+|agricultur\w+|desalination|biofuels?|energy supply|process analysis)\b|生产|制造|农业/i,
    asked:
      /\bcost[- ](?:effective\w*|utility|benefits?)\b|\b(?:health )?economic evaluations?\b|成本[-－—]?(?:效果|效益|效用)|经济学?评价/i,
    pattern:
      /\bcost[- –](?:effective\w*|utility|benefits?)\b|\bQALYs?\b|\bquality[- ]adjusted life\b|\bICERs?\b|\b(?:incremental )?costs? per\b|\b(?:health )?economic (?:evaluations?|analys[ei]s|models?)\b|成本[-－—]?(?:效果|效益|效用)|经济学?评价/i,
  },
  {
    byHeading: true,
    isLoose: true,
    asked: /\bmechanisms?\b|机制|机理/i,
    pattern:
      /\bmechanis\w+|\bpathways?\b|\bsignal?ling\b|\bmediat\w+|\bregulat\w+|\b(?:in)?dependent(?:ly)?\b|\brequire(?:s|d|ment)?\b|\bactivat\w+|\binhibit\w+|\binduc\w+|\bmodulat\w+|\bsuppress\w*|\b(?:via|through|by) (?:[\w-]{1,20} ){0,2}\w{3,20}ing\b|\bexplain(?:s|ed)?\b|\bpathogen\w+|\bpathophysiolog\w+|\bgenes?\b|\breceptors?\b|机制|机理|通路|介导/i,
  },
  {
    otherAspectTitle: asIntended,
    isOtherFor: effectsOfSubject,
    asked: asksEffects,
    pattern: /^/,
  },
  {
    byHeading: true,
    asked: /\b(?:vaccin\w+|immuni[sz]ation)\b|疫苗|接种/i,
    pattern: /\bvaccin\w+|\bimmuni[sz]\w+|疫苗|接种/i,
  },
  {
    asked: /\bepidemiolog\w+|流行病学/i,
    pattern:
      /\bepidemiolog\w+|\b(?:sero)?prevalen\w+|\bincidence\b|\btransmission\b|流行|患病率|发病率|传播/i,
    bound: new RegExp(
      String.raw`\b(?:epidemiology|(?:sero)?prevalence|incidence|transmission|burden|spread|outbreaks?|risks?|risk factors|acquisition|rates?|trends?|frequency|distribution) (?:of|for|in) ${between}${subjectMark}` +
        String.raw`|${subjectMark} (?:\(${subjectMark}\) )?(?:[\w-]{1,20} ){0,2}(?:epidemi\w+|prevalence|incidence|transmission|burden|outbreaks?|rates?|trends?)\b|${subjectMark}[^.;]{0,40}: (?:[\w-]{1,20},? ){0,3}(?:rates?|trends?|prevalence|incidence)\b` +
        String.raw`|\b(?:modes?|routes?) of transmission\b|\btransmission routes?\b|${subjectMark}[^。；]{0,8}(?:流行|患病率|发病率|传播)`,
      'i',
    ),
  },
  {
    asked:
      /\bclinical (?:features?|characteristics?|manifestations?|presentations?|findings)\b|临床(?:特[点征]|表现)/i,
    pattern:
      /\bclinical(?:ly)? (?:features?|characteri\w+|manifest\w+|present\w+|findings|course|spectrum|signs?)\b|\b(?:symptoms?|manifestations?|characteristics)\b|\bpresent(?:ed|ing|s)? with\b|临床(?:特[点征]|表现)|症状/i,
  },
  {
    byHeading: true,
    isLoose: true,
    asked: /\b(?:bio)?markers?\b|标[志记]物/i,
    pattern:
      /\b(?:bio)?markers?\b|\blevels?\b|\bconcentrations?\b|\bserum\b|\bplasma\b|\bcerebrospinal\b|\bCSF\b|\bimaging\b|\bPET\b|\bMRI\b|标志物|水平|血清/i,
  },
];
