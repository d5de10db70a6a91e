import type { CredentialStore } from '@kith/ports';
import type { DurableFixture } from '../../fixture.ts';

/** The store of the running test. */
export type CredentialFixture = () => DurableFixture<CredentialStore>;
