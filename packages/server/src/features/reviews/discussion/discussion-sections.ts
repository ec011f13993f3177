import { readEffects } from '@citewell/citation-checker/demonstration/effects.ts';
import { counted } from '@citewell/core/text/counted.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { escapeMarks } from '../../../documents/markdown.ts';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import { isAnnouncement, isGap, isHope } from '../sections/conclusions.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { namesTopic, type TopicParts } from '../sections/names-topic.ts';
import { quoted } from '../sections/quotation.ts';
import { listedName, namedOutcomes, outcomeHeading } from '../studies/named-outcomes.ts';
import { ratiosDiffer, withoutAdjustments } from './adjustments.ts';
import { type Compared, type ComparedFinding, quotationKey } from './compare-findings.ts';
import { conceptTerms } from './conditions.ts';
import type { GivenFindings } from './discussion-findings.ts';

export type DiscussionPart =
  | 'principal'
  | 'comparison'
  | 'mechanisms'
  | 'strengths'
  | 'implications'
  | 'conclusion';

export const discussionWords = {
  en: {
    title: 'Discussion',
    quotedNote: '*Quotes the findings provided and the abstracts found, word for word, without synthesis.*',
    parts: {
      principal: 'Principal findings',
      comparison: 'Comparison with prior work',
      mechanisms: 'Possible mechanisms',
      strengths: 'Strengths and limitations',
      implications: 'Implications',
      conclusion: 'Conclusion',
    },
    agreeing: 'Agreeing',
    disagreeing: 'Disagreeing',
    other: 'On the same topic',
    sameOutcome: 'On the same outcome, but not compared',
    strengthsOf: 'Strengths, as stated',
    limitationsOf: 'Limitations, as stated',
    noPriorRetrieved:
      'No prior study can be compared: not everything that was searched for could be retrieved. This says nothing about the literature.',
    noPrior: 'No prior study on this topic was found.',
    noneOnTopic: 'None of the prior work found mentions the topic.',
    noneSelected:
      'Records were found, but none was identified as covering the whole topic, so none could be compared.',
    noMechanism: 'No sentence of the abstracts found was recognized as describing a mechanism.',
    noFindings: 'No findings were provided, so only the literature on the topic is discussed.',
    noStrengths: 'The text provided mentions no strengths or limitations of a study.',
    strengthsAbove: 'The text provided names strengths or limitations only within the findings above.',
    noImplication: 'No sentence of the abstracts found was recognized as stating implications.',
    directions:
      'Agreement is judged by rules from the wording: the same outcome and exposure, in the same people, against the same comparator. Doses may differ. Only the abstracts of prior work were read.',
    priorWork: 'Prior work on the same outcome',
    counts: (agreeing: number, disagreeing: number) =>
      `${counted(agreeing, 'study', 'studies')} ${agreeing === 1 ? 'agrees' : 'agree'}, ${disagreeing} ${disagreeing === 1 ? 'disagrees' : 'disagree'}`,
    quotedAbove: 'Quoted above:',
    sidesAbove: 'The comparison with prior work quotes both sides.',
    sideAbove: 'The sentences are in the comparison with prior work above.',
    notCompared: 'Not compared with prior work',
    mixed: (where: string) => ` (compare ${where}, which reports both)`,
    ratiosDiffer: ' (its figures point in different directions)',
    noneComparable:
      'No sentence found in prior work could be compared with the findings: none was recognized as stating a direction for the same outcome and exposure, in the same people, against the same comparator.',
    unread: (sentences: number) =>
      `${counted(sentences, 'further sentence', 'further sentences')} of the text provided ${sentences === 1 ? 'was' : 'were'} not compared.`,
    priorAbove: (studies: number) =>
      `Prior work on the topic (${counted(studies, 'study', 'studies')}) is in the comparison above.`,
    finding: (at: number) => `Finding ${at}`,
    contradiction: (one: string, other: string, outcome: string) =>
      `The findings provided contradict each other on ${outcome}: ${one} and ${other}. Each is compared with prior work by itself; doses may differ.`,
  },
  zh: {
    title: '讨论',
    quotedNote: '*逐字摘录所给的研究结果和检索到的摘要，未作综合归纳。*',
    parts: {
      principal: '主要发现',
      comparison: '与既往研究的比较',
      mechanisms: '可能的机制',
      strengths: '优势与局限',
      implications: '启示',
      conclusion: '结论',
    },
    agreeing: '一致',
    disagreeing: '不一致',
    other: '同一主题',
    sameOutcome: '同一结局，未作比较',
    strengthsOf: '优势（按所给内容）',
    limitationsOf: '局限（按所给内容）',
    noPriorRetrieved: '无法与既往研究比较：检索的内容未能全部获取。这并不代表没有相关文献。',
    noPrior: '未找到涉及该主题的既往研究。',
    noneOnTopic: '检索到的既往研究中没有提及该主题的句子。',
    noneSelected: '检索到了记录，但没有一条被判定为针对整个主题的研究，因此无法比较。',
    noMechanism: '检索到的摘要中未识别出描述机制的句子。',
    noFindings: '未提供研究结果：仅讨论该主题的文献。',
    noStrengths: '所给内容未提及研究的优势或局限。',
    strengthsAbove: '所给内容仅在上述主要发现中提及优势或局限。',
    noImplication: '检索到的摘要中未识别出提出启示的句子。',
    directions:
      '是否一致由规则根据用词判断：结局、暴露因素、人群和对照均须相同；剂量可能不同。既往研究仅阅读了摘要。',
    priorWork: '针对同一结局的既往研究',
    counts: (agreeing: number, disagreeing: number) => `一致 ${agreeing} 项，不一致 ${disagreeing} 项`,
    quotedAbove: '原文见上：',
    sidesAbove: '双方原文见上文与既往研究的比较。',
    sideAbove: '原文见上文与既往研究的比较。',
    notCompared: '未与既往研究比较',
    mixed: (where: string) => `（${where} 对此报道了两种结果）`,
    ratiosDiffer: '（所给数值方向不一）',
    noneComparable:
      '检索到的既往研究中没有可与所给结果比较的句子：没有一句针对相同的结局、暴露因素、人群和对照给出规则可识别的方向。',
    unread: (sentences: number) => `所给内容中另有 ${sentences} 句未作比较。`,
    priorAbove: (studies: number) => `与该主题相关的既往研究（${studies} 项）见上文的比较部分。`,
    finding: (at: number) => `结果${at}`,
    contradiction: (one: string, other: string, outcome: string) =>
      `所给的研究结果在“${outcome}”上相互矛盾：${one}与${other}。以下分别与既往研究比较；剂量可能不同。`,
  },
} as const;

