import { type Engine, EngineError } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { inFormOf, plainForm } from '../polish/form.ts';
import type { Freedom, Loss } from '../polish/loss.ts';
import { lossesOf } from '../polish/losses.ts';
import { detectLanguage } from '../text/language.ts';
import type { CallContext } from './context.ts';

/** Why a segment is what it is. */
export type How = 'polished' | 'kept' | 'model_failed' | 'balance_too_low' | 'out_of_time';

export type PolishedSegment = { text: string; how: How; losses: Loss[] };

type Dependencies = { engine: Engine; fallbackEngine: Engine; log: Log };

/**
 * A segment polished by the engine. A version that loses or adds what it must not is done once more, told what was lost, then
 * the segment stays as it was. Where the engine cannot be asked, or `inTime` says that it is too late, the fallback polishes.
 */
export async function polishSegment(
  written: string,
  requirement: string,
  { engine, fallbackEngine, log }: Dependencies,
  { requestId, signal, meter }: Pick<CallContext, 'requestId' | 'signal' | 'meter'>,
  inTime: () => boolean,
): Promise<PolishedSegment> {
  const text = plainForm(written);
  const language = detectLanguage(text);
  const freedom = freedomOf(requirement);
  let losses: Loss[] = [];
  for (const _ of [1, 2]) {
    if (!inTime()) return byRules('out_of_time');
    try {
      const input = { text, requirement, language, lost: losses };
      const version = tidy(await engine.polish(input, { signal, meter }), text);
      losses = lost(text, version, freedom);
      if (losses.length === 0) return { text: inFormOf(written, version), how: 'polished', losses };
    } catch (error) {
      if (error instanceof EngineError) {
        log('warn', 'engine_failed', { requestId, engine: engine.name, failure: error.failure });
        return byRules('model_failed');
      }
      if (error instanceof ServiceError && error.code === 'insufficient_balance')
        return byRules('balance_too_low');
      throw error;
    }
    // Rules say the same every time.
    if (engine === fallbackEngine) break;
  }
  return { text: written, how: 'kept', losses };

  async function byRules(how: How): Promise<PolishedSegment> {
    const version = await fallbackEngine.polish({ text, requirement, language, lost: [] }, { signal, meter });
    const safe = lost(text, version, freedom).length === 0;
    return { text: safe ? inFormOf(written, version) : written, how, losses: [] };
  }
}

function lost(text: string, version: string, freedom: Freedom): Loss[] {
  const translated = detectLanguage(text) !== detectLanguage(version);
  if (translated && !freedom.language) return [{ kind: 'words', text: '' }];
  return lossesOf(text, version, { ...freedom, language: translated });
}

const wantsTranslation =
  /translat|\binto (?:english|chinese)\b|\bin (?:english|chinese)\b|翻译|译成|译为|改为英文|改为中文|用英文|用中文/i;
const wantsLength =
  /short|concis|condens|brief|trim|tighten|length|expand|longer|words\b|characters\b|精简|缩短|简洁|简练|压缩|删减|扩写|扩展|字数|字以内/i;

function freedomOf(requirement: string): Freedom {
  const language = wantsTranslation.test(requirement);
  return { language, length: language || wantsLength.test(requirement) };
}

/** A reply as the text it is meant to be: without a fence or the name of the block that a model put around it. */
function tidy(reply: string, text: string): string {
  let version = reply.trim();
  const fenced = /^(```+|~~~+)[a-z]*\n([\s\S]*?)\n?\1$/.exec(version);
  if (fenced && !text.startsWith('```') && !text.startsWith('~~~')) version = (fenced[2] ?? '').trim();
  const block = /^<<<TEXT \S+\n([\s\S]*?)\nTEXT \S+>>>$/.exec(version);
  return plainForm(block?.[1] ?? version).trim();
}
