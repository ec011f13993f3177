import type { ReviewRole } from './llm-review-role.ts';

/** Evidence of a prompt: a sentence and its id. */
type Evidence = { id: string; text: string };

/** Ways in which a model may write a false review, each false in one respect and true in all others. */
export const reviewLies = {
  'false themes': 'headings and title name what no record speaks of, and findings stand under the wrong one',
  'false disagreements': 'sentences that agree, or are of different things, are set against each other',
  'off-topic conclusions': 'true sentences of the records that are not on the topic conclude',
  'invented numbers': 'every figure is another one',
  'wrong evidence': 'every sentence bears the marker of another one',
  'reversed findings': 'what fell has risen, and what did nothing helped',
  'wrong cells': 'the columns of the table are exchanged',
  'another topic': 'the scope, the title and what leads over are those of another drug',
} as const;
export type ReviewLie = keyof typeof reviewLies;

type Given = { evidence: readonly Evidence[]; system: string; language: 'en' | 'zh' };

/** Turns the honest reply to a review prompt into a lie, if this role lies in that way. */
export function lieInReview(lie: ReviewLie, role: ReviewRole, honest: string, given: Given): string {
  const { evidence, language } = given;
  switch (lie) {
    case 'false themes':
      return role === 'outline' ? JSON.stringify(falseOutline(evidence, language)) : honest;
    case 'another topic':
      if (role === 'scope')
        return JSON.stringify({
          ...{ type: 'therapy', population: '', intervention: 'aspirin', comparison: '', outcome: 'cancer' },
          ...{ broad: false, questions: [] },
          concepts: [
            { term: 'Aspirin', zh: '阿司匹林', synonyms: [] },
            { term: 'Colorectal Neoplasms', zh: '结直肠肿瘤', synonyms: [] },
          ],
        });
      if (role === 'outline') return honest.replace(/"title":"[^"]*"/, `"title":"${otherTopic[language]}"`);
      return role === 'frame'
        ? withTransitions(
            honest,
            language === 'zh' ? '以下讨论阿司匹林的研究。' : 'The studies of aspirin are considered next.',
          )
        : honest;
    case 'off-topic conclusions': {
      const written = `${offTopicText[language]} [${evidence[0]?.id}]${language === 'zh' ? '。' : '.'}`;
      if (role === 'frame') return JSON.stringify({ ...(JSON.parse(honest) as object), conclusion: written });
      return role === 'section' && /conclusion: what|结论：最强/.test(given.system) ? written : honest;
    }
    case 'wrong cells':
      if (role !== 'studies') return honest;
      return JSON.stringify({
        studies: (JSON.parse(honest) as { studies: Record<string, string>[] }).studies.map((row) => ({
          ...{
            pmid: row.pmid,
            population: row.intervention,
            intervention: 'adults',
            outcome: row.intervention,
          },
        })),
      });
    default:
      return role === 'frame' || role === 'section' ? falseSentences(lie, role, honest, evidence) : honest;
  }
}

const otherTopic = { en: 'Aspirin and colorectal cancer', zh: '阿司匹林与结直肠癌' };
/** Off-topic sentence of a record on the topic, for the tests' own records; without its full stop. */
export const offTopicText = {
  en: 'Serum magnesium was low at baseline in 14% of those enrolled',
  zh: '入组时14%的受试者血清镁偏低',
};

function withTransitions(frame: string, sentence: string): string {
  const read = JSON.parse(frame) as { transitions: string[] };
  return JSON.stringify({ ...read, transitions: read.transitions.map(() => sentence) });
}

/** Adds two themes without evidence, and puts every finding under a heading of another outcome. */
function falseOutline(evidence: readonly Evidence[], language: 'en' | 'zh') {
  const zh = language === 'zh';
  const onDeath = evidence.filter(({ text }) => /mortality|death|死亡/i.test(text)).map(({ id }) => id);
  const others = evidence.map(({ id }) => id).filter((id) => !onDeath.includes(id));
  return {
    title: otherTopic[language],
    themes: [
      { heading: zh ? '骨折' : 'Hip fracture', ids: onDeath },
      { heading: zh ? '死亡率' : 'Mortality', ids: others.slice(0, -1) },
      { heading: zh ? '阿司匹林与癌症' : 'Aspirin in cancer', ids: others.slice(-1) },
    ],
  };
}

function falseSentences(
  lie: ReviewLie,
  role: 'frame' | 'section',
  honest: string,
  evidence: readonly Evidence[],
): string {
  const change = (text: string) => {
    switch (lie) {
      case 'invented numbers':
        return text.replace(/(?<!E)\d+(?:\.\d+)?(?!\d*\])/g, (figure) =>
          figure.includes('.') ? (Number(figure) + 0.13).toFixed(2) : String(Number(figure) + 7),
        );
      case 'wrong evidence': {
        const ids = evidence.map(({ id }) => id);
        return text.replace(/\[(E\d+)\]/g, (_, id: string) => `[${ids[(ids.indexOf(id) + 1) % ids.length]}]`);
      }
      case 'reversed findings':
        return text.replace(
          /\breduced\b|\blowered\b|\blower\b|\bdid not change\b|\bwas not associated\b|降低|升高/g,
          (word) => opposite[word] ?? word,
        );
      case 'false disagreements':
        return text.replace(/(?<=\]\. )(?=[A-Z])/g, 'In contrast, ').replace(/(?<=\]。)/g, '与此相反，');
      default:
        return text;
    }
  };
  if (role === 'section') return change(honest);
  const { background, results, conclusion, ...rest } = JSON.parse(honest) as Record<string, string>;
  return JSON.stringify({
    ...rest,
    ...{ background: change(background ?? ''), results: change(results ?? '') },
    conclusion: change(conclusion ?? ''),
  });
}

const opposite: Record<string, string> = {
  reduced: 'increased',
  lowered: 'raised',
  lower: 'higher',
  'did not change': 'reduced',
  'was not associated': 'was associated',
  降低: '升高',
  升高: '降低',
};
