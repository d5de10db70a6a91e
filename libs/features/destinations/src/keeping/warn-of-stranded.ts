import type { AccountName } from '@kith/domain/pipeline';
import type { Logger } from '@kith/platform';
import type { Deadline, DeliveryStore, Scope } from '@kith/ports';
import type { ActivationConfiguration } from '../transforming/destination.ts';

/** Where notes are, and whom to tell. */
export interface StrandedNeeds {
  readonly deliveries: Pick<DeliveryStore, 'notedDestinations' | 'countGiven'>;
  readonly logger: Logger;
  readonly callDeadline: () => Deadline;
}

/** Counted one by one: more than so many make the warning no clearer. */
const MOST_COUNTED = 10_000;

/**
 * Warns of destinations that are not configured any more and were given persons of whom they were never told to forget
 * them: nobody sends those removals. A store that does not answer is said, and asked again with the next configuration.
 */
export const tellStranded = async (
  needs: StrandedNeeds,
  { accounts, destinations }: Pick<ActivationConfiguration, 'accounts' | 'destinations'>,
): Promise<void> => {
  try {
    for (const account of accounts.keys()) {
      const own = destinations.filter((rules) => rules.account === account);
      await tellOf(needs, account, new Set(own.map(({ name }) => name)));
    }
  } catch (error) {
    needs.logger.warn(
      { error },
      'whether destinations that left the configuration know persons is not known',
    );
  }
};

const tellOf = async (
  { deliveries, logger, callDeadline }: StrandedNeeds,
  account: AccountName,
  configured: ReadonlySet<string>,
): Promise<void> => {
  const scope = (): Scope => ({ account, deadline: callDeadline() });
  const noted = await deliveries.notedDestinations(scope());
  for (const destination of noted.filter((name) => !configured.has(name))) {
    const persons = await deliveries.countGiven(scope(), destination, MOST_COUNTED);
    logger.warn({ account, destination }, messageOf(persons));
  }
};

const messageOf = (persons: number): string =>
  `${persons >= MOST_COUNTED ? `at least ${MOST_COUNTED}` : persons} persons were given to a destination that is not` +
  ' configured any more, their removals cannot be sent; bring it back under its name to send them';
