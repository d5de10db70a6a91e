import type { Profile } from '../identity/model/profile.ts';
import type { World } from '../identity/unmerge/world.fake.ts';
import type { ConsentEntry, ConsentFact } from './consent.ts';
import { NO_CONSENT, replay, type ReplayedConsent } from './replay.ts';

/** The consent history of a umid, the oldest entry first. */
export const chainOf = ({ consent }: World, umid: string): readonly ConsentEntry[] =>
  consent.filter((entry) => entry.umid === umid).toSorted((a, b) => a.sequence - b.sequence);

/** What the history of a umid comes to, up to and with an entry. */
export const replayed = (world: World, umid: string, until = Infinity): ReplayedConsent =>
  chainOf(world, umid)
    .filter(({ sequence }) => sequence <= until)
    .reduce((state, entry) => replay(state, entry, loserOf(world, entry.fact)), NO_CONSENT);

const loserOf = (world: World, fact: ConsentFact): ReplayedConsent =>
  fact.kind !== 'merge' ? NO_CONSENT : replayed(world, fact.loser, fact.loserHead?.sequence ?? 0);

export const allLiving = (world: World): readonly Profile[] =>
  [...world.profiles.values()].filter((stored) => stored.kind === 'profile');
