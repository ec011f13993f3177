import { type SimulatedRecord, simulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { loadAnswersRecords } from './answers.ts';

/** Loads the real records of PubMedQA and SciFact as PubMed's simulator serves them; undefined without the data. */
export function loadReviewRecords(): SimulatedRecord[] | undefined {
  // White space is one space in PubMed's records, on which offsets are based.
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return loadAnswersRecords()?.map(({ pmid, title, abstract: sections, mesh, year }) => {
    const abstract = sections
      .map(({ label, text }) => ({ ...(label && { label: oneLine(label) }), text: oneLine(text) }))
      .filter(({ text }) => text !== '');
    return simulatedRecord({
      ...{
        pmid: fetchable(pmid),
        title: oneLine(title),
        abstract,
        mesh: mesh.map((name) => ({ name })),
        published: { year: /\d{4}/.exec(year)?.[0] ?? '2010' },
      },
      journal: { title: 'Journal', abbreviation: 'J' },
      publicationTypes: ['Journal Article'],
    });
  });
}

/** PubMed's numbers have 31 bits, and records beyond them are never requested, so those of the collections are moved below. */
export function fetchable(pmid: string): string {
  const number = Number(pmid);
  return String(number < 4_000_000_000 ? number - 1_000_000_000 : number - 2_700_000_000);
}
