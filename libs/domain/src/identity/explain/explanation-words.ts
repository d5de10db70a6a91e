import type { Umdid } from '../ids.ts';
import type { ExplainedChange, ExplainedUmid, Explanation } from './explanation.ts';

/** Each row of the decision table in a sentence. */
export const ROW_WORDS: Readonly<Record<Explanation['row'], string>> = {
  create: 'neither the device nor an identifier is known',
  bind: 'an identifier leads to a profile, and the device is new',
  stay: 'the device is known, and no identifier leads elsewhere',
  same: 'device and identifiers lead to the same profile',
  bindToCustomer:
    'a visitor, and a customer found by a device identifier alone: the device moves, nothing merges',
  mergeVisitor: 'a visitor, and the profile that the identifiers lead to: the visitor is merged into it',
  switchToNew:
    'a customer, and a login that is nobody else: another person, so the device moves to a new profile',
  keep: 'a customer, and another one by an identifier too weak to tell: nothing changes',
  absorbVisitor: 'a customer, and a visitor by an identifier: the visitor is merged into the customer',
  switch: 'a customer, and another one: the device moves, nothing merges',
  mergeCustomers: 'a customer, and another one by an identifier that says they are one: they are merged',
  retried: 'the request has been answered before: nothing changes again',
};

/** A profile in a sentence. */
export const umidWords = (umid: ExplainedUmid): string => (umid === 'new' ? 'a new one' : umid);
const quoted = (value: string): string => JSON.stringify(value);

/** A change in a sentence; `umdid` is the request's device, null for a new one. */
export const changeWords = (change: ExplainedChange, umdid: Umdid | null): string => {
  switch (change.kind) {
    case 'created':
      return `${umidWords(change.umid)} is created, a ${change.state}`;
    case 'upgraded':
      return `${umidWords(change.umid)} becomes a customer`;
    case 'linked':
      return `${change.name} ${quoted(change.value)} comes to ${umidWords(change.umid)}`;
    case 'retired':
      return `${change.name} ${quoted(change.value)} goes to the history of ${umidWords(change.umid)} (${change.why})`;
    case 'merged':
      return `${change.absorbed} is merged into ${umidWords(change.umid)}`;
    case 'switched':
      return `the device moves from ${change.from} to ${umidWords(change.umid)}`;
    case 'bound':
      return `the device ${umdid === null ? 'is new and belongs' : `${umdid} belongs`} to ${umidWords(change.umid)}`;
    case 'related':
      return `${change.umids.map(umidWords).join(' and ')} are linked (${change.why})`;
    case 'consent':
      return consentWords(change);
  }
};

const consentWords = ({
  umid,
  permissions,
  acknowledgements,
}: Extract<ExplainedChange, { readonly kind: 'consent' }>): string => {
  const given = Object.entries(permissions).map(
    ([name, granted]) => `${name} ${granted ? 'granted' : 'withdrawn'}`,
  );
  const seen = acknowledgements.map((name) => `${name} acknowledged`);
  return `${umidWords(umid)}: ${[...given, ...seen].join(', ')}`;
};
