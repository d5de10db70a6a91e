import { describe, expect, test } from 'vitest';
import type { Claim, Profile } from '@kith/domain/identity';
import type { SectionAccess } from '@kith/ports';
import { aCommit, aProfile, aRedirect, fresh, randomUmid, replacing } from '@kith/testing';
import { mayRead } from './may-read.ts';

const BOUND: SectionAccess = { unverified: 'bound', verified: [] };
const BOUND_OR_EMAIL: SectionAccess = { unverified: 'bound', verified: ['email'] };
const NONE: SectionAccess = { unverified: 'none', verified: [] };
const EMAIL_ONLY: SectionAccess = { unverified: 'none', verified: ['email'] };

const holding = (...names: readonly string[]): Profile =>
  aProfile({
    state: 'customer',
    identifiers: names.map((name) => ({ name, value: `a ${name}`, firstSeen: 1, lastSeen: 1 })),
  });

const naming = (name: string, owner: Profile | null): Claim => ({
  name,
  value: `a ${name}`,
  owner,
  storedUmid: owner?.umid ?? null,
  holders: [],
});

const firstUmid = randomUmid();
const given = (current: Profile | null, ...claims: readonly Claim[]) => ({
  current,
  firstUmid,
  freshDevice: current === null,
  claims,
});

const answering = (profile: Profile, ...profiles: Parameters<typeof aCommit>[0]['profiles'] & object) => ({
  profile,
  commit: aCommit({ profiles }),
});

const own = holding('customerId');
const theirs = holding('customerId', 'email');

describe('sections that everybody may read', () => {
  test('are shown', () => {
    expect(mayRead(undefined, given(null, naming('customerId', theirs)), answering(theirs))).toBe(true);
  });
});

describe('a device that was bound before', () => {
  test('reads its profile, whatever identifiers it names, where bound devices may', () => {
    expect(mayRead(BOUND, given(own), answering(own))).toBe(true);
    expect(mayRead(BOUND, given(own, naming('mt1', theirs)), answering(own))).toBe(true);
  });

  test('reads nothing where only verified identifiers open', () => {
    expect(mayRead(NONE, given(own), answering(own))).toBe(false);
  });

  test('reads nothing of the profile that an identifier brings it to', () => {
    expect(mayRead(BOUND, given(own, naming('customerId', theirs)), answering(theirs))).toBe(false);
  });

  test('reads nothing of its profile while an identifier brings another into it', () => {
    const merged = answering(own, replacing(aRedirect(theirs.umid, own.umid), 1));
    expect(mayRead(BOUND, given(own, naming('email', theirs)), merged)).toBe(false);
  });

  test('is also one whose first visit is still on its way', () => {
    const implied = aProfile({ umid: firstUmid });
    const visiting = { ...given(null), freshDevice: false };
    expect(mayRead(BOUND, visiting, answering(implied))).toBe(true);
    expect(mayRead(BOUND, visiting, answering(theirs))).toBe(false);
  });
});

describe('a device that nobody knows', () => {
  test.each([BOUND, NONE])('reads nothing, of a new profile or of one that was there', (reading) => {
    expect(mayRead(reading, given(null, naming('customerId', theirs)), answering(theirs))).toBe(false);
    expect(mayRead(reading, given(null, naming('customerId', null)), answering(own, fresh(own)))).toBe(false);
  });
});

describe.each([BOUND_OR_EMAIL, EMAIL_ONLY])('a verified identifier', (reading) => {
  test('opens the profile that it found', () => {
    expect(mayRead(reading, given(null, naming('email', theirs)), answering(theirs))).toBe(true);
  });

  test('opens the profile that was made for it', () => {
    const created = holding('email');
    expect(mayRead(reading, given(null, naming('email', null)), answering(created, fresh(created)))).toBe(
      true,
    );
  });

  test('opens the profile that the own visitor was merged into', () => {
    const visitor = aProfile();
    const merged = answering(theirs, replacing(aRedirect(visitor.umid, theirs.umid), 1));
    expect(mayRead(reading, given(visitor, naming('email', theirs)), merged)).toBe(true);
  });

  test('opens nothing of a profile that another identifier found, though it joins it', () => {
    const claims = [naming('customerId', theirs), naming('email', null)];
    expect(mayRead(reading, given(null, ...claims), answering(theirs))).toBe(false);
  });

  test('opens nothing of a profile that another identifier merged into its own', () => {
    const another = holding('customerId');
    const claims = [naming('email', theirs), naming('customerId', another)];
    const merged = answering(theirs, replacing(aRedirect(another.umid, theirs.umid), 1));
    expect(mayRead(reading, given(null, ...claims), merged)).toBe(false);
  });

  test('opens nothing where it was left alone for a conflict', () => {
    const claims = [naming('customerId', own), naming('email', theirs)];
    expect(mayRead(reading, given(null, ...claims), answering(own))).toBe(false);
  });
});
