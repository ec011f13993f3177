import type { Model, ModelCallContext } from '../../../llm/model.ts';
import type { Verification, VerifyInput } from './verification.ts';
import { verifyHold, verifyTask } from './verify-task.ts';

/**
 * Judges sentences by the abstracts they cite, after the rules.
 * @throws {ModelError} if it could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 * @example
 * const verification = await verifierOf(services)?.verify(input, context);
 */
export interface Verifier {
  /** Name for the log. */
  readonly name: string;
  /** Usual hold of a check, in tokens; 0 if it costs none. */
  readonly hold: number;
  /**
   * Judges a sentence; resolves with undefined if it has no judgment.
   * @throws {ModelError} `bad_json` if the reply could not be parsed, twice.
   */
  verify(input: VerifyInput, context: ModelCallContext): Promise<Verification | undefined>;
}

/** Dependencies from which the verifier follows. */
export type Verifiers = { model?: Model | undefined; entailment?: Verifier | undefined };

/** Returns the verifier, the entailment classifier before the model; without either, the rules decide alone. */
export function verifierOf({ model, entailment }: Verifiers): Verifier | undefined {
  return (
    entailment ??
    (model && {
      name: model.name,
      hold: verifyHold,
      verify: (input, context) => model.reply(verifyTask, input, context),
    })
  );
}
