import type { CallOptions } from '@citewell/sdk';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { LanguageWork } from '../../language-work/language-work.ts';
import { pairsMax } from '../citation-checks/factcheck-schema.ts';
import type { McpClient } from './mcp-client.ts';
import type { ReportProgress } from './report-progress.ts';
import { checkedOf, toolResult } from './tool-results.ts';
import type { manuscriptOutput } from './tool-schemas.ts';

type CheckedCitation = z.output<typeof manuscriptOutput>['citations'][number];

/** Order of the results, those that need attention first. */
const urgency = ['deviates', 'undetermined', 'not_checked', 'supported'] as const;

/** Reasons, in the tool's words, for citations that were not sent to the service. */
const unchecked = {
  noCitation:
    'No citation was found: the text has to cite by PMID, or by [1] with a reference list that has PMIDs.',
  noPmid: 'This citation names no PMID.',
  tooMany: `At most ${pairsMax} citations are checked at a time: send the rest of the text in another call.`,
};

/**
 * Checks the citing sentences of a manuscript, in one batch.
 * @throws {CitewellError} as `checkCitations` of the SDK.
 */
export async function checkManuscript(
  text: string,
  { client, work }: { client: McpClient; work: LanguageWork },
  options: Required<CallOptions>,
  report: ReportProgress,
): Promise<CallToolResult> {
  const cited = await work('readCitedSentences', { text }, options.signal);
  const known = cited.flatMap(({ pmid, ...each }) => (pmid === undefined ? [] : [{ ...each, pmid }]));
  const pairs = known.slice(0, pairsMax);
  const left: CheckedCitation[] = [
    ...cited.filter(({ pmid }) => pmid === undefined).map((each) => notChecked(each, unchecked.noPmid)),
    ...known.slice(pairsMax).map((each) => notChecked(each, unchecked.tooMany)),
  ];
  const done: CheckedCitation[] = [];
  if (pairs.length > 0) {
    const request = {
      pairs: pairs.map(({ sentence, pmid }) => ({ sentence, pmid })),
      include: ['verification' as const],
    };
    for await (const one of client.checkCitations(request, options)) {
      const pair = pairs[one.index];
      if (!pair) continue;
      const { sentence, line, citation } = pair;
      const checked = checkedOf(one);
      if (!checked) done.push(notChecked(pair, 'error' in one ? one.error : ''));
      else {
        const { verdict, reason, passage, suggestion } = checked;
        done.push({ line, sentence, citation, verdict, reason, passage, ...(suggestion && { suggestion }) });
      }
      await report(citation, done.length, pairs.length);
    }
  }
  const citations = [...done, ...left].sort(
    (one, other) => urgency.indexOf(one.verdict) - urgency.indexOf(other.verdict) || one.line - other.line,
  );
  if (cited.length === 0) return toolResult(unchecked.noCitation, { checked: 0, citations: [] });
  const checked = done.filter(({ verdict }) => verdict !== 'not_checked').length;
  const lines = citations.map(
    ({ line, citation, verdict, reason }) => `${line}: ${citation}: ${verdict}. ${reason}`,
  );
  return toolResult([`${checked} checked`, ...lines].join('\n'), { checked, citations });
}

function notChecked(
  { line, sentence, citation }: Pick<CheckedCitation, 'line' | 'sentence' | 'citation'>,
  reason: string,
): CheckedCitation {
  return { line, sentence, citation, verdict: 'not_checked', reason };
}
