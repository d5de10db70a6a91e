import type { ResolveCall } from '@kith/ports';
import { randomUmdid } from './ids.ts';
import { BUILT_AT } from './identity.ts';

/** A call of a known device that brings nothing. */
export const aResolveCall = (members: Partial<ResolveCall> = {}): ResolveCall => ({
  pipeline: 'web',
  umdid: randomUmdid(),
  freshDevice: false,
  identifiers: [],
  consent: { permissions: {}, acknowledgements: [] },
  sections: [],
  retryKeys: [],
  receivedAt: BUILT_AT,
  requestId: 'request',
  ...members,
});
