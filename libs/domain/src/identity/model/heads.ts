import { isSameHead } from '../../consent/link-fault.ts';
import type { ConsentHead } from '../../consent/consent.ts';
import type { HeadChange } from '../../consent/head-tally.ts';
import type { Put } from './commit.ts';
import type { Umid } from './ids.ts';
import type { Profile, StoredProfile } from './profile.ts';

/** Where the chain of a umid stands by itself: that of a profile which was absorbed is part of the survivor's. */
export const headOf = (stored: StoredProfile | null): ConsentHead | null =>
  stored?.kind === 'profile' ? stored.consentHead : null;

/** The chain of a profile that is removed ends. */
export const headsWithout = ({
  umid,
  consentHead,
}: Pick<Profile, 'umid' | 'consentHead'>): readonly HeadChange[] =>
  consentHead === null ? [] : [{ umid, before: consentHead, after: null }];

/** The chains that profiles to be stored begin, go on with or end; `before` tells what is stored under a umid. */
export const headsChangedBy = (
  profiles: readonly Put<StoredProfile>[],
  before: (umid: Umid) => StoredProfile | null,
): readonly HeadChange[] =>
  profiles
    .map(({ value }) => ({ umid: value.umid, before: headOf(before(value.umid)), after: headOf(value) }))
    .filter((change) => !isSameHead(change.before, change.after));
