import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells a client of the progress of its call, where it asked to be told. */
export type ReportProgress = (message: string, done?: number, total?: number) => Promise<void>;

/** Creates what reports the progress of one call. It counts up where no total is known: the protocol wants a number that grows. */
export function reporter({ mcpReq }: ServerContext): ReportProgress {
  const progressToken = mcpReq._meta?.progressToken;
  let step = 0;
  return async (message, done, total) => {
    if (progressToken === undefined) return;
    const progress = done ?? ++step;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message, ...(total !== undefined && { total }) },
    });
  };
}
