import { describe, expect, test } from 'vitest';
import {
  aCommit,
  aDevice,
  anIdentifier,
  aProfile,
  fresh,
  newIdentifier,
  randomUmdid,
  randomUmid,
  replacing,
} from '@kith/testing';
import { NO_KEYS, type IdentityKeys, type IdentityRows, type RedirectMark } from './identity-rows.ts';
import { createIdentityView, type IdentityView } from './identity-view.ts';
import type { Wanted } from './lookup.ts';

const NO_ROWS: IdentityRows = { profiles: [], devices: [], owners: [], holdings: [], suppressions: [] };

const redirect = (umid: RedirectMark['umid'], to: RedirectMark['to'], shortcut?: RedirectMark['umid']) => ({
  kind: 'redirect' as const,
  umid,
  to,
  version: 2,
  ...(shortcut === undefined ? {} : { shortcut }),
});

/** Looks until nothing is missing; what it was asked for, look by look. */
const lookingUp = (view: IdentityView, wanted: Wanted, stored: Partial<IdentityRows>) => {
  const asked: IdentityKeys[] = [];
  for (;;) {
    const found = view.lookUp(wanted);
    if (found.kind === 'loaded') return { ...found, asked };
    asked.push(found.keys);
    const { umids, umdids } = found.keys;
    view.add(found.keys, {
      ...NO_ROWS,
      ...stored,
      profiles: (stored.profiles ?? []).filter(({ umid }) => umids.includes(umid)),
      devices: (stored.devices ?? []).filter(({ umdid }) => umdids.includes(umdid)),
    });
  }
};

describe('a view of identity data', () => {
  test('follows redirects look by look, and by a shortcut at once', () => {
    const [a, b] = [randomUmid(), randomUmid()];
    const living = aProfile({ absorbed: [a, b] });
    const profiles = [redirect(a, b), redirect(b, living.umid), living];
    const long = lookingUp(createIdentityView(), { umids: [a] }, { profiles });
    expect(long.asked.map(({ umids }) => umids)).toEqual([[a], [b], [living.umid]]);
    expect(long.detours).toEqual([{ umid: a, living: living.umid }]);
    const hinted = [redirect(a, b, living.umid), ...profiles.slice(1)];
    const short = lookingUp(createIdentityView(), { umids: [a] }, { profiles: hinted });
    expect(short.asked).toHaveLength(2);
    expect([short.loaded, short.detours]).toEqual([long.loaded, []]);
  });

  test('does not believe a shortcut to a profile that has not absorbed the umid', () => {
    const [a, other] = [randomUmid(), aProfile()];
    const living = aProfile({ absorbed: [a] });
    const profiles = [redirect(a, living.umid, other.umid), other, living];
    const { loaded } = lookingUp(createIdentityView(), { umids: [a] }, { profiles });
    expect(loaded.profiles).toEqual([{ umid: a, profile: living }]);
  });

  test('throws where redirects lead round in a circle', () => {
    const [a, b] = [randomUmid(), randomUmid()];
    const profiles = [redirect(a, b), redirect(b, a)];
    expect(() => lookingUp(createIdentityView(), { umids: [a] }, { profiles })).toThrow('circle');
  });

  test('reads device and profile in one look where the hint is right, and trusts it in nothing', () => {
    const [profile, stranger] = [aProfile(), aProfile()];
    const device = aDevice({ umdid: randomUmdid(), umid: profile.umid });
    const stored = { profiles: [profile, stranger], devices: [device] };
    const wanted = { umdid: device.umdid };
    const right = lookingUp(createIdentityView(), { ...wanted, hint: profile.umid }, stored);
    const wrong = lookingUp(createIdentityView(), { ...wanted, hint: stranger.umid }, stored);
    expect([right.asked.length, wrong.asked.length]).toEqual([1, 2]);
    expect(right.loaded.current).toEqual(profile);
    expect(wrong.loaded).toEqual(right.loaded);
  });

  test('asks for suppressions with each look: who is gone by a later one may be so by an erasure', () => {
    const device = aDevice({ umdid: randomUmdid(), umid: randomUmid() });
    const wanted = { umdid: device.umdid, suppressions: ['key'] };
    const view = createIdentityView();
    const first = view.lookUp(wanted);
    view.add(
      { ...NO_KEYS, umdids: [device.umdid], suppressions: ['key'] },
      { ...NO_ROWS, devices: [device] },
    );
    const second = view.lookUp(wanted);
    expect([first, second].map((one) => one.kind === 'missing' && one.keys.suppressions)).toEqual([
      ['key'],
      ['key'],
    ]);
    const erased = { key: 'key', at: 1 };
    view.add(
      { ...NO_KEYS, umids: [device.umid], suppressions: ['key'] },
      { ...NO_ROWS, suppressions: [erased] },
    );
    expect(view.lookUp(wanted)).toMatchObject({
      kind: 'loaded',
      loaded: { current: null, suppressions: [erased] },
    });
  });
});

describe('what a view comes to', () => {
  test('is one put of each key, on the version that was read, with the last value', () => {
    const view = createIdentityView();
    const [known, created] = [aProfile({ version: 4 }), aProfile({ version: 1 })];
    view.add({ ...NO_KEYS, umids: [known.umid] }, { ...NO_ROWS, profiles: [known] });
    view.apply(aCommit({ profiles: [replacing({ ...known, version: 5 }, 4), fresh(created)] }));
    view.apply(
      aCommit({
        profiles: [replacing({ ...known, version: 6 }, 5), replacing({ ...created, version: 2 }, 1)],
        guards: [{ kind: 'profile', umid: known.umid, version: 5 }],
      }),
    );
    expect(view.changes()).toEqual(
      aCommit({
        profiles: [replacing({ ...known, version: 6 }, 4), fresh({ ...created, version: 2 })],
      }),
    );
  });

  test('is who owns an identifier in the end, on who owned it before', () => {
    const view = createIdentityView();
    const [owner, next, gained, lost] = [randomUmid(), randomUmid(), anIdentifier(), anIdentifier()];
    view.add({ ...NO_KEYS, identifiers: [gained, lost] }, { ...NO_ROWS, owners: [{ ...lost, umid: owner }] });
    view.apply(aCommit({ identifiers: [newIdentifier(gained, owner), newIdentifier(lost, next, owner)] }));
    view.apply(aCommit({ released: [{ ...lost, from: [next] }] }));
    view.apply(aCommit({ identifiers: [newIdentifier(gained, next, owner)] }));
    expect(view.changes()).toEqual(
      aCommit({
        identifiers: [newIdentifier(gained, next)],
        released: [{ ...lost, from: [owner] }],
      }),
    );
  });

  test('is nothing of an identifier that was given and taken again', () => {
    const view = createIdentityView();
    const [umid, identifier] = [randomUmid(), anIdentifier()];
    view.add({ ...NO_KEYS, identifiers: [identifier] }, NO_ROWS);
    view.apply(aCommit({ identifiers: [newIdentifier(identifier, umid)] }));
    view.apply(aCommit({ released: [{ ...identifier, from: [umid] }] }));
    expect(view.changes()).toEqual(aCommit({}));
  });
});
