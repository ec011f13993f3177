import { ServiceError } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { engineName, type Model } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { PipelineContext } from '../../pipeline/context.ts';
import type { Log } from '../../platform/log.ts';
import type { AllowedChanges } from './meaning/allowed-changes.ts';
import type { MeaningChange } from './meaning/meaning-change.ts';
import { plainForm } from './meaning/text-form.ts';
import { polishTask } from './model/polish-task.ts';

/** Reason for the result of a segment. */
export type SegmentResult =
  | 'polished'
  | 'kept'
  | 'model_failed'
  | 'balance_too_low'
  | 'out_of_time'
  | 'too_slow';

export type PolishedSegment = { text: string; how: SegmentResult; changes: MeaningChange[] };

type Dependencies = { model?: Model | undefined; log: Log };
type PolishContext = Pick<PipelineContext, 'requestId' | 'signal' | 'meter' | 'work'>;

/**
 * Polishes a segment with the model. A version that changes the meaning is requested once more, naming the
 * changes; after that the segment stays unchanged. If there is no model, if it fails, or if `inTime` says that it is too
 * late, rules polish. A segment that takes too long to compare stays unchanged.
 */
export async function polishSegment(
  written: string,
  requirement: string,
  dependencies: Dependencies,
  context: PolishContext,
  inTime: () => boolean,
): Promise<PolishedSegment> {
  const tooSlow = (): PolishedSegment => ({ text: written, how: 'too_slow', changes: [] });
  return unlessTooLong(polishInTime(written, requirement, dependencies, context, inTime), tooSlow);
}

async function polishInTime(
  written: string,
  requirement: string,
  { model, log }: Dependencies,
  { requestId, signal, meter, work }: PolishContext,
  inTime: () => boolean,
): Promise<PolishedSegment> {
  const text = plainForm(written);
  const language = detectLanguage(text);
  const allowed = allowedChanges(requirement);
  let changes: MeaningChange[] = [];
  for (const _ of [1, 2]) {
    if (!inTime()) return byRules('out_of_time');
    try {
      const input = { text, requirement, language, lost: changes };
      const version = model
        ? await model.reply(polishTask, input, { signal, meter })
        : await work('polishByRules', text, signal);
      const compared = await work('compareVersion', { written, version, allowed }, signal);
      changes = compared.changes;
      if (changes.length === 0) return { text: compared.text, how: 'polished', changes };
    } catch (error) {
      if (error instanceof ModelError) {
        log('warn', 'engine_failed', { requestId, engine: engineName(model), failure: error.failure });
        return byRules('model_failed');
      }
      if (error instanceof ServiceError && error.code === 'insufficient_balance')
        return byRules('balance_too_low');
      throw error;
    }
    // Rules always give the same result.
    if (!model) break;
  }
  return { text: written, how: 'kept', changes };

  async function byRules(how: SegmentResult): Promise<PolishedSegment> {
    const version = await work('polishByRules', text, signal);
    const compared = await work('compareVersion', { written, version, allowed }, signal);
    return { text: compared.text, how, changes: [] };
  }
}

const wantsTranslation =
  /translat|\binto (?:english|chinese)\b|\bin (?:english|chinese)\b|翻译|译成|译为|改为英文|改为中文|用英文|用中文/i;
const wantsLength =
  /short|concis|condens|brief|trim|tighten|length|expand|longer|words\b|characters\b|精简|缩短|简洁|简练|压缩|删减|扩写|扩展|字数|字以内/i;

function allowedChanges(requirement: string): AllowedChanges {
  const language = wantsTranslation.test(requirement);
  return { language, length: language || wantsLength.test(requirement) };
}
