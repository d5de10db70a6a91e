import type { Deadline } from '@kith/ports';

/** A call on its way to the app that takes it. */
export interface PostedCall {
  readonly path: string;
  /** JSON. */
  readonly body: string;
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Made twice it does no more than made once. */
  readonly repeatable: boolean;
}

/** Carries calls to an app: over its socket, or signed over HTTP. */
export interface Transport {
  /** Names the app in failures. */
  readonly app: string;
  /** The text of the answer. Rejects with `Unavailable` where there is none in time, or another status than 200. */
  post(call: PostedCall): Promise<string>;
}
