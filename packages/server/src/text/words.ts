import { stemmer } from 'stemmer';

/** Greek letters as papers spell them out, so that β-blocker and beta-blocker are one word. */
const greek: Record<string, string> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  ς: 'sigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

/** One spelling for what readers take as one: width, case, accents and Greek folded. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[α-ω]/g, (letter) => greek[letter] ?? letter);
}

const wordOrHanRun = /[\p{Script=Han}&&[\p{L}\p{N}]]+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;
const isHan = /^\p{Script=Han}/u;

/**
 * The index terms of a text, in order: Latin words stemmed (Porter), Han runs as overlapping bigrams
 * (a single character stands alone). The same function makes the terms of queries and of documents.
 */
export function indexTerms(text: string): string[] {
  const terms: string[] = [];
  for (const [run] of foldText(text).matchAll(wordOrHanRun)) {
    if (isHan.test(run)) pushBigrams(run, terms);
    else terms.push(stem(run));
  }
  return terms;
}

function pushBigrams(run: string, terms: string[]): void {
  const characters = [...run];
  if (characters.length === 1) terms.push(run);
  for (let i = 0; i + 1 < characters.length; i++) terms.push(`${characters[i]}${characters[i + 1]}`);
}

/** Stems are asked for the same few thousand words again and again; bounded, so that a text cannot fill memory. */
const stems = new Map<string, string>();
const stemsMax = 50_000;

function stem(word: string): string {
  let stemmed = stems.get(word);
  if (stemmed === undefined) {
    // Words with digits (il6, cd4, p53) are names, and very long runs are not words: both stay as they are.
    stemmed = /\d/.test(word) || word.length > 40 ? word.slice(0, 40) : stemmer(word);
    if (stems.size >= stemsMax) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}
