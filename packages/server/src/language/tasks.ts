import { toDocx } from '../documents/docx.ts';
import { toMarkdown } from '../documents/markdown.ts';
import { selectAttachmentPassages } from '../evidence/attachment.ts';
import { saysReview } from '../evidence/check/rules/designs.ts';
import { readMessage } from '../pipelines/avatar-topic.ts';
import { deviatesFromAll, readSentence, weighVerification } from '../pipelines/check-by-rules.ts';
import { compareCandidates, planSupport } from '../pipelines/compare-candidates.ts';
import { chooseClaims, compareVersion, readManuscript } from '../pipelines/compare-version.ts';
import { compareFindings, readFindings, restating } from '../pipelines/discussion-findings.ts';
import { judgeUnits, readSources } from '../pipelines/judge-units.ts';
import { planQuestion } from '../pipelines/plan-question.ts';
import { checkText } from '../pipelines/review/check-text.ts';
import { readRecords } from '../pipelines/review/evidence-base.ts';
import { quotedReview } from '../pipelines/review/quoted-review.ts';
import { judgeWritten } from '../pipelines/review/verification.ts';
import { firstCandidates, selectEvidence, showCandidates } from '../pipelines/select-evidence.ts';
import { readSmallTalk } from '../pipelines/small-talk.ts';
import { polishByRules } from '../polish/rules.ts';

/**
 * What may hold a thread for longer than the event loop can spare: pure functions of one argument that structured cloning
 * carries, a step of a pipeline each, so that few messages are sent.
 */
export const tasks = {
  chooseClaims,
  checkText,
  compareCandidates,
  compareFindings,
  compareVersion,
  deviatesFromAll,
  firstCandidates,
  judgeUnits,
  judgeWritten,
  planQuestion,
  planSupport,
  polishByRules,
  quotedReview,
  readFindings,
  readManuscript,
  readMessage,
  readRecords,
  readSentence,
  readSmallTalk,
  readSources,
  restating,
  saysReview,
  selectAttachmentPassages,
  selectEvidence,
  showCandidates,
  toDocx,
  toMarkdown,
  weighVerification,
};

export type LanguageTasks = typeof tasks;
