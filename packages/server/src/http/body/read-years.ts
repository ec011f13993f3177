import type { YearRange } from '@citewell/core/records/query.ts';
import { validationError } from './validate.ts';

/** A year as text with its field name in the body, or undefined. */
type YearField = readonly [name: string, year: string | undefined];

/** Reads a range of years from two fields of a body. Throws 400 if it ends before it begins. */
export function readYears([fromName, from]: YearField, [toName, to]: YearField): YearRange {
  if (from !== undefined && to !== undefined && from > to)
    throw validationError(
      fromName,
      { en: `a year not after "${toName}"`, zh: `不晚于 "${toName}" 的年份` },
      {
        en: `"${from}" with "${toName}": "${to}"`,
        zh: `"${from}"，而 "${toName}" 为 "${to}"`,
      },
    );
  return {
    ...(from !== undefined && { from: Number(from) }),
    ...(to !== undefined && { to: Number(to) }),
  };
}