const sideMax = 6;
const fewMax = 4;

const mechanism =
  /\b(?:mechanis\w+|pathways?|mediat(?:ed?|es|ing|ion)|express(?:ion|ed)|receptors?|signall?ing|cytokines?|oxidative stress|activat(?:e[sd]?|ing|ion)|inhibit(?:s|ed|ing|ion)?|via|in mice|in rats|in vitro)\b|机制|通路|介导|表达|受体|信号|激活|抑制(?!剂)/i;
/** Names of drugs, methods and future studies, in which such words describe no mechanism. */
const noMechanism =
  /\b(?:inhibitors?|receptor (?:agonists?|antagonists?|blockers?)|(?:receptor|HER2|gene)(?: ?\([A-Za-z0-9]{1,6}\))?[- ](?:positive|negative|status)|gene expression profil\w+)\b|抑制剂|受体(?:激动剂|拮抗剂|阻滞剂)/gi;
/** Words of plans, open questions and methods: such a sentence explains nothing. */
const explainsNothing =
  /\b(?:underway|ongoing|will be|remains? (?:to be|unclear|unknown)|aims? (?:of|was|to)|(?:further|future|more|additional) (?:research|investigations?|stud(?:y|ies)|work|trials?)|we (?:developed|designed|established|describe|present|review|summari[sz]e)|highlights?|(?:no|without) (?:[a-z]+ )?(?:confirmation|evidence)|not (?:yet )?(?:known|understood|established)|confidence intervals?|CI)\b|\d ?% (?:vs\.?|versus|compared)|正在进行|(?:进一步|有待|需要?)(?:深入)?(?:研究|探讨|阐明|证实)|尚不清楚|(?:建立|开发)了/i;
