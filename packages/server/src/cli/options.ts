import { parseArgs } from 'node:util';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { deceptiveCharacters } from '../platform/text/deceptive-characters.ts';
import { meantWord } from './command-help.ts';

/** Invalid command line; the message names the option. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly sentence: LocalizedMessage;

  constructor(sentence: LocalizedMessage) {
    super(sentence.en);
    this.sentence = sentence;
  }
}

/**
 * `parameters` are the positional arguments in order, all required. `rest` names those that may follow, at least one of
 * them.
 */
type Accepted<Value extends string, Flag extends string, Parameter extends string> = {
  values: readonly Value[];
  flags: readonly Flag[];
  parameters?: readonly Parameter[];
  rest?: string;
};

export type Options<Value extends string, Flag extends string, Parameter extends string> = {
  values: Partial<Record<Value, string>>;
  flags: ReadonlySet<Flag>;
  parameters: Record<Parameter, string>;
  rest: string[];
};

/**
 * Parses the arguments of a command.
 *
 * @throws UsageError that says which one is unknown, missing, empty or repeated.
 */
export function readOptions<Value extends string, Flag extends string, Parameter extends string = never>(
  argv: readonly string[],
  accepted: Accepted<Value, Flag, Parameter>,
): Options<Value, Flag, Parameter> {
  const names = [...accepted.values, ...accepted.flags];
  const { tokens } = parseArgs({
    args: [...argv],
    // Not strict: Node's own messages are in English only, and say "arguments" instead of "option".
    strict: false,
    tokens: true,
    options: Object.fromEntries([
      ...accepted.values.map((name) => [name, { type: 'string' as const }]),
      ...accepted.flags.map((name) => [name, { type: 'boolean' as const }]),
    ]),
  });
  const values: Partial<Record<Value, string>> = {};
  const flags = new Set<Flag>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName: shown, value } = token;
    if (isOneOf(name, accepted.flags)) {
      if (value !== undefined) throw usage(`${shown} takes no value`, `${shown} 不带值`);
      flags.add(name);
    } else if (isOneOf(name, accepted.values)) {
      if (name in values) throw usage(`${shown} is given twice`, `${shown} 重复出现`);
      if (value === undefined || (!token.inlineValue && value.startsWith('--')))
        throw usage(`${shown} needs a value`, `${shown} 需要一个值`);
      if (value.trim() === '') throw usage(`${shown} is empty`, `${shown} 的值为空`);
      values[name] = value.trim();
    } else {
      const list = names.length === 0 ? '' : names.map((known) => `--${known}`).join(', ');
      const meant = meantWord(name, names);
      throw usage(
        `${shown} is not an option of this command${meant ? `; did you mean --${meant}?` : list && `; available: ${list}`}`,
        `此命令没有选项 ${shown}${meant ? `；是否要用 --${meant}？` : list && `；可用选项：${list}`}`,
      );
    }
  }
  const { parameters = [], rest } = accepted;
  const named = rest === undefined ? positionals : positionals.slice(0, parameters.length);
  const others = rest === undefined ? [] : positionals.slice(parameters.length);
  if (rest !== undefined && others.length === 0) throw usage(`${rest} is missing`, `缺少 ${rest}`);
  return { values, flags, parameters: readParameters(named, parameters), rest: others };
}

function readParameters<Parameter extends string>(
  given: readonly string[],
  wanted: readonly Parameter[],
): Record<Parameter, string> {
  const missing = wanted[given.length];
  if (missing !== undefined) throw usage(`${missing} is missing`, `缺少 ${missing}`);
  const extra = given[wanted.length];
  if (extra !== undefined) throw usage(`unexpected argument "${extra}"`, `多余的参数 "${extra}"`);
  const parameters = Object.fromEntries(wanted.map((name, index) => [name, (given[index] ?? '').trim()]));
  const empty = wanted.find((name) => parameters[name] === '');
  if (empty !== undefined) throw usage(`${empty} is empty`, `${empty} 为空`);
  return parameters as Record<Parameter, string>;
}

/** Parses a whole number in plain digits. */
export function readCount(name: string, text: string, least: number, most: number): number {
  const count = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  const [from, to] = [least.toLocaleString('en-US'), most.toLocaleString('en-US')];
  throw usage(
    `${name} is "${text}": give a whole number from ${from} to ${to}, in digits`,
    `${name} 的值为 "${text}"：请用数字给出 ${from} 到 ${to} 之间的整数`,
  );
}

/** Parses one of a few names. */
export function readOneOf<Name extends string>(name: string, text: string, names: readonly Name[]): Name {
  if (isOneOf(text, names)) return text;
  throw usage(
    `${name} is "${text}": give one of ${names.join(', ')}`,
    `${name} 的值为 "${text}"：请给出下列之一：${names.join('、')}`,
  );
}

/** Parses one line of text. */
export function readLine(name: string, text: string, longest: number): string {
  if (deceptiveCharacters.test(text))
    throw usage(`${name} contains control or bidirectional characters`, `${name} 含有控制字符或双向字符`);
  if ([...text].length > longest)
    throw usage(`${name} is longer than ${longest} characters`, `${name} 超过 ${longest} 个字符`);
  return text;
}

/** Parses an ISO 8601 date or time to epoch milliseconds. A date means its first instant; the default zone is UTC. */
export function readInstant(name: string, text: string): number {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text,
  );
  const [, date = '', time = '00:00', zone = 'Z'] = match ?? [];
  const midnight = Date.parse(`${date}T00:00Z`);
  const instant = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
  // Date.parse turns February 31 into March 3.
  const isRealDate = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  if (match && isRealDate && !Number.isNaN(instant)) return instant;
  throw usage(
    `${name} is "${text}": give a date or time such as 2027-01-31 or 2027-01-31T18:00:00Z`,
    `${name} 的值为 "${text}"：请给出日期或时间，例如 2027-01-31 或 2027-01-31T18:00:00Z`,
  );
}

export function usage(en: string, zh: string): UsageError {
  // A hint ends with its question.
  return new UsageError({ en: en.replace(/(?<!\?)$/, '.'), zh: zh.replace(/(?<!？)$/, '。') });
}

function isOneOf<T extends string>(text: string, names: readonly T[]): text is T {
  return (names as readonly string[]).includes(text);
}
