import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { zhCN } from 'zod/locales';
import { readRegularFile } from './files/regular-file.ts';

/** A list of the operator's that cannot be used: one line a problem, in words for who starts the program. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly problems: LocalizedMessage[];

  constructor(problems: LocalizedMessage[]) {
    super(problems.map(({ en }) => en).join('; '));
    this.problems = problems;
  }
}

/** More than this in a list is a mistake: a reply shows all of it. */
export const itemsMax = 200;

/** More problems than this are not read by anybody. */
const problemsMax = 10;

const inChinese = zhCN().localeError;

/**
 * A JSON file of an array of objects with an `id` each, by id and in the order of the file. It may be the operator's own, so
 * all that is wrong is told at once: which item, which field, what it must be.
 * @throws CatalogError where the file cannot be used.
 */
export function loadJsonCatalog<Item extends { id: string }>(
  file: URL | string,
  item: z.ZodType<Item>,
): ReadonlyMap<string, Item> {
  const content = parse(file);
  const { data, error } = z.array(item).min(1).max(itemsMax).safeParse(content, { reportInput: true });
  if (error)
    throw new CatalogError(error.issues.slice(0, problemsMax).map((issue) => describe(content, issue)));
  const byId = new Map(data.map((each) => [each.id, each]));
  if (byId.size < data.length) {
    const twice = data.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) < at);
    throw new CatalogError(
      [...new Set(twice)].map((id) => ({
        en: `duplicate id ${JSON.stringify(id)}`,
        zh: `标识 ${JSON.stringify(id)} 重复`,
      })),
    );
  }
  return byId;
}

function parse(file: URL | string): unknown {
  try {
    // A mark of byte order, as some editors write it, is taken off by the decoder.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readRegularFile(file)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new CatalogError([
        { en: 'it is not UTF-8: save it as UTF-8', zh: '不是 UTF-8 编码：请另存为 UTF-8' },
      ]);
    throw new CatalogError([
      code
        ? { en: `it cannot be read (${code})`, zh: `无法读取（${code}）` }
        : { en: `it is not JSON (${message})`, zh: `不是有效的 JSON（${message}）` },
    ]);
  }
}

/** `item 3 ("cardiology"), name.zh: …`, counted from 1 as people do. */
function describe(content: unknown, issue: z.core.$ZodIssue): LocalizedMessage {
  const { path, message } = issue;
  const [at, ...field] = path;
  const zh = chineseOf(issue);
  if (typeof at !== 'number') return { en: message, zh };
  const id = (content as { id?: unknown }[])[at]?.id;
  const name = typeof id === 'string' ? JSON.stringify(id.slice(0, 60)) : undefined;
  const of = field.length > 0 ? field.join('.') : undefined;
  return {
    en: `item ${at + 1}${name ? ` (${name})` : ''}${of ? `, ${of}` : ''}: ${message}`,
    zh: `第 ${at + 1} 项${name ? `（${name}）` : ''}${of ? `，${of}` : ''}：${zh}`,
  };
}

/** A rule of our own brings its Chinese as the parameter `zh`; for all others the validator has it. */
function chineseOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.zh === 'string') return issue.params.zh;
  const told = inChinese(issue as z.core.$ZodRawIssue);
  return (typeof told === 'string' ? told : told?.message) ?? issue.message;
}
