import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Condition } from '@citewell/core/records/library.ts';
import {
  endsWithStar,
  readSearchValue,
  type StarProblem,
  withoutQuotes,
} from '@citewell/core/search/search-value.ts';
import { describe, validationError } from '../../http/body/validate.ts';

/** Throws 400 for a star that cannot be answered: ignoring it would find nothing, as if no record existed. */
export function rejectUnanswerableStar(conditions: readonly Condition[]): void {
  for (const [at, condition] of conditions.entries()) {
    const allowed = allowedInstead(condition);
    if (allowed) throw validationError(`terms[${at}].value`, allowed, describe(condition.value));
  }
}

function allowedInstead({ field, value }: Condition): LocalizedMessage | undefined {
  if (field === 'pmid' || field === 'doi' || field === 'language')
    return endsWithStar(withoutQuotes(value)) ? whole : undefined;
  for (const { problem } of readSearchValue(value, field === 'author')) if (problem) return instead[problem];
  return undefined;
}

const whole: LocalizedMessage = {
  en: 'complete: this field cannot be searched by prefix with "*"',
  zh: '完整的值（此字段不支持以 "*" 作前缀检索）',
};

const instead: Record<StarProblem, LocalizedMessage> = {
  short: {
    en: 'text in which "*" follows at least three letters or digits, at least two of them in the last word',
    zh: ' "*" 前至少有三个字母或数字（最后一个词至少两个）的文本',
  },
  inside: {
    en: 'text in which "*" ends only the last word of a phrase or name',
    zh: '仅在短语或姓名的最后一个词后使用 "*" 的文本',
  },
};
