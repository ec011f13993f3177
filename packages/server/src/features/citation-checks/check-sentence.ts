import { joined } from '@citewell/citation-checker/explain.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import type { Meter } from '../../accounting/meter.ts';
import type { LanguageWork } from '../../language-work/language-work.ts';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Log } from '../../platform/log.ts';
import type { SentenceCheck, SentenceToCheck } from './check-by-rules.ts';
import type { LookUpContext } from './find-article.ts';
import { type Verifiers, verifierOf } from './verifier/verifier.ts';

export type CheckDependencies = Verifiers & { log: Log };
export type CheckContext = LookUpContext & { requestId: string; meter: Meter; work: LanguageWork };

/**
 * Checks a sentence, with a verifier unless it is verbatim. If the verifier fails, the rules' verdict is
 * returned and marked as such. If comparing takes too long, the verdict is undetermined, and the reason says so.
 * @throws ServiceError `upstream_unavailable` if the rules are undecided and two replies of the verifier were unusable
 */
export async function checkSentence(
  request: SentenceToCheck,
  { log, ...verifiers }: CheckDependencies,
  context: CheckContext,
): Promise<SentenceCheck> {
  const { work, signal } = context;
  const tooLong = () => undeterminedFor(request);
  const verifier = verifierOf(verifiers);
  if (!verifier) return unlessTooLong(work('checkSentenceByRules', request, signal), tooLong);
  const checked = await unlessTooLong(work('readSentence', request, signal), tooLong);
  if (!('byRules' in checked)) return checked;
  const { byRules, shown } = checked;
  if (!shown) return byRules;
  try {
    const verification = await verifier.verify(shown, context);
    return verification
      ? await unlessTooLong(work('weighVerification', { checked, verification }, signal), tooLong)
      : byRules;
  } catch (error) {
    if (error instanceof ModelError) {
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: verifier.name,
        failure: error.failure,
      });
      // An unusable reply is not a verdict: "undetermined" must not look like the model's opinion.
      if (error.failure === 'bad_json' && byRules.verdict === 'undetermined')
        throw new ServiceError('upstream_unavailable', { detail: unreadable, cause: error });
    } else if (!(error instanceof ServiceError && error.code === 'insufficient_balance')) throw error;
    const reason = joined([byRules.reason, withoutModel[byRules.language]], byRules.language);
    return { ...byRules, method: 'rules_model_failed', reason };
  }
}

const unreadable: Record<Language, string> = {
  en: 'The model that checks citations gave no usable reply in two attempts, so the sentence was not judged. Try again later.',
  zh: '核查引文的模型两次均未给出可用的回复，因此未对该句作出判断。请稍后再试。',
};

const withoutModel: Record<Language, string> = {
  en: 'This verdict is based on rules alone, because the model could not be reached.',
  zh: '此结论仅依据规则得出：未能调用模型。',
};

/** Creates the result for a text that could not be compared: no verdict either way. */
function undeterminedFor({ sentence }: SentenceToCheck): SentenceCheck {
  const language = detectLanguage(sentence);
  return {
    ...{ verdict: 'undetermined', method: 'rules', language },
    ...{ reason: tookTooLong[language], analysis: '', suggestion: undefined },
    ...{ evidence: [], numbers: [], deviations: [], parts: [] },
  };
}

const tookTooLong: Record<Language, string> = {
  en: 'Comparing the sentence with the abstract took too long and was stopped, so it was not judged. Shorten the sentence or the abstract.',
  zh: '比对该句与摘要耗时过长，已放弃：未对该句作出任何判断。请缩短句子或摘要。',
};
