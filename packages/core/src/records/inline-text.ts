/** Unicode's superscript and subscript digits. */
const forms = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

export type Script = keyof typeof forms;

export function isScript(name: string): name is Script {
  return Object.hasOwn(forms, name);
}

/**
 * Converts a superscript or subscript to plain text, joined to the text before it as most writers and tools do: "1.73 m2",
 * "CO2", "CD4+", "10-7". Only a number after a number becomes Unicode digits, since "10" and "9" would form another: "10⁹/L".
 */
export function flattenScript(script: Script, text: string, before: string): string {
  if (!/\d/.test(before.at(-1) ?? '') || !/^\d/.test(text)) return text;
  return text.replace(/\d/g, (digit) => forms[script][Number(digit)] ?? digit);
}

export function foldSpace(text: string): string {
  // Most texts contain nothing to fold, and this check is cheap.
  return unfolded.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}

const unfolded = /\s\s|[^\S ]/;
