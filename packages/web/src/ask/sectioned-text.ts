import type { Turn } from './turn.ts';

/** A heading of the text with what belongs to it; `name` stays the same wherever it stands. */
export type TextSection = { name: string; source: string };

/** Splits a text at its headings. Sections under the same heading are counted. */
export function sectionsOf(text: string): TextSection[] {
  const times = new Map<string, number>();
  return text.split(/^(?=#{1,3} )/m).map((source) => {
    const heading = headingOf(source);
    const time = (times.get(heading) ?? 0) + 1;
    times.set(heading, time);
    return { name: time === 1 ? heading : `${heading} ${time}`, source };
  });
}

/** Returns the sections of a review that are finished but not yet in its text, in reading order. */
export function waitingSections({ text, writing, finished }: Turn): TextSection[] {
  if (!writing || !finished) return [];
  const present = new Set(sectionsOf(text).map(({ name }) => name));
  const waiting = writing.progress.sections.filter(
    ({ heading }) => finished[heading] !== undefined && !present.has(heading),
  );
  const findings = findingsHeading(waiting);
  return waiting.flatMap(({ heading, level }) => [
    ...(level > 2 && findings && !present.has(findings.words) && findings.before === heading
      ? [{ name: findings.words, source: `## ${findings.words}` }]
      : []),
    { name: heading, source: `${'#'.repeat(level)} ${heading}\n\n${finished[heading]}` },
  ]);
}

/** The heading above the themes, which is no section of its own, and the first theme. */
export function findingsHeading(
  sections: readonly { heading: string; level: number }[],
): { words: string; before: string } | undefined {
  const first = sections.find(({ level }) => level > 2);
  return (
    first && { words: /\p{Script=Han}/u.test(first.heading) ? '主要结果' : 'Findings', before: first.heading }
  );
}

function headingOf(source: string): string {
  return /^#{1,3} (.*)/.exec(source)?.[1]?.trim() ?? '';
}
