import type { ConsentUpdate } from '../../consent/consent.ts';
import { isEmptyConsent, recordConsent, type ConsentOrigin } from '../../consent/record-consent.ts';
import { change, profileIn, report, targetOf, type Draft } from './draft.ts';
import type { Umid } from '../model/ids.ts';

/** Where a change of consent on a profile comes from. */
export const consentOrigin = (draft: Draft, umid: Umid, source: string): ConsentOrigin => ({
  umid,
  source,
  at: draft.input.now,
  identified: profileIn(draft, umid).state === 'customer',
  seal: draft.input.seal,
});

/** Records the request's consent on the profile that answers. */
export const applyConsent = (draft: Draft, update: ConsentUpdate): void => {
  if (isEmptyConsent(update)) return;
  const target = targetOf(draft);
  const origin = consentOrigin(draft, target.umid, draft.input.pipeline);
  const { record, entries } = recordConsent(target, update, origin);
  change(draft, target.umid, record);
  draft.consent.push(...entries);
  report(draft, 'consent.changed', target.umid, { permissions: update.permissions });
};
