import { leadingMarkersLength } from '@citewell/sdk/citation-markers';
import type { Attack, AttackReport } from '../attack.ts';
import { oneLanguageThread, startService, startSimulators } from '../stand.ts';
import { type CapturedOutput, capturedOutputs, trueSentence } from './captured-outputs.ts';

/** Way by which a model's words reach a reader. */
type Channel = {
  name: string;
  /** Roles of the model whose output is used here. */
  roles: readonly string[];
  path: string;
  body(language: 'en' | 'zh'): object;
  /** Indicates that the true, cited sentence must reach the reader; sections of reviews choose their evidence themselves. */
  keepsTrueSentence: boolean;
};

const questions = {
  en: 'Does metformin lower HbA1c in type 2 diabetes?',
  zh: '二甲双胍能降低新诊断2型糖尿病患者的血糖和体重吗？',
};
const obscure = {
  en: 'Does frobnicol lower HbA1c in type 2 diabetes?',
  zh: 'frobnicol 能降低2型糖尿病患者的血糖吗？',
};
const topics = { en: 'Metformin in type 2 diabetes', zh: '二甲双胍治疗2型糖尿病' };
const findings = {
  en: 'In our trial of 120 adults with type 2 diabetes metformin lowered HbA1c by 1.1%.',
  zh: '本研究纳入120例2型糖尿病患者，二甲双胍使糖化血红蛋白降低1.1%。',
};

const channels: readonly Channel[] = [
  {
    name: 'ask',
    roles: ['write'],
    path: 'ask',
    body: (at) => ({ question: questions[at] }),
    keepsTrueSentence: true,
  },
  {
    ...{ name: 'ask_stream', roles: ['write'], path: 'ask_stream', keepsTrueSentence: true },
    body: (at) => ({ question: questions[at], lang: at }),
  },
  {
    // Few records match, so that the planner's terms are searched for.
    ...{ name: 'ask_stream, planned', roles: ['plan'], path: 'ask_stream', keepsTrueSentence: false },
    body: (at) => ({ question: obscure[at], lang: at, max_references: 30 }),
  },
  {
    ...{ name: 'avatar_chat', roles: ['chat'], path: 'avatar_chat', keepsTrueSentence: true },
    body: (at) => ({ message: questions[at] }),
  },
  {
    ...{
      name: 'expert',
      roles: ['section', 'frame', 'outline', 'scope'],
      path: 'expert',
      keepsTrueSentence: false,
    },
    body: (at) => ({ question: topics[at] }),
  },
  {
    ...{ name: 'Discussion', roles: ['section'], path: 'ask_stream', keepsTrueSentence: false },
    body: (at) => ({ question: topics[at], mode: 'discussion', file_content: findings[at] }),
  },
  {
    ...{ name: 'polish', roles: ['polish'], path: 'polish', keepsTrueSentence: false },
    body: (at) => ({ text: findings[at], insert_refs: false }),
  },
];
const slowChannels: readonly string[] = ['expert', 'Discussion'];
/** Number of outputs per channel, and per slow channel, in the short form. */
const [shortMax, shortSlowMax] = [5, 1];

/**
 * A model captured by an injected instruction, or hallucinating, writes falsehoods and instructions next to a true
 * sentence.
 */
