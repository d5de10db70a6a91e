import { describe } from 'vitest';
import type { CredentialStore } from '@kith/ports';
import { usingFixture, type DurableFixture } from '../../kit/fixture.ts';
import { describeAuditing } from './auditing.ts';
import { describeDurability } from './durability.ts';
import { describeFailures } from './login-failures.ts';
import { describeTokens, describeTokensOfUsers } from './refresh-tokens.ts';
import { describeSigningKeys } from './signing-keys.ts';
import { describeChangedUsers, describeUsers } from './users.ts';

/** What every CredentialStore promises. */
export const defineCredentialStoreContract = (make: () => Promise<DurableFixture<CredentialStore>>): void => {
  describe('the contract of a credential store:', () => {
    const fixture = usingFixture(make);
    describeSigningKeys(fixture);
    describeUsers(fixture);
    describeChangedUsers(fixture);
    describeTokens(fixture);
    describeTokensOfUsers(fixture);
    describeFailures(fixture);
    describeAuditing(fixture);
    describeDurability(fixture);
  });
};
