import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Article, abstractText, emptyRecord } from '../../../packages/core/src/records/article.ts';
import { splitSentences } from '../../../packages/core/src/text/sentences.ts';
import { createArticleParser } from '../../../packages/server/src/literature/sources/pubmed/parse-articles.ts';
import { type PubmedqaRow, sharedDataDir } from '../../../packages/simulators/src/corpus.ts';

/** Real record, split into parts. Sentences are in order, with their `labels`: undefined in an unstructured abstract. */
export type SourceRecord = {
  title: string;
  sentences: string[];
  labels: (string | undefined)[];
  mesh: string[];
  keywords: string[];
};

/** Material of a large library. */
export type Source = {
  records: SourceRecord[];
  journals: string[];
  /** "Lindqvist E". */
  authors: string[];
  /** Titles and sentences in Chinese. */
  hanTitles: string[];
  hanSentences: string[];
  /** Description of its origin for readers of the bench. */
  description: string;
};

/** Reads files of real records, one or many each. Incomplete ones are omitted, as are the malicious ones next to them. */
const xmlFolders = ['pubmedparser', 'pmparser', 'metapub', 'metapub-other', 'jabref'];

/** Reads the real records of ../shared/data; the demonstration records if they are missing or not wanted. */
export function readSource(folder: string | undefined = sharedDataDir): Source {
  if (folder === undefined || !existsSync(`${folder}/retrieval`)) return readDemonstration();
  const articles = new Map(readXmlRecords(`${folder}/pubmed-xml`).map((article) => [article.pmid, article]));
  const records = [...articles.values()].map(fromArticle);
  const seen = new Set<string>(articles.keys());
  for (const record of readTexts(folder)) if (!seen.has(record.id)) records.push(record);
  const [hanSentences, hanTitles] = readChinese(folder);
  const usable = records.filter(({ title, sentences }) => title.length > 0 && sentences.length > 0);
  return {
    records: usable,
    journals: distinct([...articles.values()].map(({ journal }) => journal)),
    authors: distinct([...articles.values()].flatMap(({ authors }) => authors)),
    hanTitles,
    hanSentences,
    description: `${usable.length} real records of ../shared/data`,
  };
}

/** Reads about 150 records: enough for tests, too few for term statistics that mean anything. */
function readDemonstration(): Source {
  const file = new URL('../../../packages/server/src/library/demonstration.jsonl', import.meta.url);
  const articles = readJsonLines<Article>(fileURLToPath(file)).map((row) => ({ ...emptyRecord, ...row }));
  const isHan = (text: string) => /\p{Script=Han}/u.test(text);
  const records = articles.map((article) =>
    fromArticle({
      ...article,
      abstract: article.abstract.filter(({ text }) => !isHan(text)),
      keywords: article.keywords.filter((keyword) => !isHan(keyword)),
    }),
  );
  const usable = records.filter(({ sentences }) => sentences.length > 0);
  return {
    records: usable,
    journals: distinct(articles.map(({ journal }) => journal)),
    authors: distinct(articles.flatMap(({ authors }) => authors)),
    hanTitles: articles.flatMap(({ vernacularTitle }) => vernacularTitle ?? []),
    hanSentences: articles.flatMap(({ abstract }) =>
      abstract.filter(({ text }) => isHan(text)).flatMap(({ text }) => sentencesOf(text)),
    ),
    description: `the ${usable.length} invented demonstration records: ../shared/data is not here, so term statistics are not those of the literature`,
  };
}

