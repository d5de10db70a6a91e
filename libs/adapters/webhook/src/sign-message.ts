import { createHmac, type KeyObject } from 'node:crypto';

/** The parts of a message that its signature covers. */
export interface SignedMessage {
  readonly id: string;
  /** The moment of this try, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of Standard Webhooks 1.0.0: a signature for each key, so that the receiver may know any of them. */
export const signMessage = (
  { id, timestamp, body }: SignedMessage,
  keys: readonly KeyObject[],
): Readonly<Record<string, string>> => {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
};

/** As Standard Webhooks asks: the same for each try, and without the full stop that separates what is signed. */
export const messageId = (deliveryId: string): string =>
  deliveryId.replaceAll('.', '_').replace(/[^\x21-\x7e]/g, '_');