const implication =
  /\b(?:should|recommend\w*|clinical practice|clinicians?|implications?|may be (?:considered|useful|used)|guidelines?|support(?:s|ed)? the use)\b|建议|推荐|临床实践|应(?:当|该|予|考虑|优先|避免|常规|慎)|指南|可考虑/i;

/** Selects up to `max` units in order, the first of each study before the second of any. */
function selectAcrossStudies(units: readonly EvidenceUnit[], max: number): EvidenceUnit[] {
  const turn = (unit: EvidenceUnit) =>
    units.filter(({ article }) => article.pmid === unit.article.pmid).indexOf(unit);
  const kept = new Set(units.toSorted((one, other) => turn(one) - turn(other)).slice(0, max));
  return units.filter((unit) => kept.has(unit));
}

/**
 * Selects sentences that explain how something in the topic works, from records on all of it. For a topic with a single
 * part, they must name an outcome of the findings too, since its other effects do not explain them.
 */
export function mechanismUnits(
  units: readonly EvidenceUnit[],
  parts: TopicParts,
  outcomes: readonly string[],
): EvidenceUnit[] {
  const names = namesTopic(parts);
  const facets = compileFacets(parts).filter(({ generic }) => !generic);
  const namesOutcome = (text: string) => {
    const terms = new Set(conceptTerms(text));
    return outcomes.some((key) => key.split(' ').every((term) => terms.has(term)));
  };
  return units
    .filter(({ text, article, role }) => {
      const terms = new Set(indexTerms(`${article.title} ${text}`));
      return (
        (role === 'finding' || role === 'background') &&
        mechanism.test(text.replace(noMechanism, ' ')) &&
        !explainsNothing.test(text) &&
        names(text) &&
        facets.slice(0, 1).every((facet) => facetCoverage(facet, (term) => terms.has(term)) === 1) &&
        (facets.length > 1 || outcomes.length === 0 || namesOutcome(`${article.title} ${text}`))
      );
    })
    .slice(0, sideMax);
}

/** Words for who took part in a study. */
const ofParticipants =
  /\b(?:participat\w+|took part|enrolled|recruited|included|diagnosed|completed|returned)\b|纳入|入选|参与/i;

/** Returns true if a sentence states more than the participants, what is unknown or what is to be done. */
function statesSomething(text: string): boolean {
  const isElse = isGap(text) || isHope(text) || isAnnouncement({ text });
  return !isElse && !(ofParticipants.test(text) && readEffects(text).length === 0);
}

/**
 * Selects prior work on the topic: findings that name a part of it, not only adjust for it, in papers that name with them
 * all of it.
 */
function onTopicUnits(units: readonly EvidenceUnit[], parts: TopicParts): EvidenceUnit[] {
  const names = namesTopic(parts);
  const facets = compileFacets(parts).filter(({ generic }) => !generic);
  const namesAll = (text: string) => {
    // "Death" names mortality.
    const outcomes = namedOutcomes(text).map(({ name }) => listedName(name));
    const terms = new Set([text, ...outcomes].flatMap(indexTerms));
    return facets.every((facet) => facetCoverage(facet, (term) => terms.has(term)) === 1);
  };
  const onTopic = units.filter(
    (unit) =>
      statesSomething(unit.text) &&
      !looksForStudies.test(unit.text) &&
      names(withoutAdjustments(unit.text)) &&
      namesAll(`${unit.article.title} ${unit.text}`),
  );
  // A sentence that names a part alone is on another outcome of it, where others name all of the topic.
  const whole = onTopic.filter(({ text }) => namesAll(withoutAdjustments(text)));
  return whole.length > 0 ? whole : onTopic;
}

/** Says how studies were looked for and read, which is no finding. */
const looksForStudies =
  /\b(?:investigators?|reviewers?|authors?|we|researchers)\b[^.;]{0,60}\b(?:identified|searched|abstracted|extracted|screened|selected|assessed) (?:the )?(?:[a-z-]{2,20} ){0,3}(?:studies|trials|articles|data|literature|databases)\b|\bdata (?:abstraction|extraction)\b|(?:检索|筛选|提取)(?:了)?[^。；]{0,20}(?:文献|数据库|资料|数据)/i;

