import { decide } from '../consent.ts';
import { hear } from '../data-layers.ts';
import { own } from '../own.ts';
import { safely } from '../safely.ts';
import type { TagPart } from '../tag.ts';

/** What `gtag('consent', 'default' or 'update', states)` leaves in the data layer. */
type Command = ArrayLike<unknown>;
type States = Record<string, unknown>;

export const googleConsentMode: TagPart = (tag) => {
  let layer: Command[] | undefined;
  const seen = new WeakSet<object>();
  const states: States = {};
  let isDecided = false;
  const tell = (): void => {
    if (isDecided) decide(tag, (need) => states[need] === 'granted');
  };
  // What a site presumes is no decision of the visitor.
  const read = ({ 0: command, 1: kind, 2: given }: Command): void => {
    if (command !== 'consent' || kind !== 'update') return;
    isDecided = true;
    Object.assign(states, given);
  };
  const readOnce = safely((entry: Command) => {
    if (seen.has(entry)) return;
    seen.add(entry);
    read(entry);
  });
  const look = safely(() => {
    const found = ((window as { dataLayer?: Command[] }).dataLayer = own<Command[]>('dataLayer') || []);
    // A page may put another list in its place.
    if (found !== layer) hear((layer = found), 'push', look);
    found.forEach(readOnce);
    tell();
  });
  tag.teller = look;
  look();
};
