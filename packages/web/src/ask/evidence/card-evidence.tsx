import type { RunEvidence } from '@citewell/sdk';
import { useEffect, useRef, useState } from 'react';
import { useVisit } from '../../api/session.tsx';
import { useText } from '../../lib/language.tsx';
import { marked } from '../../lib/marked.tsx';
import { evidenceOf, nearestEvidence, useAnswerFacts } from '../answer-context.ts';

/** Shows the evidence of a citation in its abstract; alone until that is loaded, or if it is unavailable. */
export function CardEvidence({ pmid, sentence }: { pmid: string; sentence: string }) {
  const { run, items } = useAnswerFacts();
  const t = useText();
  const abstract = useAbstract(pmid);
  // Full-text evidence is shown below, with its location.
  const evidence = evidenceOf(run, pmid).filter((each) => !each.full_text);
  const best = nearestEvidence(evidence, sentence);
  const beginning = items[pmid]?.abstract ?? '';
  // A record may have changed since the answer was written: only text at its original position is marked.
  const inPlace = evidence.filter(({ start, end, text }) => abstract?.slice(start, end) === text);

  if (abstract && (inPlace.length > 0 || evidence.length === 0))
    return (
      <div className="card-evidence">
        <p className="eyebrow">
          {inPlace.length > 0
            ? t('Evidence, highlighted in the abstract', '所依据的原文（在摘要中标出）')
            : t('Abstract', '摘要')}
        </p>
        <Abstract text={abstract} evidence={inPlace} best={best} />
      </div>
    );
  if (evidence.length > 0)
    return (
      <div className="card-evidence">
        <p className="eyebrow">{t('Evidence for this answer, verbatim', '本回答所依据的原文')}</p>
        {evidence.map(({ id, label, text }) => (
          <blockquote key={id} className={id === best ? '' : 'evidence-other'}>
            {label && <span className="section-label">{label}</span>}{' '}
            {id === best ? <mark>{text}</mark> : text}
          </blockquote>
        ))}
      </div>
    );
  if (beginning === '') return null;
  return (
    <div className="card-evidence">
      <p className="eyebrow">{t('Beginning of the abstract', '摘要开头')}</p>
      <blockquote>{beginning}</blockquote>
    </div>
  );
}

/** Marks the closest sentence strongly and scrolls it into view; other sentences are marked faintly. */
function Abstract({
  text,
  evidence,
  best,
}: {
  text: string;
  evidence: readonly RunEvidence[];
  best: string | undefined;
}) {
  const place = useRef<HTMLQuoteElement>(null);
  useEffect(() => {
    const [box, mark] = [place.current, place.current?.querySelector<HTMLElement>('mark:not(.mark-faint)')];
    if (box && mark) box.scrollTop = mark.offsetTop - box.clientHeight / 3;
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <blockquote ref={place} tabIndex={0} className="abstract card-abstract">
      {marked(
        text,
        evidence.map(({ id, start, end }) => ({ start, end, className: id === best ? '' : 'mark-faint' })),
      )}
    </blockquote>
  );
}

/** Loads an abstract; undefined until then, and if it is unavailable. */
function useAbstract(pmid: string): string | undefined {
  const { client, session } = useVisit();
  const [abstract, setAbstract] = useState<string>();
  const signedIn = Boolean(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: abstracts do not depend on the language
  useEffect(() => {
    if (!signedIn) return;
    const abort = new AbortController();
    client.abstract(pmid, { signal: abort.signal }).then(
      (found) => setAbstract(found.abstract),
      () => {},
    );
    return () => abort.abort();
  }, [pmid, signedIn]);
  return abstract;
}
