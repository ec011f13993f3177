import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readPubmedRecord } from './pubmed/pubmed-record.ts';
import { type SimulatedRecord, simulatedRecord } from './pubmed/record.ts';

/** Folder ../shared/data next to the project's root: real records that are not part of the repository. */
export const sharedDataDir = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** Returns the reason why a test that needs the shared data is skipped; undefined if the data is present. */
export function sharedDataMissing(): string | undefined {
  return existsSync(sharedDataDir) ? undefined : '../shared/data is not here';
}

/** Folders of real PubMed XML; `synthetic` next to them contains deliberately malformed files and is excluded. */
const pubmedXmlPlaces = [
  'pubmed-xml/pubmedparser',
  'pubmed-xml/pmparser',
  'pubmed-xml/metapub-other',
  'pubmed-xml/metapub',
  'pubmed-xml/jabref',
  'eutils/biopython',
  'europepmc/biomcp/pubmed',
];

/** Reads every PubmedArticle and PubmedBookArticle of the shared files, byte for byte; undefined if they are absent. */
export function loadPubmedXmlCorpus(directory = sharedDataDir): SimulatedRecord[] | undefined {
  if (!existsSync(`${directory}/pubmed-xml`)) return undefined;
  const byPmid = new Map<string, SimulatedRecord>();
  for (const place of pubmedXmlPlaces) {
    if (!existsSync(`${directory}/${place}`)) continue;
    const files = readdirSync(`${directory}/${place}`, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.xml(\.gz)?$/.test(name)).sort()) {
      const bytes = readFileSync(`${directory}/${place}/${file}`);
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
      for (const [xml] of text.matchAll(/<Pubmed(Book)?Article>[\s\S]*?<\/Pubmed(?:Book)?Article>/g)) {
        const record = readPubmedRecord(xml);
        if (record && /^\d+$/.test(record.pmid)) byPmid.set(record.pmid, record);
      }
    }
  }
  return [...byPmid.values()];
}

/** Row of PubMedQA's labeled half: a paper whose title is the question, and whose conclusion answers it. */
export type PubmedqaRow = {
  pmid: string;
  question: string;
  /** Sections of the abstract without its conclusion, and their labels. */
  contexts: string[];
  labels: string[];
  mesh: string[];
  year: string;
  /** Conclusion of the abstract. */
  long_answer: string;
};

/** Reads PubMedQA's labeled half; undefined if it is absent. */
export function readPubmedqaRows(directory = sharedDataDir): PubmedqaRow[] | undefined {
  return readJsonLines<PubmedqaRow>(`${directory}/qa/pubmedqa.given-train.jsonl`);
}

/**
 * Returns the 1,000 abstracts of PubMedQA as records; undefined if they are absent. Titles are "[Not Available].": the
 * real ones are the questions, which would make finding them trivial. MeSH and year come from the labeled half; the
 * others get the year of the nearest known PMID, since PMIDs are assigned in order.
 */
export function loadPubmedqaCorpus(directory = sharedDataDir): SimulatedRecord[] | undefined {
  const corpus = readJsonLines<{ _id: string; text: string }>(`${directory}/retrieval/pubmedqa/corpus.jsonl`);
  if (!corpus) return undefined;
  const labeled = readPubmedqaRows(directory) ?? [];
  const known = new Map(labeled.map((row) => [row.pmid, row]));
  const years = labeled.filter((row) => row.year).map((row) => [Number(row.pmid), row.year] as const);
  const nearestYear = (pmid: string) =>
    years.reduce<readonly [number, string] | undefined>(
      (best, row) =>
        !best || Math.abs(row[0] - Number(pmid)) < Math.abs(best[0] - Number(pmid)) ? row : best,
      undefined,
    )?.[1] ?? '2010';
  return corpus.map(({ _id: pmid, text }) => {
    const row = known.get(pmid);
    return simulatedRecord({
      pmid,
      title: '[Not Available].',
      abstract: row
        ? row.contexts.map((context, at) => ({
            ...(row.labels[at] && { label: row.labels[at] }),
            text: context,
          }))
        : labeledSections(text),
      journal: { title: 'PubMedQA (journal not given)', abbreviation: 'PubMedQA' },
      published: { year: row?.year || nearestYear(pmid) },
      mesh: (row?.mesh ?? []).map((name) => ({ name })),
    });
  });
}

/**
 * Returns the 5,183 abstracts of SciFact as records, all dated 2015 (it has no dates); undefined if they are absent.
 */
export function loadScifactCorpus(directory = sharedDataDir): SimulatedRecord[] | undefined {
  const file = `${directory}/retrieval/scifact/corpus.jsonl`;
  return readJsonLines<{ _id: string; title: string; text: string }>(file)?.map(
    ({ _id: pmid, title, text }) =>
      simulatedRecord({
        pmid,
        title,
        abstract: labeledSections(text),
        journal: { title: 'SciFact (journal not given)', abbreviation: 'SciFact' },
        published: { year: '2015' },
      }),
  );
}

/** Splits "METHODS: … RESULTS: …" into labeled sections; one section without a label if there are none. */
export function labeledSections(text: string): { label?: string; text: string }[] {
  const parts = text.split(/(?:^|(?<=[.?!)\]] ))([A-Z][A-Z ,/&-]{3,60}): /);
  const lead = parts[0]?.trim();
  const sections: { label?: string; text: string }[] = lead ? [{ text: lead }] : [];
  for (let at = 1; at < parts.length; at += 2) {
    sections.push({ label: parts[at] ?? '', text: (parts[at + 1] ?? '').trim() });
  }
  return sections;
}

export function readJsonLines<Row>(file: string): Row[] | undefined {
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
