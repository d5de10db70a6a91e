import { setTimeout as pause } from 'node:timers/promises';

/** How often something that takes effect by itself is looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 50;

/** For what never happens, on a machine that is busy with other things: a little less than a test may take. */
const NEVER_MS = 180_000;

/**
 * Looks until what it sees is as expected, and answers with it. Where that does not happen within the time, throws
 * what the last look showed.
 */
export const eventually = async <Seen>(
  look: () => Promise<Seen>,
  isExpected: (seen: Seen) => boolean,
  withinMs = NEVER_MS,
): Promise<Seen> => {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (isExpected(seen)) return seen;
    if (Date.now() > end) throw new Error(`not seen within ${withinMs} ms; last: ${JSON.stringify(seen)}`);
    await pause(LOOK_AGAIN_MS);
  }
};

/** Waits until a process has logged this: what it writes may come to us later than what it answers, and than its end. */
export const untilLogged = (
  process: { readonly logged: () => string },
  text: string | RegExp,
): Promise<string> =>
  eventually(
    async () => process.logged(),
    (logged) => (typeof text === 'string' ? logged.includes(text) : text.test(logged)),
  );
