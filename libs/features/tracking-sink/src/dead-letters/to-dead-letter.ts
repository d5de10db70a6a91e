import { hash } from 'node:crypto';
import { parseUmid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { deadLetterId, type DeadLetter, type DeadLetterOriginal } from '@kith/domain/tracking';
import type { LogBatch, StoredRecord } from '@kith/ports';

/** The most bytes of an original that is kept: what a topic takes at most. */
const MAX_ORIGINAL_BYTES = 2 * 1024 * 1024;
/** Longer ones are no umids, and not worth keeping whole. */
const MAX_KEY_LENGTH = 1_024;
const MAX_REASON_LENGTH = 1_000;
const MAX_ACCOUNT_LENGTH = 256;

/** A record that can never be processed, why, and for how long it is kept. */
export interface PoisonRecord {
  readonly place: Pick<LogBatch, 'topic' | 'partition'>;
  readonly record: StoredRecord;
  readonly reason: string;
  /** The store does not even take the dead letter: it goes without its original. */
  readonly isOmitted?: boolean;
  readonly at: number;
  readonly keptMs: number;
}

/** The dead letter that is made of the record; of the same record always the same id. */
export const toDeadLetter = ({
  place,
  record,
  reason,
  isOmitted = false,
  at,
  keptMs,
}: PoisonRecord): DeadLetter => {
  const { topic, partition } = place;
  const { key, position } = record;
  return {
    id: deadLetterId({ topic, partition, position }),
    topic,
    partition,
    position,
    reason: reason.slice(0, MAX_REASON_LENGTH),
    key: key.slice(0, MAX_KEY_LENGTH),
    original: isOmitted ? { kind: 'omitted' } : originalOf(record),
    bytes: sizeOf(record),
    account: accountIn(record),
    umid: parseUmid(key),
    digest: hash('sha256', JSON.stringify([key, record.value]), 'base64url'),
    buriedAt: at,
    expiresAt: at + keptMs,
  };
};

const sizeOf = ({ value, bytes }: StoredRecord): number => bytes?.length ?? Buffer.byteLength(value);

const originalOf = (record: StoredRecord): DeadLetterOriginal => {
  if (sizeOf(record) > MAX_ORIGINAL_BYTES || record.key.length > MAX_KEY_LENGTH) return { kind: 'omitted' };
  if (record.bytes === undefined) return { kind: 'text', value: record.value };
  return { kind: 'bytes', base64: Buffer.from(record.bytes).toString('base64') };
};

/** The account that the record names, whatever else is wrong with it. */
const accountIn = ({ value }: StoredRecord): AccountName | null => {
  try {
    const account = (JSON.parse(value) as { readonly account?: unknown } | null)?.account;
    return typeof account === 'string' && isFit(account) ? account : null;
  } catch {
    return null;
  }
};

const isFit = (account: string): boolean => account !== '' && account.length <= MAX_ACCOUNT_LENGTH;
