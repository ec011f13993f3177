import type { ServerContext } from '@modelcontextprotocol/server';

/** Reports the progress of a call to its client, if requested. */
export type ReportProgress = (message: string, done?: number, total?: number) => Promise<void>;

/**
 * Creates a progress reporter for one call. It counts up if no total is known: the protocol requires a growing number.
 */
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
