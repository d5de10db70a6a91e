import type { DestinationRules } from '@kith/domain/destinations';
import type { DestinationsConfiguration } from '../transforming/destination.ts';

/** A configuration, and since when each of its destinations has been in it. */
export interface DatedConfiguration {
  readonly rules: DestinationsConfiguration;
  /** By place, in epoch milliseconds. */
  readonly configuredAt: ReadonlyMap<string, number>;
}

/** Names a destination among those of all accounts. */
export const keyOf = ({ account, name }: Pick<DestinationRules, 'account' | 'name'>): string =>
  JSON.stringify([account, name]);

/** Dates destinations by the moment in which the configuration comes into force that has them first. */
export const datedBy =
  (clock: () => number) =>
  (rules: DestinationsConfiguration, before: DatedConfiguration | undefined): DatedConfiguration => {
    const now = clock();
    const keys = rules.destinations.map(keyOf);
    return {
      rules,
      configuredAt: new Map(keys.map((key) => [key, before?.configuredAt.get(key) ?? now])),
    };
  };
