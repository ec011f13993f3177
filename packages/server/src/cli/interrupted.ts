/** Exit code of commands stopped by Ctrl-C, following the shell convention of 128 plus the signal number. */
export const interruptedExitCode = 130;
