import type { DestinationRules } from '@kith/domain/destinations';
import type { ActivationConfiguration } from '../transforming/destination.ts';

/** A configuration, and since when each of its destinations has been in it. */
export interface DatedConfiguration {
  readonly rules: ActivationConfiguration;
  /** By place, in epoch milliseconds. */
  readonly configuredAt: ReadonlyMap<string, number>;
}

/** Names a destination among those of all accounts. */
export const placeOf = ({ account, name }: Pick<DestinationRules, 'account' | 'name'>): string =>
  JSON.stringify([account, name]);

/** Dates destinations by the moment in which the configuration comes into force that has them first. */
export const datedBy =
  (clock: () => number) =>
  (rules: ActivationConfiguration, before: DatedConfiguration | undefined): DatedConfiguration => {
    const now = clock();
    const places = rules.destinations.map(placeOf);
    return {
      rules,
      configuredAt: new Map(places.map((place) => [place, before?.configuredAt.get(place) ?? now])),
    };
  };
