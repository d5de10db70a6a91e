import { Unavailable, type Deadline } from '@kith/ports';

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
  /**
   * What the answer says, of a shape that nobody has looked at. Rejects with `Unavailable` where there is none in time,
   * none that can be read, or another status than 200.
   */
  post(call: PostedCall): Promise<unknown>;
}

/** An answer of an app that is not as it should be. */
export const unreadable = (app: string, cause: unknown): Unavailable =>
  new Unavailable(app, 'sent an answer that cannot be read', { cause });

/** What the text of an answer says. */
export const readAnswer = (app: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(app, cause);
  }
};
