/** Unicode's own forms of digits in superscript and subscript. */
const forms = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹', sub: '₀₁₂₃₄₅₆₇₈₉' };

export type Script = keyof typeof forms;

export function isScript(name: string): name is Script {
  return Object.hasOwn(forms, name);
}

/**
 * A superscript or subscript as plain text, joined to what stands before it as most writers and tools have it: "1.73 m2",
 * "CO2", "CD4+", "10-7". Only a number behind a number takes its Unicode form, or "10" and "9" would make another: "10⁹/L".
 */
export function flattenScript(script: Script, text: string, before: string): string {
  if (!/\d/.test(before.at(-1) ?? '') || !/^\d/.test(text)) return text;
  return text.replace(/\d/g, (digit) => forms[script][Number(digit)] ?? digit);
}

export function foldSpace(text: string): string {
  // Most texts have nothing to fold, and finding that out is cheap.
  return unfolded.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}

const unfolded = /\s\s|[^\S ]/;
