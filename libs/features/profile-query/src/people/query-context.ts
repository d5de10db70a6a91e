import type { Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { Deadline, EventCount, PersonSelection, StatisticsQuestion } from '@kith/ports';
import type { PersonLoaders } from './person-loaders.ts';
import type { ProfileLoader } from './profile-loader.ts';

/** What a resolver knows of its request: it can reach the caller's account and no other. */
export interface QueryContext {
  readonly rules: AccountRules;
  readonly profiles: ProfileLoader;
  readonly loaders: PersonLoaders;
  readonly listPersons: (selection: PersonSelection) => Promise<readonly Profile[]>;
  readonly countEvents: (question: StatisticsQuestion) => Promise<readonly EventCount[] | 'tooMany'>;
  /** When the request came, in epoch milliseconds. */
  readonly now: number;
  /** The moment by which the operation must have ended. */
  readonly deadline: Deadline;
  readonly requestId: string;
}
