import { endpoints, modules, outcomes, studyDesigns } from '@citewell/sdk';
import { z } from 'zod';

/** Lists of values shared by several schemas, each with one name in /openapi.json. */

export const language = z.enum(['zh', 'en']).meta({ allowed: { en: '"zh" or "en"', zh: '"zh" 或 "en"' } });

export const module = oneOf(modules);

export const studyDesign = z.enum(studyDesigns);

/** Verdict of a citation check, on a sentence of an answer or of a caller. */
export const checkVerdict = z.enum(['supported', 'deviates', 'undetermined']);

/** Creates a schema for one of these names, which its error message lists. */
export function oneOf<const Names extends readonly string[]>(names: Names) {
  const list = names.map((name) => `"${name}"`);
  return z
    .enum(names)
    .meta({ allowed: { en: `one of ${list.join(', ')}`, zh: `下列之一：${list.join('、')}` } });
}

export const endpoint = oneOf(endpoints);
export const outcome = oneOf(outcomes);

export const enumComponents = {
  Language: language,
  Module: module,
  StudyDesign: studyDesign,
  CheckVerdict: checkVerdict,
};
