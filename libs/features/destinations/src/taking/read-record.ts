import { CHANGES_TOPIC, decodeChange, decodeTracking } from '@kith/contracts';
import type { AccountName } from '@kith/domain/pipeline';
import type { StoredRecord } from '@kith/ports';
import type { Happening } from '../transforming/material-of.ts';

/** What a record tells of one account; null for another account's, a first visit, and what nobody understands. */
export const readRecord = (
  topic: string,
  account: AccountName,
  { value }: StoredRecord,
): Happening | null => {
  if (topic === CHANGES_TOPIC) {
    const read = decodeChange(value);
    return read?.account === account ? { kind: 'change', change: read.change } : null;
  }
  // Another account's record is not taken apart: most of them are, where there are many accounts.
  if (!value.includes(JSON.stringify(account))) return null;
  const message = decodeTracking(value);
  return message.kind === 'event' && message.account === account
    ? { kind: 'event', event: message.event }
    : null;
};
