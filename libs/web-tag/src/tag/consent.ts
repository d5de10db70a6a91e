import type { KithAnswer } from '../kith.ts';
import { forget, remember } from './answers.ts';
import { change, current, isRefused, know } from './decisions.ts';
import { release } from './gate.ts';
import { type Done, type Element, type Job } from './job.ts';
import { collect, purge, push } from './line.ts';
import { membersOf } from './plain.ts';
import { within } from './schedule.ts';
import { takeStored } from './stored.ts';
import type { Tag } from './tag.ts';

type Permissions = Record<string, boolean>;

/** A decision was made, here or in another tab. */
export const decided = (tag: Tag): void => {
  release(tag);
  if (isRefused(tag)) {
    forget();
    takeStored(tag);
    purge(tag);
  }
  within(tag, 0);
};

const shownOf = ({ notification, version, uxvariant }: Element): Element[] | undefined =>
  (notification && [{ name: notification, version, uxvariant, date: Date.now() }]) as Element[] | undefined;

const hasMembers = (value: object): boolean => !!Object.keys(value)[0];

/** The visitor decides. */
export const tell = (tag: Tag, done: Done, permissions: unknown, shown: unknown): void => {
  // Only what is plainly a yes or a no is a decision.
  const permission = membersOf(permissions, 'boolean') as Permissions;
  const notification = shownOf(membersOf(shown));
  if (!hasMembers(permission) && !notification) return done(null);
  // What was done before belongs to the permission of before.
  collect(tag);
  know(tag, permission);
  push(tag, { decision: permission, notices: notification }, done);
  decided(tag);
};

/** What a consent manager says: changes are told. */
export const decide = (tag: Tag, isAgreed: (need: string) => boolean): void => {
  const { told } = current(tag);
  const { needs, shown } = tag.settings.manager ?? {};
  const changes: Permissions = {};
  for (const name in needs) {
    const agreed = needs[name]!.every(isAgreed);
    if (told[name] !== agreed) changes[name] = agreed;
  }
  if (!hasMembers(changes)) return;
  change(tag, { told: { ...told, ...changes } });
  tell(tag, () => undefined, changes, shown);
};

const refuse = (tag: Tag, name: string): void => {
  know(tag, { [name]: false });
  decided(tag);
};

/** What the endpoint will not have of a visitor who is still here was not granted. */
export const doubt = (tag: Tag, { decision, isSettled }: Job): void => {
  if (!isSettled) for (const name in decision) refuse(tag, name);
};

/** What was withdrawn elsewhere holds here; what was granted elsewhere is asked for here again. */
export const learn = (tag: Tag, answer: KithAnswer): void => {
  remember(tag, answer);
  if (tag.jobs.some((job) => job.decision || job.isReset)) return;
  const { known } = current(tag);
  for (const name in known) {
    if (known[name] && answer.permissions?.[name] === false) refuse(tag, name);
  }
};
