import type { IncomingHttpHeaders } from 'node:http';

/** An info request as it came, whole, before any check. */
export interface InfoMessage {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw, without the `?`. */
  readonly query: string;
  /** Inflated, no larger than the limit. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string;
}
