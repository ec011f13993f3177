import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { zhCN } from 'zod/locales';
import { readRegularFile } from './files/regular-file.ts';

/** A list by the operator cannot be used; the message has one line per problem, for the person who starts the program. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';
  readonly problems: LocalizedMessage[];

  constructor(problems: LocalizedMessage[]) {
    super(problems.map(({ en }) => en).join('; '));
    this.problems = problems;
  }
}

/** Maximum number of items, because a reply contains the whole list. */
export const itemsMax = 200;

/** Maximum number of problems to report. */
const problemsMax = 10;

const inChinese = zhCN().localeError;

/**
 * Loads a JSON file with an array of objects, each with an `id`, as a map in the order of the file. As the file may be the
 * operator's, all problems are reported at once, with item, field and permitted values.
 * @throws CatalogError if the file cannot be used.
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
    // The decoder removes a byte order mark, which some editors write.
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

/** `item 3 ("cardiology"), name.zh: …`, counted from 1. */
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

/** Returns the Chinese message: our own rules have it as the parameter `zh`, for all others the validator does. */
function chineseOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.zh === 'string') return issue.params.zh;
  const translated = inChinese(issue as z.core.$ZodRawIssue);
  return (typeof translated === 'string' ? translated : translated?.message) ?? issue.message;
}
