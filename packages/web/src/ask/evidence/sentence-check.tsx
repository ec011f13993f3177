import type { CitationCheckResponse } from '@citewell/sdk';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useVisit } from '../../api/session.tsx';
import { FailureNote, Loading } from '../../components/common.tsx';
import { useText } from '../../lib/language.tsx';
import { Verdict } from './verdict.tsx';

/** Checks one sentence against one article, in place. */
export function SentenceCheck({ sentence, pmid }: { sentence: string; pmid: string }) {
  const { client } = useVisit();
  const t = useText();
  const [reply, setReply] = useState<CitationCheckResponse>();
  const [failure, setFailure] = useState<Failure>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language must not check, and bill, again
  useEffect(() => {
    const abort = new AbortController();
    client.checkCitation({ sentence, pmid, include: ['verification'] }, { signal: abort.signal }).then(
      (checked) => !abort.signal.aborted && setReply(checked),
      (error) => !abort.signal.aborted && setFailure(failureOf(error, t)),
    );
    return () => abort.abort();
  }, [sentence, pmid]);
  return (
    <div className="sentence-check" aria-live="polite">
      {failure ? (
        <FailureNote failure={failure} />
      ) : reply ? (
        <Verdict reply={reply} sentence={sentence} />
      ) : (
        <Loading lines={2} />
      )}
    </div>
  );
}
