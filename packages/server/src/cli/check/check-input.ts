import { readFileSync } from 'node:fs';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { parsePmid } from '@citewell/core/records/article.ts';
import { groupThousands } from '@citewell/core/text/counted.ts';
import { decodeText } from '@citewell/sdk/decode-text';
import type { AuditedCitation, AuditedSentence } from '../../features/citation-checks/audit-citations.ts';
import { type ReadManuscript, readManuscript } from '../../features/citation-checks/manuscript/citations.ts';
import { ManuscriptError } from '../../features/citation-checks/manuscript/manuscript-error.ts';
import { manuscriptText } from '../../features/citation-checks/manuscript/read-file.ts';
import { toReference } from '../../features/citation-checks/manuscript/references.ts';
import { sentenceMax } from '../../features/citation-checks/sentence.ts';
import { readCsv } from '../../platform/text/read-csv.ts';
import { usage } from '../options.ts';

/** Sentences of a file to check, with a note on parts that were not read. */
export type AuditInput = { sentences: AuditedSentence[]; note?: LocalizedMessage };

/** Descriptor of standard input. */
const standardInput = 0;

/** Maximum number of citations: more than a book has, and at most an hour's work at PubMed's pace. */
const citationsMax = 10_000;

/** Names of the columns in common use. */
const columns = {
  sentence:
    /^(?:(?:cited |citing )?(?:sentence|claim|text|statement)s?|句子|语句|陈述|论述|引用句|引用语句|原文句子|待核查句子)$/i,
  pmid: /^(?:(?:cited )?pmids?|pubmed(?: ?(?:ids?|编号|号))?|pmid ?号|doi号?)$/i,
};

/** Reads the rows of a CSV file, each with a sentence and the record it cites. An incomplete row is reported. */
export function readClaims(path: string): AuditInput {
  const [head = [], ...rows] = readCsv(readText(path));
  const names = head.map((name) =>
    name
      .replace(/[(（].*$/, '')
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  );
  const sentenceAt = names.findIndex((name) => columns.sentence.test(name));
  const recordsAt = names.flatMap((name, at) => (columns.pmid.test(name) ? [at] : []));
  const name =
    path === '-' ? { en: 'standard input', zh: '标准输入' } : { en: `"${path}"`, zh: `"${path}" ` };
  if (sentenceAt < 0 || recordsAt.length === 0)
    throw usage(
      `the first line of ${name.en} must contain the column names sentence and pmid (or doi)`,
      `${name.zh}的第一行须含列名 sentence 和 pmid（或 doi）`,
    );
  if (rows.length === 0)
    throw usage(`${name.en} has no rows below the column names`, `${name.zh}除列名外没有任何行`);
  const sentences = rows.map((row, index) => {
    const sentence = (row[sentenceAt] ?? '').replace(/\s+/g, ' ').trim();
    const named = recordsAt.map((at) => plainCell(row[at] ?? '')).filter((text) => text !== '');
    return { sentence, line: index + 2, citations: citationsOf(named) };
  });
  return { sentences };
}

/** '="123"' and "123.0" are numbers that were protected from a spreadsheet or converted by a program. */
function plainCell(cell: string): string {
  return cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^(\d{1,10})\.0$/, '$1');
}

/** "123; 456" cites two records, which may support the sentence together. */
function citationsOf(named: readonly string[]): AuditedCitation[] {
  const several = named
    .map((text) => text.split(/[\s,，、;；]+/).map(parsePmid))
    .find((pmids) => pmids.length > 1 && pmids.every(Boolean));
  if (!several) return [citationOf(named)];
  return [...new Set(several)].flatMap((pmid) => (pmid ? [{ label: `PMID ${pmid}`, pmid }] : []));
}

/** Parses "123", "PMID: 123", a PubMed address, a DOI or its address; the PMID if a row has both. */
function citationOf(named: readonly string[]): AuditedCitation {
  const found = named.map((text) => {
    const { doi, pmid } = toReference(text);
    return { doi, pmid: parsePmid(text) ?? pmid };
  });
  const pmid = found.find((each) => each.pmid)?.pmid;
  if (pmid) return { label: `PMID ${pmid}`, pmid };
  const doi = found.find((each) => each.doi)?.doi;
  return doi ? { label: `doi:${doi}`, doi } : { label: named.join(', '), unreadable: true };
}

function unreadNote(sentences: number): LocalizedMessage {
  return {
    en: `${sentences === 1 ? '1 sentence cites' : `${sentences} sentences cite`} by author and year or by key, such as (Smith et al., 2019) or [@smith2019]; such citations are not supported and were not checked`,
    zh: `有 ${sentences} 个句子按作者与年份或按键名引用，例如（张三等，2019）或 [@zhang2019]：此类引用不予读取，未经核查`,
  };
}

/** Returns the citing sentences of a manuscript (.md, .txt, .docx). */
export function readDraft(path: string): AuditInput {
  let read: ReadManuscript;
  try {
    const { text, ...form } = manuscriptText(readBytes(path));
    read = readManuscript(text, form);
  } catch (error) {
    if (!(error instanceof ManuscriptError)) throw error;
    throw usage(`"${path}": ${error.sentence.en}`, `"${path}"：${error.sentence.zh}`);
  }
  const { sentences, unread } = read;
  if (sentences.length === 0)
    throw usage(
      `"${path}" has no sentence with a citation: no [1] with a reference list, no PMID, no DOI${unread > 0 ? `; ${unreadNote(unread).en}` : ''}`,
      `"${path}" 中没有带引文的句子：没有与参考文献列表对应的 [1]，也没有 PMID 或 DOI${unread > 0 ? `；${unreadNote(unread).zh}` : ''}`,
    );
  const citations = sentences.reduce((sum, each) => sum + each.citations.length, 0);
  if (citations > citationsMax)
    throw usage(
      `"${path}" has ${groupThousands(citations)} citations, and at most ${groupThousands(citationsMax)} are checked at a time: split it`,
      `"${path}" 中有 ${groupThousands(citations)} 处引文，一次最多核查 ${groupThousands(citationsMax)} 处：请拆分后再核查`,
    );
  return {
    sentences: sentences.map((each) => ({ ...each, sentence: each.sentence.slice(0, sentenceMax) })),
    ...(unread > 0 && { note: unreadNote(unread) }),
  };
}

function readText(path: string): string {
  const text = decodeText(readBytes(path));
  if (text === undefined)
    throw usage(
      `"${path}" is not UTF-8, UTF-16 or GB18030 text`,
      `"${path}" 不是 UTF-8、UTF-16 或 GB18030 文本`,
    );
  return text;
}

/** Reads a file, or standard input for `-`. */
function readBytes(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? standardInput : path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usage(`"${path}" cannot be read (${code})`, `无法读取 "${path}"（${code}）`);
  }
}
