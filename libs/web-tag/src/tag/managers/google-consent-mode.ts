import { decide } from '../consent.ts';
import { hear } from '../hear.ts';
import type { TagPart } from '../part.ts';
import { safely } from '../safely.ts';

/** What `gtag('consent', 'default' or 'update', states)` leaves in the data layer. */
type Command = ArrayLike<unknown>;
type States = Record<string, unknown>;

export const googleConsentMode: TagPart = (tag) => {
  const layer = ((window as { dataLayer?: Command[] }).dataLayer ??= []);
  const seen = new WeakSet<object>();
  const states: States = {};
  let isDecided = false;
  const tell = (): void => {
    if (isDecided) decide(tag, (need) => states[need] === 'granted');
  };
  // What a site presumes is no decision of the visitor, and what it presumes for one region is none of the others.
  const read = ({ 0: command, 1: kind, 2: given }: Command): void => {
    const { region, ...told } = (given ?? {}) as States;
    if (command !== 'consent' || region) return;
    isDecided ||= kind === 'update';
    for (const name in told) if (kind === 'update' || !states[name]) states[name] = told[name];
  };
  const look = safely(() => {
    for (const entry of layer) {
      if (typeof entry !== 'object' || seen.has(entry)) continue;
      seen.add(entry);
      read(entry);
    }
    tell();
  });
  hear(layer, look);
  tag.tellers.push(tell);
  look();
};
