import type { z } from 'zod';

type Json = Record<string, unknown>;
type EventSchema = z.ZodObject<{ event: z.ZodLiteral<string>; data: z.ZodType }>;

/** The events of a stream, distinguished by name. */
type EventUnion = { options: readonly z.core.$ZodType[] };

/** A stream: its events, or the data of all of them if they have no names. */
export type Stream = EventUnion | z.ZodObject;

/** The last events of a stream, by its name: the schema of an error, and the data of the very last event, which is not JSON. */
export type StreamEnds = Record<string, { error: string; end: string }>;

const reference = (id: string): Json => ({ $ref: `#/components/schemas/${id}` });

/**
 * Describes streams as they are sent: the data of an event is a line of JSON text, which `contentSchema` describes.
 * Registers the schemas of the data and returns those of the events, each under its own name. `ends` are last events of
 * another kind.
 * @example eventSchemas({ AnswerEvent: answerEvent }, components).ThinkingEvent
 */
export function eventSchemas(
  streams: Record<string, Stream>,
  components: z.core.$ZodRegistry<{ id: string }>,
  ends: StreamEnds = {},
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
 * Describes the content of a stream. OpenAPI 3.1 leaves open whether the schema of an event stream describes one event, as
 * tools that read events one by one assume, or the whole, as tools that recognize "text/" content types assume: both are
 * provided.
 */
function describeStream(streamId: string): Json {
  return {
    anyOf: [reference(streamId), { type: 'string', description: 'The whole stream as text' }],
    description:
      'A sequence of events; a client reads them one by one, and skips those whose name it does not know',
  };
}

function describeEvent(name: string | undefined, dataId: string, last?: StreamEnds[string]): Json {
  const data = jsonText('JSON on one line', dataId);
  return {
    type: 'object',
    required: [...(name === undefined ? [] : ['event']), 'data'],
    properties: {
      ...(name !== undefined && { event: { type: 'string', const: name } }),
      data: last
        ? {
            anyOf: [
              data,
              jsonText('Error that ended the call early', last.error),
              { type: 'string', const: last.end },
            ],
          }
        : data,
    },
  };
}

function jsonText(description: string, schemaId: string): Json {
  return {
    type: 'string',
    description,
    contentMediaType: 'application/json',
    contentSchema: reference(schemaId),
  };
}

/** Converts "answer_chunk" to "AnswerChunk". */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
