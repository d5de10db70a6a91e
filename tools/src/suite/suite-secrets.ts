import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { INFO_INGEST_SECRETS } from '@kith/info-ingest';
import { TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';

/** The secrets that the apps apart share, in one file. */
export const SUITE_SECRETS: readonly string[] = [
  ...new Set([...INFO_INGEST_SECRETS, ...IDENTITY_RESOLUTION_SECRETS, ...TOKEN_ISSUING_SECRETS, 'resolver']),
];
