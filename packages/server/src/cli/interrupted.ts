/** Of commands that were stopped by Ctrl-C, as shells have it: 128 and the number of SIGINT. */
export const interruptedExitCode = 130;