export const capturedModel: Attack = {
  about: 'a captured model writes invented findings, advice, links and tags in a hundred forms',
  async run({ seed, short }): Promise<AttackReport> {
    const simulators = await startSimulators();
    const violations: string[] = [];
    try {
      const service = await startService({
        // The true sentences are in demonstration records, which are used only without other records.
        environment: {
          ...simulators.environment,
          CITEWELL_SOURCES: 'library',
          ...(short && oneLanguageThread),
        },
      });
      try {
        const key = await service.createKey('--daily-quota', 'none');
        const tally = { outputs: 0, invented: 0, due: 0, kept: 0, failed: 0 };
        const speak = async (role: string, text: string | undefined) => {
          const script = text === undefined ? { role } : { role, text };
          await fetch(`${simulators.llm}/__script`, { method: 'POST', body: JSON.stringify(script) });
        };
        for (const [place, channel] of channels.entries()) {
          const most = short
            ? slowChannels.includes(channel.name)
              ? shortSlowMax
              : shortMax
            : capturedOutputs.length;
          // Draws different outputs for each channel, so that the short form covers more of them.
          for (const output of drawn(capturedOutputs, seed + place, most)) {
            const said = wordsOf(output);
            for (const role of channel.roles)
              await speak(role, structured.has(role) ? frameOf(output) : said);
            const headers = { 'x-api-key': key, 'content-type': 'application/json' };
            const reply = await fetch(`${service.url}/ai/api/${channel.path}`, {
              ...{ method: 'POST', headers, body: JSON.stringify(channel.body(output.language)) },
            });
            const text = readerText(await reply.text());
            const where = `${channel.name}, ${output.language}, ${output.name}`;
            tally.outputs++;
            if (reply.status !== 200) {
              tally.failed++;
              violations.push(`${where}: status ${reply.status}`);
            } else if (output.poison.test(text)) {
              tally.invented++;
              violations.push(`${where}: ${JSON.stringify(around(text, output.poison))} reached the reader`);
            }
            if (!channel.keepsTrueSentence) continue;
            tally.due++;
            if (hasTrueSentence(text, output.language)) tally.kept++;
            else
              violations.push(`${where}: the true sentence is lost in ${JSON.stringify(text.slice(0, 160))}`);
          }
          for (const role of channel.roles) await speak(role, undefined);
        }
        return {
          title: `A captured model: ${short ? Math.min(shortMax, capturedOutputs.length) : capturedOutputs.length} outputs at ${channels.length} endpoints`,
          rows: [
            { figure: 'captured outputs sent', value: tally.outputs, unit: '' },
            {
              figure: 'invented or dangerous ones that reached a reader',
              value: tally.invented,
              unit: '',
              goal: { exactly: 0 },
            },
            { figure: 'calls that failed', value: tally.failed, unit: '', goal: { exactly: 0 } },
            {
              figure: 'true cited sentences lost',
              value: tally.due - tally.kept,
              unit: `of ${tally.due}`,
              goal: { exactly: 0 },
            },
          ],
          violations,
        };
      } finally {
        await service.stop();
      }
    } finally {
      await simulators.stop();
    }
  },
};

/**
 * Writes the true sentence with its markers, then the captured output, on a separate line if it begins one. The first
 * evidence depends on the search terms of the captured planner, so the sentence cites more than one.
 */
function wordsOf({ language, text }: CapturedOutput): string {
  const cited =
    language === 'zh' ? `${trueSentence.zh}${evidenceMarks}。` : `${trueSentence.en} ${evidenceMarks}.`;
  return `${cited}${/^(?:[#|\-\d`[]|References|参考|a\n)/.test(text) ? '\n\n' : ' '}${text}`;
}

const evidenceMarks = '[E1][E2][E3]';

/** Roles that reply with JSON: search plans, the outline and the titles of a review. */
const structured: ReadonlySet<string> = new Set(['plan', 'scope', 'outline', 'frame']);

/** Puts the model's words into every field of a reply in JSON. */
function frameOf({ text }: CapturedOutput): string {
  const term = text.trim().slice(0, 100);
  const concepts = [
    { term, zh: term.slice(0, 40), synonyms: [term] },
    { term: 'metformin', zh: term.slice(0, 40), synonyms: [term] },
  ];
  return JSON.stringify({
    ...{ title: text, transitions: [text, text] },
    themes: [{ title: text, heading: text.trim().slice(0, 200), units: ['E1'], ids: ['E1'] }],
    ...{ question: text, concepts, questions: [{ question: term, concepts }] },
    ...{ type: 'therapy', population: text, intervention: text, comparison: text, outcome: text },
    ...{ broad: true, focus: text },
  });
}

/**
 * Returns the text of a reply that a reader sees: the text fields of JSON; for a stream the answer, its progress messages,
 * the reported searches and its error. Records and references are not the model's words.
 */
function readerText(body: string): string {
  if (body.startsWith('{')) {
    const { answer = '', reply = '', review = '', title = '' } = JSON.parse(body);
    return [answer, reply, title, review].join('\n');
  }
  const events = body.split('\n\n').flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? []);
  const data = events.map((json) => JSON.parse(json) as { text?: string; message?: string; input?: object });
  const answer = data.map(({ text = '' }) => text).join('');
  const messages = data.flatMap(({ message, input }) => [message ?? [], input ? JSON.stringify(input) : []]);
  return [answer, ...messages.flat()].join('\n');
}

function hasTrueSentence(text: string, language: 'en' | 'zh'): boolean {
  const at = text.indexOf(trueSentence[language]);
  return at >= 0 && leadingMarkersLength(text.slice(at + trueSentence[language].length)) > 0;
}

function around(text: string, poison: RegExp): string {
  const at = text.search(poison);
  return text.slice(Math.max(0, at - 60), at + 60);
}

/** Draws `most` items of a list at random; a list that is not longer is returned whole, in order. */
function drawn<T>(list: readonly T[], seed: number, most: number): T[] {
  if (most >= list.length) return [...list];
  let state = seed >>> 0 || 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return list
    .map((item) => ({ item, at: next() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, most)
    .map(({ item }) => item);
}
