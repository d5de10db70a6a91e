import { deadlineIn } from '@kith/platform';
import type { DestinationAdministration, DestinationStatus } from '@kith/ports';
import { COMMAND_MS, type FailedOutcome } from '../parts/command.ts';

/** A destination that a command names, and its account where the name alone does not tell. */
export interface NamedDestination {
  readonly name: string;
  readonly account: string | undefined;
}

/** The one that is meant, or why none is. */
export type FoundDestination =
  { readonly kind: 'found'; readonly destination: DestinationStatus } | FailedOutcome;

/** Finds the destination of this name, in the account where one is given. */
export const findDestination = async (
  { list }: Pick<DestinationAdministration, 'list'>,
  { name, account }: NamedDestination,
): Promise<FoundDestination> => {
  const all = await list(deadlineIn(COMMAND_MS), { account });
  const [first, second] = all.filter(({ destination }) => destination === name);
  if (first === undefined) {
    const where = account === undefined ? '' : ` in the account ${JSON.stringify(account)}`;
    const message = `the configuration has no destination ${JSON.stringify(name)}${where}`;
    return { kind: 'failed', code: 'unknown_name', message };
  }
  if (second === undefined) return { kind: 'found', destination: first };
  const message = 'several accounts have a destination of this name: give --account';
  return { kind: 'failed', code: 'ambiguous_name', message };
};
