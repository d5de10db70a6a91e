import { forget, remember } from './answers.ts';
import { nobody, type Done, type Job } from './job.ts';
import { change, current, isGranted, isRefused, know } from './decisions.ts';
import { takeStored } from './stored.ts';
import { release } from './gate.ts';
import { collect, purge, push } from './line.ts';
import { membersOf, namesOf } from './plain.ts';
import type { KithAnswer } from '../kith.ts';
import { hurry } from './schedule.ts';
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
  hurry(tag);
};

/** The visitor decides. */
export const tell = (tag: Tag, done: Done, permissions: unknown, shown: unknown): void => {
  // Only what is plainly a yes or a no is a decision.
  const permission = membersOf(permissions, /boolean/) as Permissions;
  const { notification: name, version, uxvariant } = membersOf(shown);
  const notices = name ? [{ date: Date.now(), name, version, uxvariant }] : undefined;
  if (!namesOf(permission)[0] && !notices) return done(null);
  // What was done before belongs to the permission of before.
  collect(tag);
  know(tag, permission);
  const { isSeen, known } = current(tag);
  // An endpoint that may not yet keep anybody has forgotten what it was told earlier.
  push(tag, { decision: isSeen ? permission : known, notices }, done);
  decided(tag);
};

/** What a consent manager says: changes are told. */
export const decide = (tag: Tag, isAgreed: (need: string) => unknown): void => {
  const { told } = current(tag);
  const changes: Permissions = {};
  for (const name of namesOf(tag.manager!.needs)) {
    const agreed = tag.manager!.needs[name]!.every(isAgreed);
    if (told?.[name] !== agreed) changes[name] = agreed;
  }
  if (!namesOf(changes)[0]) return;
  change(tag, { told: { ...told, ...changes } });
  tell(tag, nobody, changes, tag.manager!.shown);
};

const refuse = (tag: Tag, name: string): void => {
  know(tag, { [name]: false });
  decided(tag);
};

/** What the endpoint will not have of a visitor who is still here was not granted. */
export const doubt = (tag: Tag, { decision, isSettled }: Job): void => {
  if (!isSettled) for (const name of namesOf(decision)) refuse(tag, name);
};

/** What was withdrawn elsewhere holds here; what was granted elsewhere is asked for here again. */
export const learn = (tag: Tag, answer: KithAnswer): void => {
  remember(tag, answer);
  if (tag.jobs.some((job) => job.decision || job.isReset)) return;
  if (isGranted(tag)) change(tag, { isSeen: true });
  const { known } = current(tag);
  for (const name of namesOf(known)) {
    if (known[name] && answer.permissions?.[name] === false) refuse(tag, name);
  }
};
