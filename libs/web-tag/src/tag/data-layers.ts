import { drop } from './drop.ts';
import { on } from './on.ts';
import { own } from './own.ts';
import { plain } from './plain.ts';
import { safely } from './safely.ts';
import { soon } from './schedule.ts';
import type { Tag, TagPart } from './tag.ts';

/** A list that pages push to: each entry is taken once, whenever and by whomever it was pushed. */
const readList = (tag: Tag, name: string): (() => unknown) => {
  const globals = window as unknown as Record<string, object[]>;
  const taken = new WeakSet<object>();
  hear((globals[name] = own(name) || []), 'push', () => soon(tag));
  // What is no object cannot be known again, and is nothing that a data layer says; no entry costs another.
  const take = safely((entry: object) => {
    if (taken.has(entry)) return undefined;
    taken.add(entry);
    try {
      return plain(entry);
    } catch {
      return drop(entry);
    }
  });
  return () => {
    const found = globals[name]!.map(take).filter(Boolean);
    return found[0] && found;
  };
};

/** An object that pages fill: it is taken whole, whenever it is another. */
const readObject = (name: string): (() => unknown) => {
  let last: string | undefined;
  return () => {
    const value = plain(own(name));
    const text = JSON.stringify(value);
    if (text === last) return undefined;
    last = text;
    return value;
  };
};

export const dataLayers: TagPart = (tag) => {
  for (const name of tag.dataLayer)
    tag.collectors.push([name, name.endsWith('Layer') ? readList(tag, name) : readObject(name)]);
  soon(tag);
  on('load', () => soon(tag));
};

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
