import type { CommandResult } from '../process/run-command.ts';

/** What the boundary rule prints, and does nothing more, when it has no project graph to judge by. */
const ruleWasSkipped = 'No cached ProjectGraph is available';

/** The exit code of `lint`. A run in which the boundary rule was skipped has proved nothing: it fails. */
export const lintVerdict = ({ exitCode, output }: CommandResult): number => {
  if (exitCode !== 0) return exitCode;
  return output.includes(ruleWasSkipped) ? 1 : 0;
};
