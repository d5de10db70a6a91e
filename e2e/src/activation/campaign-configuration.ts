import { configurationOf } from '../configuration/account.ts';

/** Where a destination of the suite is reached, and with what it signs. */
export type Hook = { readonly url: string; readonly secretFile: string };

/** An account with two campaign systems that need the permission MARKETING. */
export const campaignConfiguration = (campaigns: Hook, other: Hook): object =>
  configurationOf({
    identifiers: { customerId: { kind: 'login' }, email_sha256: { kind: 'login' } },
    permissions: ['MARKETING', 'OTHER'],
    destinations: [destination('campaigns', campaigns), destination('other', other)],
  });

const destination = (name: string, { url, secretFile }: Hook): object => ({
  name,
  type: 'webhook',
  url,
  secretFile,
  allowPrivate: true,
  // No busy machine is taken for a receiver that hangs.
  timeoutMs: 5_000,
  events: ['tracking.*', 'consent.changed'],
  requires: ['MARKETING'],
  identifiers: ['email_sha256'],
});
