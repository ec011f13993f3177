export type ToolCall = { name: string; arguments: string };

/** Reply of the simulated model, before a fault. */
export type LlmScript = {
  text?: string;
  /** Sent before the text, as `reasoning_content`. */
  reasoning?: string;
  /**
   * `tags` puts the reasoning into the text as <think>…</think>, like a server without a parser; `end-tag` omits the
   * first tag, as if the chat template had begun the reply with it.
   */
  reasoningAs?: 'field' | 'tags' | 'end-tag';
  /** Tool call instead of the text. */
  toolCall?: ToolCall;
  /** Characters per chunk; by default a word each, or a character if there are no spaces. */
  chunkCharacters?: number;
  /** Milliseconds between two chunks; default 0. */
  delayMs?: number;
  /** Usage to report; counted by default. `absent` omits it, `null` puts null into every chunk. */
  usage?: { promptTokens: number; completionTokens: number; cachedTokens?: number } | 'absent' | 'null';
  /** Default "stop". */
  finishReason?: string;
  /** Refusal by the model. */
  refusal?: string;
};

/** Event of the stream, or any other bytes. Those with `part` carry text or reasoning and are counted by faults. */
export type Frame = { kind: 'open' | 'part' | 'finish' | 'usage' | 'done' | 'other'; bytes: string };

export type Reply = {
  model: string;
  parts: { field: 'content' | 'reasoning_content'; text: string }[];
  refusal: string | undefined;
  toolCall: ToolCall | undefined;
  finishReason: string;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | undefined;
  /** Cached tokens of the prompt. */
  cachedTokens: number;
  /** Indicates that chunks before the last contain `"usage": null`, as OpenAI's do. */
  nullUsage: boolean;
};

export function scriptedReply(script: LlmScript, model: string, promptText: string): Reply {
  const { reasoningAs = 'field', chunkCharacters } = script;
  const isApart = reasoningAs === 'field';
  const thought = script.reasoning ?? '';
  const marked =
    isApart || thought === '' ? '' : `${reasoningAs === 'tags' ? '<think>' : ''}\n${thought}\n</think>\n\n`;
  const [reasoning, text] = [isApart ? thought : '', marked + (script.text ?? '')];
  const parts = [
    ...pieces(reasoning, chunkCharacters).map((piece) => ({
      field: 'reasoning_content' as const,
      text: piece,
    })),
    ...pieces(text, chunkCharacters).map((piece) => ({ field: 'content' as const, text: piece })),
  ];
  const counted: { promptTokens: number; completionTokens: number; cachedTokens?: number } = {
    promptTokens: Math.ceil(promptText.length / 4),
    completionTokens: parts.length,
  };
  const reported = typeof script.usage === 'object' ? script.usage : script.usage ? undefined : counted;
  return {
    model,
    parts,
    refusal: script.refusal,
    toolCall: script.toolCall,
    finishReason: script.finishReason ?? (script.toolCall ? 'tool_calls' : 'stop'),
    usage: reported && {
      prompt_tokens: reported.promptTokens,
      completion_tokens: reported.completionTokens,
      total_tokens: reported.promptTokens + reported.completionTokens,
    },
    cachedTokens: reported?.cachedTokens ?? 0,
    nullUsage: script.usage === 'null',
  };
}

/** Formats the reply as a stream of chat.completion.chunk events. */
export function streamFrames({
  model,
  parts,
  refusal,
  toolCall,
  finishReason,
  usage,
  nullUsage,
}: Reply): Frame[] {
  const event = (kind: Frame['kind'], fields: object): Frame => ({
    kind,
    bytes: `data: ${JSON.stringify({ id: 'chatcmpl-simulated', object: 'chat.completion.chunk', created: 1, model, ...fields })}\n\n`,
  });
  const chunk = (kind: Frame['kind'], delta: object, finish: string | null = null) =>
    event(kind, {
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(nullUsage && { usage: null }),
    });
  return [
    chunk('open', { role: 'assistant', content: '' }),
    ...parts.map(({ field, text }) => chunk('part', { [field]: text })),
    ...(refusal ? [chunk('other', { refusal })] : []),
    ...(toolCall ? toolCallDeltas(toolCall).map((delta) => chunk('other', delta)) : []),
    chunk('finish', {}, finishReason),
    ...(usage ? [event('usage', { choices: [], usage })] : []),
    { kind: 'done', bytes: 'data: [DONE]\n\n' },
  ];
}

/** Formats the whole reply, for requests without `stream`. */
export function wholeReply({ model, parts, refusal, finishReason, usage }: Reply): object {
  const joined = (wanted: string) =>
    parts
      .filter(({ field }) => field === wanted)
      .map(({ text }) => text)
      .join('');
  const reasoning = joined('reasoning_content');
  const message = {
    role: 'assistant',
    content: joined('content'),
    ...(reasoning && { reasoning_content: reasoning }),
    ...(refusal && { refusal }),
  };
  return {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason }],
    ...(usage && { usage }),
  };
}

/** Formats a tool call in deltas: its name, and its arguments in two. */
export function toolCallDeltas({ name, arguments: whole }: ToolCall): object[] {
  const first = { index: 0, id: 'call_simulated', type: 'function', function: { name, arguments: '' } };
  const half = Math.ceil(whole.length / 2);
  const rest = [whole.slice(0, half), whole.slice(half)].map((part) => ({
    ...{ index: 0, function: { arguments: part } },
  }));
  return [first, ...rest].map((call) => ({ tool_calls: [call] }));
}

function pieces(text: string, characters: number | undefined): string[] {
  if (characters === undefined) return text.match(/\s*[!-~]+|\s*\P{ASCII}|\s+$/gu) ?? [];
  const all = [...text];
  return Array.from({ length: Math.ceil(all.length / characters) }, (_, index) =>
    all.slice(index * characters, (index + 1) * characters).join(''),
  );
}
