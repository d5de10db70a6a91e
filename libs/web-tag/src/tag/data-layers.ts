import { hear } from './hear.ts';
import { on } from './on.ts';
import type { Collect, TagPart } from './part.ts';
import { plain } from './plain.ts';
import { safely } from './safely.ts';
import { soon } from './schedule.ts';

type Globals = Record<string, unknown>;

/** A list that pages push to: each entry is taken once, whenever and by whomever it was pushed. */
const readList = (globals: Globals, name: string, pushed: () => void): (() => unknown) => {
  const taken = new WeakSet<object>();
  hear((globals[name] ??= []) as unknown[], 'push', pushed);
  // What is no object cannot be known again, and is nothing that a data layer says; no entry costs another.
  const take = safely((entry: object) => {
    if (taken.has(entry)) return undefined;
    taken.add(entry);
    return plain(entry);
  });
  return () => {
    const found = (globals[name] as object[]).map(take).filter(Boolean);
    return found[0] && found;
  };
};

/** An object that pages fill: it is taken whole, whenever it is another. */
const readObject = (globals: Globals, name: string): (() => unknown) => {
  let last: string | undefined;
  return () => {
    const value = plain(globals[name]);
    const text = JSON.stringify(value);
    if (text === last) return undefined;
    last = text;
    return value;
  };
};

export const dataLayers: TagPart = (tag) => {
  const globals = window as unknown as Globals;
  const isThere = (): void => soon(tag);
  for (const name of tag.dataLayer) {
    const isList = name.endsWith('Layer');
    const read = isList ? readList(globals, name, isThere) : readObject(globals, name);
    tag.collectors.push(() => {
      const found = read();
      return (found && { [name]: found }) as ReturnType<Collect>;
    });
  }
  isThere();
  on('load', isThere);
};
