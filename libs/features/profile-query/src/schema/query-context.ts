import type { AccountRules } from '@kith/domain/pipeline';
import type { ProfileLoader } from '../people/profile-loader.ts';

/** What a resolver knows of its request: it can reach the caller's account and no other. */
export interface QueryContext {
  readonly rules: AccountRules;
  readonly profiles: ProfileLoader;
  readonly requestId: string;
}
