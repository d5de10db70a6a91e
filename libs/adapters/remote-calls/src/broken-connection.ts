import { errorCode } from '@kith/platform';
import { Unavailable } from '@kith/ports';

const APP = 'the app that runs on the data';

/** The app ended before it answered, and nothing is lost by asking whoever has the data now. */
export class AppLeft extends Unavailable {}

export const unavailable = (reason: string, cause?: unknown): Unavailable =>
  new Unavailable(APP, reason, { cause });

/** Nobody took the call. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

/** What a connection that broke means: an app that ends may have done what it was asked, or not. */
export const brokenConnection = (cause: unknown, repeatable: boolean): Unavailable => {
  if (repeatable || NOT_TAKEN.has(errorCode(cause))) return new AppLeft(APP, 'ended', { cause });
  return unavailable('ended before it answered: see whether it has done what it was asked', cause);
};
