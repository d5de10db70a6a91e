import { randomUUID } from 'node:crypto';
import { Unavailable, type Deadline } from '@kith/ports';
import type { Transport } from './transport.ts';

/** One call of the app behind a socket. */
export interface SocketCall<Answer> {
  readonly path: string;
  readonly body: unknown;
  /** Reads the answer; throws where it has another shape. */
  readonly answer: { parse(value: unknown): Answer };
  /** Made twice it does no more than made once. */
  readonly repeatable: boolean;
}

/** Posts a call. Rejects with `AppLeft` where it may be made again, else with `Unavailable`. */
export type PostCall = <Answer>(deadline: Deadline, call: SocketCall<Answer>) => Promise<Answer>;

/** Posts calls over a transport. */
export const postTo =
  (transport: Transport): PostCall =>
  async (deadline, { path, body, answer, repeatable }) => {
    const call = { path, body: JSON.stringify(body), requestId: randomUUID(), deadline, repeatable };
    const text = await transport.post(call);
    try {
      return answer.parse(JSON.parse(text));
    } catch (cause) {
      throw new Unavailable(transport.app, 'sent an answer that cannot be read', { cause });
    }
  };
