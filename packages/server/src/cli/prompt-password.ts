import type { ReadStream } from 'node:tty';

const interrupt = '\x03';
const endOfInput = '\x04';
const erase = ['\x7f', '\b'];
const enter = ['\r', '\n'];

/** Reads one line from a terminal without echo. Resolves with undefined after Ctrl-C or Ctrl-D. */
export function promptPassword(
  terminal: Pick<ReadStream, 'setRawMode' | 'setEncoding' | 'on' | 'off' | 'resume' | 'pause'>,
  output: { write(text: string): unknown },
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const typed: string[] = [];
  const onText = (text: string) => {
    for (const character of text) {
      if (enter.includes(character)) return end(typed.join(''));
      if (character === interrupt || character === endOfInput) return end(undefined);
      if (erase.includes(character)) typed.pop();
      else typed.push(character);
    }
  };
  const end = (line: string | undefined) => {
    terminal.off('data', onText);
    terminal.setRawMode(false);
    terminal.pause();
    output.write('\n');
    resolve(line);
  };
  terminal.setEncoding('utf8');
  terminal.setRawMode(true);
  terminal.on('data', onText);
  terminal.resume();
  return promise;
}
