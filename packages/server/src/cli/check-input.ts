import { readFileSync } from 'node:fs';
import { parsePmid } from '../literature/article.ts';
import { readManuscript } from '../manuscript/citations.ts';
import { ManuscriptError } from '../manuscript/manuscript-error.ts';
import { manuscriptText } from '../manuscript/read-file.ts';
import type { AuditedSentence } from '../pipelines/audit-citations.ts';
import { readCsv } from '../text/read-csv.ts';
import { usage } from './options.ts';

const sentenceMax = 4_000;

/** Names of the two columns, as people write them. */
const columns = {
  sentence: /^(?:sentence|claim|text|statement|句子|陈述)$/i,
  pmid: /^(?:pmid|pubmed(?:[ _]?id)?)$/i,
};

/** The rows of a CSV file with a sentence and a PMID each; the first wrong one is told before anything is checked. */
export function readClaims(path: string): AuditedSentence[] {
  const [head = [], ...rows] = readCsv(readUtf8(path));
  const place = (pattern: RegExp) => head.findIndex((name) => pattern.test(name.trim()));
  const [sentenceAt, pmidAt] = [place(columns.sentence), place(columns.pmid)];
  if (sentenceAt < 0 || pmidAt < 0)
    throw usage(
      `the first line of "${path}" must name the columns sentence and pmid`,
      `"${path}" 的第一行须含列名 sentence 和 pmid`,
    );
  return rows.map((row, index) => {
    const line = index + 2;
    const sentence = (row[sentenceAt] ?? '').replace(/\s+/g, ' ').trim();
    const pmid = parsePmid((row[pmidAt] ?? '').trim());
    if (sentence === '' || [...sentence].length > sentenceMax)
      throw usage(
        `row ${line} of "${path}" has no sentence of 1 to 4,000 characters`,
        `"${path}" 第 ${line} 行没有 1 到 4,000 个字符的句子`,
      );
    if (!pmid)
      throw usage(
        `row ${line} of "${path}" has no PMID: 1 to 10 digits without leading zeros`,
        `"${path}" 第 ${line} 行没有 PMID：1 到 10 位数字，首位不为 0`,
      );
    return { sentence, line, citations: [{ label: `PMID ${pmid}`, pmid }] };
  });
}

/** The sentences of a manuscript (.md, .txt, .docx) that cite something. */
export function readDraft(path: string): AuditedSentence[] {
  let sentences: AuditedSentence[];
  try {
    ({ sentences } = readManuscript(manuscriptText(readBytes(path))));
  } catch (error) {
    if (!(error instanceof ManuscriptError)) throw error;
    throw usage(`"${path}": ${error.sentence.en}`, `"${path}"：${error.sentence.zh}`);
  }
  if (sentences.length === 0)
    throw usage(
      `"${path}" has no sentence that cites: no [1] with a reference list, no PMID, no DOI`,
      `"${path}" 中没有带引文的句子：没有与参考文献列表对应的 [1]，也没有 PMID 或 DOI`,
    );
  return sentences.map((each) => ({ ...each, sentence: each.sentence.slice(0, sentenceMax) }));
}

function readUtf8(path: string): string {
  const bytes = readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`"${path}" is not text in UTF-8`, `"${path}" 不是 UTF-8 文本`);
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usage(`"${path}" cannot be read (${code})`, `无法读取 "${path}"（${code}）`);
  }
}
