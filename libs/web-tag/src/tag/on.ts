import { safely } from './safely.ts';

/** Listens to events, named with blanks between, without ever throwing into the page. */
export const on = (
  names: string,
  hear: (event: Event & Partial<CustomEvent<unknown>> & Partial<StorageEvent>) => unknown,
  target: EventTarget = window,
): void => {
  for (const name of names.split(' ')) target.addEventListener(name, safely(hear));
};

/** Tells the page of something. */
export const emit = (name: string, detail: unknown): void =>
  void dispatchEvent(new CustomEvent(name, { detail }));
