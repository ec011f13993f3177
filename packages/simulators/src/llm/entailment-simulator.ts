import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of an entailment classifier. */
export const entailmentFaults = [
  'status_500',
  'status_413',
  'not_json',
  'wrong_shape',
  'wrong_labels',
  'too_few',
  'cut',
  'hangs',
] as const;
type EntailmentFault = (typeof entailmentFaults)[number];

/** Probabilities for one pair; the rest is neutral. */
type Judgment = { entailment?: number; contradiction?: number };

export type EntailmentSimulator = {
  /** Value of CITEWELL_VERIFIER_URL. */
  url: string;
  requests: { path: string; authorization: string | undefined; body: { inputs: [string, string][] } }[];
  /** Sets the judgment of later pairs; undefined makes every pair neutral. */
  setScript(judge: ((premise: string, hypothesis: string) => Judgment) | undefined): void;
  setFault(fault: EntailmentFault | undefined): void;
  /** Resolves when a caller has disconnected from a hanging request. */
  left(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a sequence classifier on the loopback that serves POST /predict as text-embeddings-inference does. */
export async function startEntailmentSimulator(): Promise<EntailmentSimulator> {
  const requests: EntailmentSimulator['requests'] = [];
  const gone = Promise.withResolvers<void>();
  let fault: EntailmentFault | undefined;
  let script: ((premise: string, hypothesis: string) => Judgment) | undefined;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before the body is read, which a caller in a hurry may not send completely.
    if (fault === 'hangs') response.on('close', () => gone.resolve());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: EntailmentSimulator['requests'][number]['body'] = JSON.parse(
      Buffer.concat(chunks).toString('utf8'),
    );
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
    const reply = JSON.stringify(body.inputs.map(([premise, hypothesis]) => labels(premise, hypothesis)));
    const send = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    switch (fault) {
      case undefined:
        send(reply);
        return;
      case 'status_500':
        send('{"error":"down","error_type":"backend"}', 500);
        return;
      case 'status_413':
        send('{"error":"batch size 33 > maximum allowed batch size 32","error_type":"validation"}', 413);
        return;
      case 'not_json':
        send('<html>welcome</html>');
        return;
      case 'wrong_shape':
        send('[{"label":"entailment","score":1}]');
        return;
      case 'wrong_labels':
        send(JSON.stringify(body.inputs.map(() => [{ label: 'LABEL_0', score: 1 }])));
        return;
      case 'too_few':
        send('[]');
        return;
      case 'cut':
        response.writeHead(200, { 'content-length': String(reply.length) });
        response.write(reply.slice(0, 20), () => response.destroy());
        return;
      case 'hangs':
        return;
      default:
        fault satisfies never;
    }
  }

  /** Most likely first, in capitals, as some models return them. */
  function labels(premise: string, hypothesis: string): { label: string; score: number }[] {
    const { entailment = 0.02, contradiction = 0.02 } = script?.(premise, hypothesis) ?? {};
    return [
      { label: 'ENTAILMENT', score: entailment },
      { label: 'Contradiction', score: contradiction },
      { label: 'neutral', score: Math.max(0, 1 - entailment - contradiction) },
    ].sort((one, other) => other.score - one.score);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setScript: (judge) => {
      script = judge;
    },
    setFault: (next) => {
      fault = next;
    },
    left: () => gone.promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
