import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';

/** Reports a sentence that the abstract states only as a question or as a finding of others. */
export function sectionFindings({ ranked, covered, verbatim, abstract }: Comparison): Finding[] {
  const quoted =
    verbatim && abstract.sentences.find(({ start, end }) => start <= verbatim.start && verbatim.start < end);
  const best = quoted ?? ranked[0]?.sentence;
  if (!best || covered.best < 0.5 || (best.section !== 'aim' && best.section !== 'background')) return [];
  const elsewhere = Math.max(
    0,
    ...ranked
      .filter(({ sentence }) => sentence.section !== 'aim' && sentence.section !== 'background')
      .map(({ coverage }) => coverage),
  );
  if (!quoted && elsewhere >= covered.best * 0.7) return [];
  return [
    {
      kind: 'secondary_source',
      force: 'note',
      claim: '',
      evidence: best.text,
    },
  ];
}
