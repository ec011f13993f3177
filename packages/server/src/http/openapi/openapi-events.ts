import type { z } from 'zod';

type Json = Record<string, unknown>;
type EventSchema = z.ZodObject<{ event: z.ZodLiteral<string>; data: z.ZodType }>;

/** The events of one stream, told apart by their names. */
type EventUnion = { options: readonly z.core.$ZodType[] };

/** A stream: its events, or the data of all of them where they have no names. */
export type Stream = EventUnion | z.ZodObject;

const reference = (id: string): Json => ({ $ref: `#/components/schemas/${id}` });

/**
 * Describes streams as the wire has them: the data of an event is a line of JSON text, which `contentSchema` describes.
 * Registers the schemas of the data and returns those of the events, each under a name of its own. `ends` are the data of
 * last events that are no JSON.
 * @example eventSchemas({ AnswerEvent: answerEvent }, components).ThinkingEvent
 */
export function eventSchemas(
  streams: Record<string, Stream>,
  components: z.core.$ZodRegistry<{ id: string }>,
  ends: Record<string, string> = {},
): Record<string, Json> {
  const described: Record<string, Json> = {};
  for (const [streamId, stream] of Object.entries(streams)) {
    described[`${streamId}Stream`] = describeStream(streamId);
    if (!('options' in stream)) {
      const dataId = components.get(stream)?.id ?? `${streamId}Data`;
      described[streamId] = describeEvent(undefined, dataId, ends[streamId]);
      continue;
    }
    const { options } = stream;
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
    described[streamId] = {
      oneOf: names.map(reference),
      discriminator: { propertyName: 'event', mapping: mappingOf(options as EventSchema[]) },
    };
  }
  return described;
}

function mappingOf(options: readonly EventSchema[]): Record<string, string> {
  return Object.fromEntries(
    options.flatMap(({ shape }) =>
      Array.from(shape.event.values, (name) => [name, reference(`${pascalCase(name)}Event`).$ref as string]),
    ),
  );
}

/**
 * The content of a stream. OpenAPI 3.1 leaves open if the schema of an event stream is that of an event, as tools take it
 * that read events one by one, or of the whole, as those do that know content types by "text/": each finds its own here.
 */
function describeStream(streamId: string): Json {
  return {
    anyOf: [reference(streamId), { type: 'string', description: 'The whole stream as text' }],
    description:
      'A sequence of events; a client reads them one by one, and skips those whose name it does not know',
  };
}

function describeEvent(name: string | undefined, dataId: string, end?: string): Json {
  const data = {
    type: 'string',
    description: 'JSON on one line',
    contentMediaType: 'application/json',
    contentSchema: reference(dataId),
  };
  return {
    type: 'object',
    required: [...(name === undefined ? [] : ['event']), 'data'],
    properties: {
      ...(name !== undefined && { event: { type: 'string', const: name } }),
      data: end === undefined ? data : { anyOf: [data, { type: 'string', const: end }] },
    },
  };
}

/** "answer_chunk" is AnswerChunk. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