/** Reports contradictions among the caller's findings, before either is compared; `named` gives the name of each. */
export function contradictionNotes(
  { contradictions }: Compared,
  { language, parts }: { language: Language; parts: TopicParts },
  named: (finding: string) => string,
): string[] {
  return contradictions.map(({ outcome, findings: [one, other] }) =>
    discussionWords[language].contradiction(named(one), named(other), outcomeName(outcome, language, parts)),
  );
}

/** An outcome's name within a sentence; in Chinese by the list of outcomes, or as the topic calls it. */
function outcomeName(outcome: string, language: Language, parts: TopicParts): string {
  if (language === 'en') return outcome;
  const part = parts.find((wordings) => wordings.some((wording) => wording.toLowerCase() === outcome));
  const zh = part?.find((wording) => /\p{Script=Han}/u.test(wording));
  return zh ?? outcomeHeading(outcome, language).replace(/^“|”$/g, '');
}

export function implicationUnits(units: readonly EvidenceUnit[]): EvidenceUnit[] {
  const some = units.filter(
    ({ role, text }) => role === 'gap' || (role === 'finding' && implication.test(text)),
  );
  return some.slice(0, sideMax);
}

type Quoting = {
  language: Language;
  /** Set if not all the records searched for could be retrieved. */
  incomplete: boolean;
  parts: TopicParts;
  /** Set if the search found a record that names the topic, whether or not it was taken. */
  isSeen: boolean;
  /** Sentences already in the text, by their words: none is quoted twice. */
  seen: Set<string>;
};

