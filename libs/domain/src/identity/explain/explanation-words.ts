import type { Umdid } from '../model/ids.ts';
import type { ExplainedChange, ExplainedUmid } from './explanation.ts';

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
