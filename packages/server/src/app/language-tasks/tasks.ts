import { isStatedReview } from '@citewell/citation-checker/is-stated-review.ts';
import { toDocx } from '../../documents/docx.ts';
import { toMarkdown } from '../../documents/markdown.ts';
import { writeReferences } from '../../documents/write-references.ts';
import { selectAttachmentPassages } from '../../features/answers/attachment.ts';
import { followUp } from '../../features/answers/dialogue/follow-up.ts';
import { readScope } from '../../features/answers/scope/read-scope.ts';
import { judgeUnits } from '../../features/answers/verification/judge-units.ts';
import { readMessage } from '../../features/chat/read-message.ts';
import { readSmallTalk } from '../../features/chat/small-talk.ts';
import {
  checkSentenceByRules,
  deviatesFromAll,
  readSentence,
} from '../../features/citation-checks/check-by-rules.ts';
import { compareCandidates, planSupport } from '../../features/citation-checks/compare-candidates.ts';
import { readCitedSentences } from '../../features/citation-checks/manuscript/cited-sentences.ts';
import { searchFullText } from '../../features/citation-checks/search-full-text.ts';
import { weighVerification } from '../../features/citation-checks/weigh-verification.ts';
import { chooseClaims, compareVersion, readManuscript } from '../../features/polishing/compare-version.ts';
import { polishByRules } from '../../features/polishing/meaning/rules.ts';
import { compareFindings } from '../../features/reviews/discussion/compare-findings.ts';
import { readFindings, selectRestatements } from '../../features/reviews/discussion/discussion-findings.ts';
import { readRecords } from '../../features/reviews/gathering/evidence-base.ts';
import { comparisonRows } from '../../features/reviews/studies/record-spans.ts';
import { checkText } from '../../features/reviews/writing/check-text.ts';
import { annotatedRecords, quotedReview } from '../../features/reviews/writing/quoted-review.ts';
import { judgeWritten } from '../../features/reviews/writing/verification.ts';
import { readFullText } from '../../literature/sources/full-text/read-full-text.ts';
import { selectFullText } from '../../retrieval/full-text/select-full-text.ts';
import { planQuestion } from '../../retrieval/plan-question.ts';
import { firstCandidates, showCandidates, summarizeCandidates } from '../../retrieval/rank-candidates.ts';
import { selectEvidence } from '../../retrieval/select-evidence.ts';

/**
 * The registry of language tasks: work that can block a thread for longer than the event loop can spare. Each is a pure
 * function of one argument that can be structured-cloned, and of a kept value if it has one in common with other tasks, and a whole step of a pipeline, so that few messages are sent.
 */
export const tasks = {
  checkSentenceByRules,
  chooseClaims,
  checkText,
  compareCandidates,
  comparisonRows,
  compareFindings,
  compareVersion,
  deviatesFromAll,
  firstCandidates,
  followUp,
  judgeUnits,
  judgeWritten,
  planQuestion,
  planSupport,
  polishByRules,
  annotatedRecords,
  quotedReview,
  readCitedSentences,
  readFindings,
  readFullText,
  readManuscript,
  readMessage,
  readRecords,
  readScope,
  readSentence,
  readSmallTalk,
  searchFullText,
  selectRestatements,
  isStatedReview,
  selectAttachmentPassages,
  selectEvidence,
  selectFullText,
  showCandidates,
  summarizeCandidates,
  toDocx,
  toMarkdown,
  weighVerification,
  writeReferences,
};

type Tasks = typeof tasks;

declare module '../../language-work/language-work.ts' {
  interface LanguageTasks extends Tasks {}
}
