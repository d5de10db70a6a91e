import { safely } from './safely.ts';

/** Listens to an event without ever throwing into the page. */
export const on = (
  name: string,
  hear: (event: Event & Partial<CustomEvent<unknown>> & Partial<StorageEvent>) => unknown,
): void => {
  // What happens to the document passes the window on its way, whatever stands in front of the document's members.
  addEventListener(name, safely(hear), true);
};

/** Tells the page of something. */
export const emit = (name: string, detail: unknown): void =>
  void dispatchEvent(new CustomEvent(name, { detail }));
