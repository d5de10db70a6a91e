import type { Deadline, LogRecord } from '@kith/ports';
import type { DeadlineWatch } from './deadline-watch.ts';
import { MAX_BATCH_BYTES, MAX_RECORD_BYTES, RECORD_OVERHEAD_BYTES } from './sizes.ts';

/** A record as the driver takes it; its partition is chosen once, so that a repeated try cannot move it. */
export interface Message {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly headers?: Record<string, string>;
  partition?: number;
}

/** Consecutive records of one call that go into one request. */
export interface AppendPart {
  readonly topic: string;
  readonly messages: readonly Message[];
  readonly bytes: number;
}

/** A part that waits for its outcome. */
export interface WaitingPart extends AppendPart {
  /** Ends the waiting: with the failure, or well. */
  readonly settle: (failure: Error | null) => void;
}

/** Waits for the outcome, at most until the deadline: whom the watch tells of it settles the part. */
export const waitForPart = (
  part: AppendPart,
  deadline: Deadline,
  watch: DeadlineWatch<WaitingPart>,
  add: (part: WaitingPart) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (failure: Error | null): void => {
      watch.remove(waiting);
      if (failure === null) resolve();
      else reject(failure);
    };
    const waiting: WaitingPart = { ...part, settle };
    watch.add(waiting, deadline);
    add(waiting);
  });

/** Cuts the records of a call into parts of about a mebibyte. Throws `RangeError` for a record that never fits. */
export const partsOf = (topic: string, records: readonly LogRecord[]): readonly AppendPart[] => {
  const parts: { topic: string; messages: Message[]; bytes: number }[] = [];
  for (const record of records) {
    const message = { key: Buffer.from(record.key), value: Buffer.from(record.value) };
    const bytes = message.key.length + message.value.length + RECORD_OVERHEAD_BYTES;
    if (bytes > MAX_RECORD_BYTES) throw new RangeError(`a record of ${bytes} bytes is too large for the log`);
    const last = parts.at(-1);
    if (last === undefined || last.bytes + bytes > MAX_BATCH_BYTES) {
      parts.push({ topic, messages: [message], bytes });
    } else {
      last.messages.push(message);
      last.bytes += bytes;
    }
  }
  return parts;
};
