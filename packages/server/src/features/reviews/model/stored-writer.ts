import type { Model } from '../../../llm/model.ts';
import type { RunStep } from '../gathering/stored-steps.ts';
import { frameTask, outlineTask, scopeTask, sectionTask, studiesTask } from './review-tasks.ts';
import type { ReviewWriter } from './review-writer.ts';

/**
 * Returns a writer whose replies are stored under the name of its model, so that one model's text is never attributed
 * to another; undefined without a model.
 */
export function storedWriter(model: Model | undefined, run: RunStep): ReviewWriter | undefined {
  if (!model) return undefined;
  const { name } = model;
  return {
    scope: (input, context) => run('scope', [name, input], () => model.reply(scopeTask, input, context)),
    outline: (input, context) =>
      run('outline', [name, input], () => model.reply(outlineTask, input, context)),
    studies: (input, context) =>
      run('studies', [name, input], () => model.reply(studiesTask, input, context)),
    section: (input, context) =>
      run('section', [name, input], () =>
        model.reply(input.section === 'frame' ? frameTask : sectionTask, input, context),
      ),
  };
}
