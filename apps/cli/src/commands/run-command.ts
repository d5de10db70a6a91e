import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { errorSentence } from '@kith/platform';
import { CommanderError } from 'commander';
import type { RunDeps, FailedOutcome, Outcome } from './parts/command.ts';
import { failureCode } from './parts/failure-code.ts';
import { defineKith } from './kith.ts';

/** Success, failure, and what was asked in the wrong way (docs/behaviour.md#7-commands). */
type ExitCode = 0 | 1 | 2;

/** Runs the command that the arguments name; answers with its exit code and never rejects. */
export const runCommand = async (args: readonly string[], deps: RunDeps): Promise<ExitCode> => {
  let exitCode: ExitCode = 0;
  let asJson = false;
  const act = async (work: () => Promise<Outcome>): Promise<void> => {
    exitCode = report(deps, asJson, await work());
  };
  const kith = defineKith({ ...deps, act });
  kith.hook('preAction', (_kith, command) => {
    asJson = isJsonAsked(command);
  });
  try {
    await kith.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    tellFailure(deps, asJson, { message: errorSentence(error), code: failureCode(error) });
    return 1;
  }
};

const isJsonAsked = (command: CommandUnknownOpts): boolean => {
  const { json } = command.opts() as { readonly json?: unknown };
  return json === true;
};

const report = (deps: RunDeps, asJson: boolean, outcome: Outcome): ExitCode => {
  const { terminal } = deps;
  switch (outcome.kind) {
    case 'done':
      if (outcome.data !== undefined) terminal.data(outcome.data);
      if (outcome.message !== undefined) terminal.message(outcome.message);
      return 0;
    case 'failed':
      if (outcome.data !== undefined) terminal.data(outcome.data);
      tellFailure(deps, asJson, outcome);
      return 1;
  }
};

/** A sentence for people; for programs that asked for JSON an object as the last line, which has the code. */
const tellFailure = (
  { terminal }: RunDeps,
  asJson: boolean,
  { message, code }: Pick<FailedOutcome, 'message' | 'code'>,
): void => {
  terminal.message(`kith: ${message}`);
  if (asJson) terminal.message(JSON.stringify({ code }));
};
