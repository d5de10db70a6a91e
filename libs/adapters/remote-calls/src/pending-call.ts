import { Unavailable } from '@kith/ports';
import { APP } from './resolver-connection.ts';
import type { PostedCall } from './transport.ts';

/** A call that waits for its answer, until its deadline at the latest. The first of answer, failure and deadline counts. */
export class PendingCall {
  readonly call: PostedCall;
  readonly outcome: Promise<unknown>;
  /** Hears that the call has run out of time. */
  onLate: (() => void) | null = null;
  readonly #timer: NodeJS.Timeout;
  #settle: { resolve: (answer: unknown) => void; reject: (cause: Error) => void } | null = null;

  constructor(call: PostedCall) {
    this.call = call;
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#timer = setTimeout(this.#late, call.deadline.remainingMs());
  }

  /** Whether nobody waits for it any more. */
  get isSettled(): boolean {
    return this.#settle === null;
  }

  answer(answer: unknown): void {
    this.#taken()?.resolve(answer);
  }

  fail(cause: Error): void {
    this.#taken()?.reject(cause);
  }

  #taken() {
    const settle = this.#settle;
    this.#settle = null;
    clearTimeout(this.#timer);
    return settle;
  }

  readonly #late = (): void => {
    this.fail(new Unavailable(APP, 'no answer in time'));
    this.onLate?.();
  };
}
