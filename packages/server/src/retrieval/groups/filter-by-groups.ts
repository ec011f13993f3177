import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Language } from '@citewell/sdk';
import { nearestMax, type SubjectGate } from '../subject-gate.ts';
import { askedGroups } from './asked-groups.ts';

/**
 * Excludes records that hold the subjects of a question but not the people, animals or conditions that it names besides. If no
 * other record holds the subjects, the first of them are shown as the nearest, with what they lack; so is it named for records that
 * lack a subject as well. `articles` are the candidates, the best first; records requested by PMID (`wanted`) stay.
 */
export function filterByGroups(
  gate: SubjectGate,
  articles: readonly Article[],
  {
    query,
    wanted,
    language,
    isFarWorse = () => false,
  }: {
    query: SearchQuery;
    wanted: ReadonlySet<Pmid>;
    language: Language;
    /** Returns true if a record fits the question so much less than another that it would not be quoted beside it. */
    isFarWorse?: (pmid: Pmid, other: Pmid) => boolean;
  },
): SubjectGate {
  const groups = askedGroups(query, language);
  if (groups.length === 0 || wanted.size > 0) return gate;
  const missing = new Map(
    articles.map((article) => [
      article.pmid,
      groups.filter(({ isHeldBy }) => !isHeldBy(article)).flatMap(({ names }) => names),
    ]),
  );
  const lackedBy = (pmid: Pmid) => missing.get(pmid) ?? [];
  const withMissing = (pmid: Pmid, lacks: readonly string[] = []): [Pmid, string[]] => [
    pmid,
    [...lacks, ...lackedBy(pmid)],
  ];
  const admitted = articles.map(({ pmid }) => pmid).filter((pmid) => gate.admitted.has(pmid));
  const names = groups.flatMap((group) => group.names);
  if (gate.verdict.kind !== 'together')
    return {
      ...gate,
      verdict:
        gate.verdict.kind === 'apart'
          ? { ...gate.verdict, names: [...gate.verdict.names, ...names] }
          : gate.verdict,
      lacks: new Map([...gate.lacks].map(([pmid, lacks]) => withMissing(pmid, lacks))),
    };
  const fitting = admitted.filter((pmid) => lackedBy(pmid).length === 0);
  const isFitting = new Set(fitting);
  const passedOver = articles
    .slice(0, nearestMax)
    .map(({ pmid }) => withMissing(pmid, gate.passedOver?.get(pmid) ?? gate.lacks.get(pmid)))
    .filter(([pmid]) => !isFitting.has(pmid));
  const [first] = admitted;
  // Without a subject, the first record covers most of the question.
  const isFirstDemanded = (query.subjects ?? []).length === 0;
  const isEvidence =
    first === undefined ||
    isFitting.has(first) ||
    (!isFirstDemanded && fitting[0] !== undefined && !isFarWorse(fitting[0], first));
  if (isEvidence)
    return { ...gate, admitted: isFitting, passedOver: new Map(passedOver.slice(0, nearestMax - 1)) };
  // Among the first of all may be records that lack an everyday word as well.
  const shown = new Set([...passedOver.slice(0, nearestMax - 1).map(([pmid]) => pmid), ...admitted]);
  const nearest = articles
    .map(({ pmid }) => pmid)
    .filter((pmid) => shown.has(pmid))
    .slice(0, nearestMax)
    .map((pmid) => withMissing(pmid, gate.passedOver?.get(pmid) ?? gate.lacks.get(pmid)));
  const subjects = (query.subjects ?? []).map(({ name }) => name);
  // Without a subject, records shown may be on one group and lack another: none of them is on a group only if all lack it.
  const missed = names.filter((name) => nearest.every(([pmid]) => lackedBy(pmid).includes(name)));
  return {
    verdict: { kind: 'apart', names: subjects.length > 0 ? [...subjects, ...names] : missed },
    admitted: new Set(nearest.map(([pmid]) => pmid)),
    lacks: new Map(nearest.filter(([, lacks]) => lacks.length > 0)),
  };
}