function readXmlRecords(folder: string): Article[] {
  return xmlFolders.flatMap((name) =>
    readdirSync(`${folder}/${name}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.xml(?:\.gz)?$/.test(file))
      .sort()
      .flatMap((file) => readXmlFile(`${folder}/${name}/${file}`)),
  );
}

function readXmlFile(path: string): Article[] {
  const bytes = readFileSync(path);
  const parser = createArticleParser();
  try {
    const articles = parser.feed(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    parser.end();
    return articles;
  } catch {
    return [];
  }
}

function fromArticle(article: Article): SourceRecord {
  const sections = article.abstract.map(({ label, text }) => ({ label, sentences: sentencesOf(text) }));
  return {
    title: article.title,
    sentences: sections.flatMap(({ sentences }) => sentences),
    labels: sections.flatMap(({ label, sentences }) => sentences.map(() => label)),
    mesh: article.mesh,
    keywords: article.keywords,
  };
}

/** Reads records of the retrieval and question collections, with the fields that they have. */
function readTexts(folder: string): (SourceRecord & { id: string })[] {
  type Text = { _id: string; title: string; text: string };
  type Review = { pmid: string; title: string; abstract: string };
  const make = (id: string, title: string, sections: { label?: string; text: string }[], mesh: string[]) => ({
    id,
    ...fromArticle({ ...emptyRecord, title, abstract: sections, mesh } as Article),
  });
  const labeled = readJsonLines<PubmedqaRow>(`${folder}/qa/pubmedqa.given-train.jsonl`).map((row) => {
    const sections = row.contexts.map((text, at) => ({ label: row.labels[at] ?? '', text }));
    // PubMedQA's questions are the papers' titles.
    return make(row.pmid, row.question, sections, row.mesh);
  });
  const reviews = readJsonLines<Review>(`${folder}/qa/pubmedrs200.given.jsonl`).map((row) =>
    make(row.pmid, row.title, labeledSections(row.abstract), []),
  );
  const scifact = readJsonLines<Text>(`${folder}/retrieval/scifact/corpus.jsonl`).map((row) =>
    make(row._id, row.title, [{ text: row.text }], []),
  );
  const pubmedqa = readJsonLines<Text>(`${folder}/retrieval/pubmedqa/corpus.jsonl`).map((row) =>
    make(row._id, titleFrom(row.text), labeledSections(row.text), []),
  );
  const medlars = readJsonLines<Text>(`${folder}/retrieval/medlars/corpus.jsonl`).map((row) => {
    // The title is the text's first sentence, and a space precedes every full stop.
    const [{ text: title = '', end = 0 } = {}] = splitSentences(row.text.replaceAll(' .', '.'));
    return make(`medlars ${row._id}`, title, [{ text: row.text.replaceAll(' .', '.').slice(end) }], []);
  });
  const all = [...labeled, ...reviews, ...scifact, ...pubmedqa, ...medlars];
  return [...new Map(all.toReversed().map((record) => [record.id, record])).values()];
}

/** Splits "BACKGROUND: …" in one text, the form in which some collections store a structured abstract. */
function labeledSections(text: string): { label?: string; text: string }[] {
  const parts = text.replace(/\s+/g, ' ').split(/(?:^|(?<=[.?!)] ))([A-Z][A-Z ,/&-]{3,60}): /);
  const sections = parts[0]?.trim() ? [{ text: parts[0] }] : [];
  for (let at = 1; at < parts.length; at += 2)
    sections.push({ label: parts[at] ?? '', text: parts[at + 1] ?? '' } as (typeof sections)[number]);
  return sections;
}

/** Gives records of PubMedQA without a title their sentence most similar to one: short, and the last of those. */
function titleFrom(text: string): string {
  const sentences = labeledSections(text).flatMap((section) => sentencesOf(section.text));
  const distance = (sentence: string) => Math.abs(sentence.length - usualTitle);
  return sentences.reduce((best, next) => (distance(next) <= distance(best) ? next : best), '');
}

/** Characters of a typical title. */
const usualTitle = 95;

function readChinese(folder: string): [sentences: string[], titles: string[]] {
  const pairs = readJsonLines<{ doc: string; zh: string }>(`${folder}/zh/tico19.en-zh.jsonl`);
  const words = readFileSync(`${folder}/zh/thuocl/THUOCL_medical.txt`, 'utf8')
    .split('\n')
    .map((line) => line.split('\t')[0]?.trim() ?? '')
    .filter((word) => word.length >= 2 && word.length <= 8);
  const patterns = ['的临床疗效观察', '的诊断与治疗进展', '患者的护理体会', '相关危险因素分析', '的Meta分析'];
  const titles = words
    .slice(0, 6_000)
    .map((word, at) => `${word}与${words[(at * 7_919) % words.length]}${patterns[at % patterns.length]}`);
  return [pairs.map(({ zh }) => zh).filter((text) => text.length >= 12), titles];
}

function sentencesOf(text: string): string[] {
  return splitSentences(text)
    .map(({ text: sentence }) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 1);
}

function readJsonLines<Row>(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Row => JSON.parse(line));
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts.filter(Boolean))].sort();
}

/** Returns the record's words, for statistics. */
export function sourceText(record: SourceRecord): string {
  return `${record.title}\n${abstractText({ abstract: record.sentences.map((text) => ({ text })) })}`;
}