/** Writes a section of the discussion without a model: findings and quotations, verbatim. */
export function quotedPart(
  part: DiscussionPart,
  findings: GivenFindings,
  compared: Compared,
  units: readonly EvidenceUnit[],
  { language, incomplete, parts, isSeen, seen }: Quoting,
): string {
  const texts = discussionWords[language];
  const given = (list: readonly string[]) =>
    list.map((text) => `- “${escapeMarks(escapeCitationMarkers(text))}”`);
  const markers = (list: readonly EvidenceUnit[]) =>
    [...new Set(list.map(({ id }) => renderEvidenceMarker(id)))].join('');
  const space = language === 'zh' ? '' : ' ';
  /** Quotes sentences; one that is quoted already is pointed at by its marker. */
  const prior = (list: readonly EvidenceUnit[]) => {
    const earlier = list.filter((unit) => seen.has(quotationKey(unit)));
    const fresh = unseen(list, seen);
    for (const unit of list) seen.add(quotationKey(unit));
    return [
      ...fresh.map((unit) => `- ${quoted(unit, language)}`),
      ...(earlier.length > 0 ? [`- ${texts.quotedAbove}${space}${markers(earlier)}`] : []),
    ];
  };
  /** Quotes a few new sentences, or else refers to those already quoted. */
  const few = (list: readonly EvidenceUnit[]) => {
    const fresh = unseen(list, seen);
    return prior((fresh.length > 0 ? fresh : list).slice(0, fewMax));
  };
  const group = (name: string, lines: readonly string[]) =>
    lines.length > 0 ? [`**${name}**`, '', ...lines, ''] : [];
  // Each of several findings is compared by itself, and called by its number.
  const isEach = findings.principal.length > 1;
  const nameOf = (finding: string) => texts.finding(findings.principal.indexOf(finding) + 1);
  const other = onTopicUnits(compared.other, parts);
  const { agreeing, disagreeing } = compared;
  const isRelated = agreeing.length + disagreeing.length > 0;
  const colon = language === 'zh' ? '：' : ': ';
  const nothingFound = incomplete ? texts.noPriorRetrieved : isSeen ? texts.noneSelected : texts.noPrior;
  const nothingPrior = units.length > 0 ? texts.noneOnTopic : nothingFound;
  const noneComparable =
    units.length > 0 && findings.principal.length > 0 ? texts.noneComparable : nothingPrior;
  const contradictionLines = contradictionNotes(compared, { language, parts }, nameOf).flatMap((note) => [
    note,
    '',
  ]);
  const others = selectAcrossStudies(other, isRelated ? fewMax : sideMax);
  switch (part) {
    case 'principal':
      if (isEach)
        return findings.principal
          .map((text, at) => `${at + 1}. “${escapeMarks(escapeCitationMarkers(text))}”`)
          .join('\n');
      return given(findings.principal).join('\n') || texts.noFindings;
    case 'comparison': {
      if (!isRelated && other.length === 0)
        return [...contradictionLines, noneComparable, '', ...group(texts.notCompared, notCompared())]
          .join('\n')
          .trim();
      const sides = isEach
        ? compared.byFinding.flatMap((each) =>
            (['agreeing', 'disagreeing'] as const).flatMap((side) =>
              group(
                `${nameOf(each.finding)}${colon}${sideName(side)}`,
                prior(selectAcrossStudies(each[side], sideMax)),
              ),
            ),
          )
        : [
            ...group(texts.agreeing, prior(selectAcrossStudies(agreeing, sideMax))),
            ...group(texts.disagreeing, prior(selectAcrossStudies(disagreeing, sideMax))),
          ];
      return [
        ...contradictionLines,
        ...sides,
        ...group(findings.principal.length > 0 ? texts.sameOutcome : texts.other, prior(others)),
        ...group(texts.notCompared, notCompared()),
        texts.directions,
      ].join('\n');
    }
    case 'mechanisms': {
      const list = few(mechanismUnits(units, parts, compared.outcomes));
      return list.length > 0 ? list.join('\n') : texts.noMechanism;
    }
    case 'strengths': {
      const lines = [
        ...group(texts.strengthsOf, given(findings.strengths)),
        ...group(texts.limitationsOf, given(findings.limitations)),
      ];
      if (lines.length > 0) return lines.join('\n').trim();
      return findings.isQualified ? texts.strengthsAbove : texts.noStrengths;
    }
    case 'implications': {
      const list = few(implicationUnits(units));
      return list.length > 0 ? list.join('\n') : texts.noImplication;
    }
    case 'conclusion':
      return concluding();
  }

  /** Names the findings with which nothing could be compared, and counts the sentences not read as findings. */
  function notCompared(): string[] {
    const alone = compared.byFinding.filter((each) => isAlone(each) || each.mixed.length > 0);
    const names = alone.map(({ finding, mixed }) => {
      const [name = ''] = isEach ? [`- ${nameOf(finding)}`] : given([finding]);
      if (ratiosDiffer(finding)) return `${name}${texts.ratiosDiffer}`;
      return mixed.length > 0 ? `${name}${texts.mixed(markers(mixed))}` : name;
    });
    return [...names, ...(findings.unread > 0 ? [`- ${texts.unread(findings.unread)}`] : [])];
  }

  /** Repeats the findings and counts the prior work on either side, which is quoted above. */
  function concluding(): string {
    const [only] = findings.principal;
    if (only === undefined) return others.length > 0 ? texts.priorAbove(studiesIn(others)) : nothingPrior;
    const above =
      !isEach && agreeing.length > 0 && disagreeing.length > 0 ? texts.sidesAbove : texts.sideAbove;
    if (isEach)
      return [
        ...contradictionLines,
        ...compared.byFinding.map(
          (each) =>
            `- ${nameOf(each.finding)}${colon}${isAlone(each) ? sideName('notCompared') : texts.counts(studiesIn(each.agreeing), studiesIn(each.disagreeing))}`,
        ),
        '',
        isRelated ? above : noneComparable,
      ].join('\n');
    const counts = texts.counts(studiesIn(agreeing), studiesIn(disagreeing));
    return [
      ...given([only]),
      '',
      isRelated
        ? `${texts.priorWork}${colon}${counts}${language === 'zh' ? '。' : '. '}${above}`
        : noneComparable,
    ].join('\n');
  }

  function sideName(side: 'agreeing' | 'disagreeing' | 'notCompared'): string {
    return language === 'zh' ? texts[side] : texts[side].toLowerCase();
  }
}

function isAlone({ agreeing, disagreeing }: ComparedFinding): boolean {
  return agreeing.length + disagreeing.length === 0;
}

function studiesIn(units: readonly EvidenceUnit[]): number {
  return new Set(units.map(({ article }) => article.pmid)).size;
}

/** Returns the units whose words are not yet in the text, each wording once. */
function unseen(units: readonly EvidenceUnit[], seen: ReadonlySet<string>): EvidenceUnit[] {
  const keys = units.map(quotationKey);
  return units.filter((_, at) => !seen.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at);
}
