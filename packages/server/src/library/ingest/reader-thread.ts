import { parentPort } from 'node:worker_threads';
import { checkFile } from './check-file.ts';
import { FileError } from './file-error.ts';
import { inspectFile } from './inspect-file.ts';
import { readPortions } from './read-portions.ts';
import { portionsAhead, type ReaderReply, type ReaderRequest, type ReaderTask } from './reader-messages.ts';
import { storeRecords } from './stored-records.ts';

/** Program of a thread that reads files for the writer, one task after the other. */
let mayBeSent = 0;
let wake = () => {};

parentPort?.on('message', (request: ReaderRequest) => {
  if (request.do === 'more') {
    mayBeSent++;
    wake();
  } else void run(request);
});

async function run(task: ReaderTask): Promise<void> {
  try {
    if (task.do === 'inspect') answer({ done: await inspectFile(task.path) });
    else {
      if (task.do === 'check') await checkFile(task.path, task.isPacked);
      else await send(task);
      answer({ done: undefined });
    }
  } catch (error) {
    if (error instanceof FileError) answer({ failed: { sentence: error.sentence, line: error.line } });
    else answer({ failed: { cause: error } });
  }
}

async function send({ path, isPacked, size }: Extract<ReaderTask, { do: 'read' }>): Promise<void> {
  mayBeSent = portionsAhead;
  for await (const portion of readPortions(path, isPacked, size)) {
    while (mayBeSent === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    mayBeSent--;
    answer({ portion, stored: storeRecords(portion.items) });
  }
}

function answer(reply: ReaderReply): void {
  parentPort?.postMessage(reply, 'stored' in reply ? [reply.stored.bytes.buffer] : []);
}
