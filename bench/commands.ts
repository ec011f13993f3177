/**
 * Commands between the bench and the processes it measures, over Node's IPC channel. Several parts of one process may each
 * handle commands of their own, like the probe inside the server.
 */
export type Command = { id: number; name: string; argument: unknown };
export type Reply = { id: number; value?: unknown; error?: string };

export type Handlers = Record<string, (argument: never) => unknown>;

/** Handles the given commands, and keeps the process alive for them. */
export function answerCommands(handlers: Handlers): void {
  const answer = async ({ id, name, argument }: Command) => {
    const handler = handlers[name];
    if (!handler) return;
    try {
      process.send?.({ id, value: await handler(argument as never) } satisfies Reply);
    } catch (error) {
      process.send?.({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies Reply);
    }
  };
  process.on('message', (command: Command) => void answer(command));
  process.channel?.ref();
}
