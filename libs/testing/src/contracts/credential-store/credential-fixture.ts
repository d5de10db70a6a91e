import type { CredentialStore } from '@kith/ports';
import type { DurableFixture } from '../../kit/fixture.ts';

/** The store of the running test. */
export type CredentialFixture = () => DurableFixture<CredentialStore>;
