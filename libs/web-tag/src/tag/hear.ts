import { safely } from './safely.ts';

/**
 * Hears of each call of an object's method from now on. The method becomes the object's own by definition, because
 * assigning fails where a page has frozen the prototype.
 */
export const hear = <Name extends string>(
  object: Readonly<Record<Name, (...given: never[]) => unknown>>,
  name: Name,
  heard: () => void,
): void => {
  const original = object[name];
  Object.defineProperty(object, name, {
    configurable: true,
    writable: true,
    value: (...given: never[]) => {
      const outcome = original.apply(object, given);
      safely(heard)();
      return outcome;
    },
  });
};
