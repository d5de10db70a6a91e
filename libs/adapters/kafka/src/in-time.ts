import { deadlineIn, within } from '@kith/platform';

/** Waits for the end of something that may fail, but no longer than so many milliseconds; it goes on by itself. */
export const inTime = (milliseconds: number, ending: Promise<unknown>): Promise<void> =>
  within(deadlineIn(milliseconds), 'the end', ending).then(
    () => undefined,
    () => undefined,
  );
