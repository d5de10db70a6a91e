import { safely } from './safely.ts';

/** Hears of what is pushed to a list from now on. */
export const hear = (list: unknown[], pushed: () => void): void => {
  const { push } = list;
  list.push = (...entries) => {
    const length = push.apply(list, entries);
    safely(pushed)();
    return length;
  };
};
