import { hear } from './hear.ts';
import { on } from './on.ts';
import type { TagPart } from './part.ts';
import { plain } from './plain.ts';
import { soon } from './schedule.ts';

type Globals = Record<string, unknown>;

/** A list that pages push to: each entry is taken once, whenever and by whomever it was pushed. */
const readList = (globals: Globals, name: string, pushed: () => void): (() => unknown) => {
  const taken = new WeakSet<object>();
  hear((globals[name] ??= []) as unknown[], pushed);
  return () => {
    const found = (globals[name] as unknown[]).filter(
      (entry): entry is object => typeof entry === 'object' && !!entry && !taken.has(entry),
    );
    for (const entry of found) taken.add(entry);
    return found.length ? found.map(plain).filter(Boolean) : undefined;
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
  for (const name of tag.settings.dataLayer) {
    const isList = name.endsWith('Layer');
    const read = isList ? readList(globals, name, isThere) : readObject(globals, name);
    tag.collectors.push(() => {
      const found = read();
      return found ? { [name]: found } : undefined;
    });
  }
  isThere();
  on('load', isThere);
};
