import type { Claim, Identifier } from '../identity/index.ts';
import { identifierText } from './identifier-text.ts';
import type { Loaded } from './lookup.ts';

/** An identifier of a request, or of an import, and what the store holds about it. */
export const claimOf = (
  { owners, holders }: Pick<Loaded, 'owners' | 'holders'>,
  identifier: Identifier,
): Claim => {
  const text = identifierText(identifier);
  const owner = owners.find((one) => identifierText(one) === text);
  return {
    ...identifier,
    owner: owner?.profile ?? null,
    storedUmid: owner?.storedUmid ?? null,
    holders: holders.find((one) => identifierText(one) === text)?.umids ?? [],
  };
};
