import { errorSentence } from '@kith/platform';
import { CommanderError } from 'commander';
import type { CommandParts, Outcome } from './command-parts.ts';
import { defineKith } from './kith.ts';

/** Success, failure, and what was asked in the wrong way (docs/behaviour.md#7-commands). */
type ExitCode = 0 | 1 | 2;

/** Runs the command that the arguments name; answers with its exit code and never rejects. */
export const runCommand = async (args: readonly string[], parts: CommandParts): Promise<ExitCode> => {
  let exitCode: ExitCode = 0;
  const act = async (work: () => Promise<Outcome>): Promise<void> => {
    exitCode = report(parts, await work());
  };
  try {
    await defineKith({ ...parts, act }).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    parts.terminal.message(`kith: ${errorSentence(error)}`);
    return 1;
  }
};

const report = ({ terminal }: CommandParts, outcome: Outcome): ExitCode => {
  switch (outcome.kind) {
    case 'done':
      if (outcome.data !== undefined) terminal.data(outcome.data);
      if (outcome.message !== undefined) terminal.message(outcome.message);
      return 0;
    case 'failed':
      if (outcome.data !== undefined) terminal.data(outcome.data);
      terminal.message(`kith: ${outcome.message}`);
      return 1;
  }
};
