import type { KithAnswer } from '../kith.ts';
import { forget, remember } from './answers.ts';
import { change, current, isRefused, know } from './decisions.ts';
import { release } from './gate.ts';
import { strip, type Done, type Element } from './job.ts';
import { collect, push } from './line.ts';
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
    for (const job of tag.jobs) if (!job.isSettled) strip(job);
  }
  within(tag, 0);
};

const shownOf = ({ notification, version, uxvariant }: Element): Element[] | undefined =>
  notification ? [{ name: notification, version, uxvariant, date: Date.now() }] : undefined;

/** The visitor decides. */
export const tell = (tag: Tag, done: Done, permissions: unknown, shown: unknown): void => {
  // Only what is plainly a yes or a no is a decision.
  const permission = membersOf(permissions, 'boolean') as Permissions;
  // What was done before belongs to the permission of before.
  collect(tag);
  know(tag, permission);
  push(tag, { permission, notification: shownOf(membersOf(shown)) }, done);
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
  if (!Object.keys(changes).length) return;
  change(tag, { told: { ...told, ...changes } });
  tell(tag, () => undefined, changes, shown);
};

/** What was withdrawn elsewhere holds here; what was granted elsewhere is asked for here again. */
export const learn = (tag: Tag, answer: KithAnswer): void => {
  remember(tag, answer);
  if (tag.jobs.some((job) => job.permission || job.isReset)) return;
  const { known } = current(tag);
  for (const name in known) {
    if (!known[name] || answer.permissions?.[name] !== false) continue;
    know(tag, { [name]: false });
    decided(tag);
  }
};
