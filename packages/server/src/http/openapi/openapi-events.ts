import type { z } from 'zod';

type Json = Record<string, unknown>;
type EventSchema = z.ZodObject<{ event: z.ZodLiteral<string>; data: z.ZodType }>;

/** The events of one stream, told apart by their names. */
export type EventUnion = { options: readonly z.core.$ZodType[] };

const reference = (id: string): Json => ({ $ref: `#/components/schemas/${id}` });

/**
 * Describes streams as the wire has them: the data of an event is a line of JSON text, which `contentSchema` describes.
 * Registers the schemas of the data and returns those of the events, each under a name of its own.
 * @example eventSchemas({ AnswerEvent: answerEvent }, components).ThinkingEvent
 */
export function eventSchemas(
  streams: Record<string, EventUnion>,
  components: z.core.$ZodRegistry<{ id: string }>,
): Record<string, Json> {
  const described: Record<string, Json> = {};
  for (const [streamId, { options }] of Object.entries(streams)) {
    const names: string[] = [];
    for (const option of options as EventSchema[]) {
      const { event, data } = option.shape;
      const [name = ''] = event.values;
      const id = `${pascalCase(name)}Event`;
      names.push(id);
      if (!components.has(data)) {
        // Two streams share "error" and "done": the data of both is the same.
        if (!described[id]) components.add(data, { id: `${id}Data` });
      }
      described[id] ??= describeEvent(name, components.get(data)?.id ?? `${id}Data`);
    }
    described[streamId] = { oneOf: names.map(reference) };
  }
  return described;
}

function describeEvent(name: string, dataId: string): Json {
  return {
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { type: 'string', const: name },
      data: {
        type: 'string',
        description: 'JSON on one line',
        contentMediaType: 'application/json',
        contentSchema: reference(dataId),
      },
    },
  };
}

/** "answer_chunk" is AnswerChunk. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
