import type { AccountName } from '@kith/domain/pipeline';
import type { Logger } from '@kith/platform';
import type { Deadline, DestinationStores } from '@kith/ports';
import type { DestinationsConfiguration } from '../transforming/destination.ts';

/** Where shared records are, and whom to tell. */
export interface StrandedDeps {
  readonly destinations: DestinationStores;
  readonly logger: Logger;
  readonly callDeadline: () => Deadline;
}

/** Counted one by one: more than so many make the warning no clearer. */
const MAX_COUNTED = 10_000;

/**
 * Warns of destinations that are not configured any more and know persons whom they were never told to forget: nobody
 * sends those removals. A store that does not answer is said, and asked again with the next configuration.
 */
export const warnOfStranded = async (
  deps: StrandedDeps,
  { accounts, destinations }: Pick<DestinationsConfiguration, 'accounts' | 'destinations'>,
): Promise<void> => {
  try {
    for (const account of accounts.keys()) {
      const own = destinations.filter((rules) => rules.account === account);
      await warnOf(deps, account, new Set(own.map(({ name }) => name)));
    }
  } catch (error) {
    deps.logger.warn({ error }, 'whether destinations that left the configuration know persons is not known');
  }
};

const warnOf = async (
  { destinations, logger, callDeadline }: StrandedDeps,
  account: AccountName,
  configured: ReadonlySet<string>,
): Promise<void> => {
  const known = await destinations.withSharedRecords({ account, deadline: callDeadline() });
  for (const destination of known.filter((name) => !configured.has(name))) {
    const { shared } = destinations.of({ account, destination });
    const persons = await shared.count(callDeadline(), MAX_COUNTED);
    logger.warn({ account, destination }, messageOf(persons));
  }
};

const messageOf = (persons: number): string =>
  `${persons >= MAX_COUNTED ? `at least ${MAX_COUNTED}` : persons} persons were given to a destination that is not` +
  ' configured any more, their removals cannot be sent; bring it back under its name to send them';
