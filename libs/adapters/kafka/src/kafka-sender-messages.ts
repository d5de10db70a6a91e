import type { Delivery } from '@kith/ports';
import type { Message } from './append-part.ts';
import { RECORD_OVERHEAD_BYTES } from './sizes.ts';

/** Half of what a broker takes as one batch where nobody has changed that. */
const MAX_BYTES = 512 * 1024;

/** The record of a delivery: keyed by umid, with id and type beside it, whatever form the payload has. */
export const messageOf = ({ id, type, umid, payload }: Delivery): Message => ({
  key: Buffer.from(umid),
  value: Buffer.from(JSON.stringify(payload)),
  headers: { id, type },
});

const bytesOf = ({ key, value }: Message): number => key.length + value.length + RECORD_OVERHEAD_BYTES;

/** Cuts them, in their order, into batches that a broker takes. */
export const batchesOf = (messages: readonly Message[]): readonly (readonly Message[])[] => {
  const batches: Message[][] = [];
  let room = 0;
  for (const message of messages) {
    const last = batches.at(-1);
    if (last === undefined || bytesOf(message) > room) {
      batches.push([message]);
      room = MAX_BYTES;
    } else {
      last.push(message);
    }
    room -= bytesOf(message);
  }
  return batches;
};
