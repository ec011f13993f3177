import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { listedName, namedOutcomes } from '../studies/named-outcomes.ts';

/** An aspect of its subject that a topic may ask for, and the words by which a record is on it. */
type TopicAspect = {
  asked: RegExp;
  pattern: RegExp;
  /** True where a further subject of the topic is what is asked for: of "metformin for the treatment of diabetes" metformin. */
  isNamed?: true;
  /** True where the last sentence is no evidence: any paper on cells may hope for a therapy. */
  isHoped?: true;
};

const topicAspects: readonly TopicAspect[] = [
  {
    asked: /\bprognos\w*|预后|转归/i,
    // Cells survive and die too.
    pattern:
      /\bprognos\w*|\b(?:overall|disease-free|progression-free|relapse-free|recurrence-free|event-free|years?|patients?|median|long-term|shorter|longer|poor(?:er)?|better|improved|reduced|worse) survival\b|\bsurvival (?:rates?|times?|analys[ie]s|of patients|was|in|among|benefit)\b|\bmortalit\w*|\bdied\b|(?<!cell )\bdeaths?\b|\b(?:poor(?:er)?|better|worse|clinical|functional|long-term) outcomes?\b|\brecurrence\b|\brelaps\w+|\bhazard ratio|\bdisabilit\w+|预后|生存(?:率|期)|死亡率|复发|转归/i,
  },
  {
    asked: /\boutcomes?\b|结局/i,
    pattern:
      /\bprognos\w*|\bsurviv\w*|\bmortalit\w*|\bdeaths?\b|\bdied\b|\boutcomes?\b|\brecurren\w+|\brelaps\w+|\bdisabilit\w+|\brecovery\b|\bhazard|\bevents?\b|\bcomplications?\b|预后|生存|死亡|复发|结局|转归/i,
  },
  {
    asked: /\brisk factors?\b|\brisks?\b|危险因素|风险/i,
    pattern: /\brisks?\b|\bodds\b|\bincidence\b|\bpredispos\w+|\bsusceptib\w+|危险|风险|发病率/i,
  },
  {
    asked: /\b(?:intensive care|critical(?:ly ill| care)|ICUs?)\b|重症(?:监护|医学)|ICU/i,
    pattern: /\bintensive care\b|\bcritical(?:ly ill| care)\b|\bICUs?\b|重症/i,
  },
  {
    asked: /\b(?:surgery|surgical|operations?|operative)\b|手术|外科/i,
    pattern:
      /\bsurg\w+|\boperat(?:ion|ive|ed)\w*|\bresect\w+|\b\w{3,20}(?:ectom(?:y|ies)|plast(?:y|ies)|otom(?:y|ies)|ostom(?:y|ies))\b|\btransplant\w*|\blaparoscop\w+|\bfixation\b|\bbypass\b|手术|切除|外科|术后/i,
  },
  {
    isNamed: true,
    isHoped: true,
    asked: /\b(?:treatments?|treating|therap(?:y|ies)|management)\b|治疗|疗法|管理/i,
    pattern:
      /\btreat(?:ed|ing|ments?)\b|\b(?!therapeutic target)\w{0,20}therap\w+|\bdrugs?\b|\bplacebo\b|\brandomi[sz]ed\b|\bsurg\w+|\bmedications?\b|\bmanagement\b|\bregimens?\b|\befficacy\b|\bventilation\b|\brehabilitation\b|治疗|疗法|用药|手术/i,
  },
  {
    asked: /\bscreening\b|筛查/i,
    pattern: /\bscreen\w*|\bdetect\w*|\bdiagnos\w+|\bmammogra\w+|\bcolonoscop\w+|筛查|检出|诊断/i,
  },
  {
    asked: /\b(?:diagnosis|diagnostic|diagnosing)\b|诊断/i,
    pattern:
      /\bdiagnos\w+|\bdetect\w*|\bscreen\w*|\bsensitivity\b|\bspecificity\b|\baccura\w+|\bbiomarkers?\b|诊断|敏感|特异|检测/i,
  },
  {
    asked: /\b(?:prevention|preventing|prevent|prophyla\w+)\b|预防|防治/i,
    pattern:
      /\bprevent\w*|\bprophyla\w+|\bprotect\w*|\bvaccin\w+|\bimmuni[sz]\w+|\bbed ?nets?\b|\breduc\w+ (?:the )?(?:risks?|incidence)\b|\blower(?:ed|s)? (?:the )?(?:risks?|incidence)\b|预防|保护|疫苗|防治/i,
  },
  {
    asked: /\b(?:vaccin\w+|immuni[sz]ation)\b|疫苗|接种/i,
    pattern: /\bvaccin\w+|\bimmuni[sz]\w+|疫苗|接种/i,
  },
  {
    asked: /\bbiomarkers?\b|标志物/i,
    pattern:
      /\b(?:bio)?markers?\b|\blevels?\b|\bconcentrations?\b|\bserum\b|\bplasma\b|\bcerebrospinal\b|\bCSF\b|\bimaging\b|\bPET\b|\bMRI\b|标志物|水平|血清/i,
  },
];

/** Sentences of an abstract that name an aspect, from which on it is no mention by the way. */
const sentencesMin = 2;

/** Outcomes of which a record on one is on the other. */
const alike: ReadonlySet<string> = new Set(['mortality', 'survival']);

/** Tells what a part of a record's text is on. */
type Teller = { tells(part: string): boolean; isHoped?: true };

/** Makes a test of whether a record is on the aspects of its subject that a topic asks for; one without any asks for all. */
export function onAspects({
  text,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => boolean {
  const asked = topicAspects.filter(
    (aspect) => aspect.asked.test(text) && !(aspect.isNamed && subjects.length > 1),
  );
  return onAll(
    asked.map(({ pattern, isHoped }) => ({
      tells: (part: string) => pattern.test(part),
      ...(isHoped && { isHoped }),
    })),
  );
}

/** Makes a test of whether a record is on the outcomes that a topic names. */
export function onOutcomes({ text }: Pick<SearchQuery, 'text'>): (article: Article) => boolean {
  const outcomes = [...new Set(namedOutcomes(text).map(({ name }) => listedName(name)))];
  return onAll(
    outcomes.map((outcome) => ({
      tells: (part: string) =>
        namedOutcomes(part).some(({ name }) => {
          const told = listedName(name);
          return told === outcome || (alike.has(told) && alike.has(outcome));
        }),
    })),
  );
}

/**
 * Each is in the title, headings or keywords of a record, in its last sentence, or in at least two sentences of its
 * abstract.
 */
function onAll(tellers: readonly Teller[]): (article: Article) => boolean {
  return (article) => {
    if (tellers.length === 0) return true;
    const { title, vernacularTitle = '', mesh, keywords } = article;
    const headings = [title, vernacularTitle, ...mesh, ...keywords].join('\n');
    const sentences = splitSentences(abstractText(article)).map(({ text: sentence }) => sentence);
    return tellers.every(
      ({ tells, isHoped }) =>
        tells(headings) ||
        (!isHoped && tells(sentences.at(-1) ?? '')) ||
        sentences.filter(tells).length >= sentencesMin,
    );
  };
}
