import { existsSync, readFileSync } from 'node:fs';
import { type Figure, readFigures } from '../packages/citation-checker/src/numbers/figures.ts';
import { readText } from '../packages/citation-checker/src/reading/tokens.ts';
import { splitSentences } from '../packages/core/src/text/sentences.ts';
import { sharedDataDir } from '../packages/simulators/src/corpus.ts';
import { editArms, editComparisons, editEffects, editFindings, editWords } from './probe-edits.ts';

/** A sentence made by code from one of a real abstract: what it says of it, or with one thing turned. */
export type Probe = {
  kind: ProbeKind;
  language: 'en' | 'zh';
  sentence: string;
  title: string;
  abstract: string;
  /** Whether the abstract says so. */
  holds: boolean;
  docId: string;
};

/** What is turned. */
export type ProbeKind =
  | 'arms swapped'
  | 'number of another finding'
  | 'interval of another finding'
  | 'effect for none'
  | 'none for an effect'
  | 'direction turned'
  | 'comparison turned'
  | 'computed number'
  | 'drug replaced'
  | 'bound turned'
  | 'hedge lost';

type Record = { _id: string; title: string; text: string };
/** A sentence of a record without its heading. */
export type Sentence = { text: string; figures: Figure[] };
/** Takes a sentence that was made; what a record has given already is not taken again. */
export type Make = (
  kind: ProbeKind,
  holds: boolean,
  sentence: string | undefined,
  language?: Probe['language'],
) => void;

/**
 * Edits of real sentences, two thirds of them paraphrases by a fixed pattern so that nothing stands there word for word; each
 * false one with the true one beside it. `half` divides the records: rules are looked at on one, reported on the other.
 */
export function makeProbes(half: 'even' | 'odd'): Probe[] | undefined {
  const probes: Probe[] = [];
  for (const file of ['retrieval/pubmedqa/corpus.jsonl', 'retrieval/scifact/corpus.jsonl']) {
    const path = `${sharedDataDir}${file}`;
    if (!existsSync(path)) return undefined;
    for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
      const record = JSON.parse(line) as Record;
      if (Number(/\d+/.exec(record._id)?.[0] ?? 0) % 2 !== (half === 'odd' ? 1 : 0)) continue;
      probes.push(...probesOf(record));
    }
  }
  return probes;
}

/** One finding of a kind is enough from one record. */
function probesOf({ _id, title, text }: Record): Probe[] {
  const made: Probe[] = [];
  const taken = new Set<string>();
  const make: Make = (kind, holds, sentence, language = 'en') => {
    const key = `${kind} ${holds} ${language}`;
    if (sentence === undefined || taken.has(key)) return;
    taken.add(key);
    made.push({ kind, holds, sentence, language, title, abstract: text, docId: _id });
  };
  const sentences = splitSentences(text).map((span): Sentence => {
    const body = span.text.replace(/^[A-Z][A-Z ,&]{3,40}:?\s(?=[A-Z])/, '');
    return { text: body, figures: readFigures(readText(body), 'same') };
  });
  for (const [index, sentence] of sentences.entries()) {
    if (
      /\?$|\b(?:aim|objective|hypothes|whether|sought)\b/i.test(sentence.text) ||
      sentence.text.length > 400
    )
      continue;
    editArms(sentence, make);
    editFindings(sentence, sentences.slice(index + 1), make);
    editEffects(sentence, make);
    editComparisons(sentence, make);
    editWords(sentence, make);
  }
  return made;
}
