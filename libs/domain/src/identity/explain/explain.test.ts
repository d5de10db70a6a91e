import { describe, expect, test } from 'vitest';
import { newVisitor } from '../draft/draft.ts';
import type { ProfileId, Umdid, Umid } from '../model/ids.ts';
import type { Profile } from '../model/profile.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import { ACCOUNT, umdidOf, umidOf } from '../unmerge/world.fake.ts';
import { explain } from './explain.ts';

const [FIRST, C, X, NEW] = [umidOf('f0'), umidOf('c0'), umidOf('a0'), umidOf('e0')];
const UMDID: Umdid = umdidOf('d0');
const NOW = 1_800_000_000_000;

const profile = (umid: Umid, held: Readonly<Record<string, string>> = {}): Profile => ({
  ...newVisitor(umid, `profile-${umid}` as ProfileId, 'web', NOW - 1),
  version: 1,
  state: 'customerId' in held || 'email' in held ? 'customer' : 'visitor',
  identifiers: Object.entries(held).map(([name, value]) => ({ name, value, firstSeen: NOW, lastSeen: NOW })),
});

const claim = (name: string, value: string, owner: Profile | null = null): Claim => ({
  name,
  value,
  owner,
  storedUmid: owner?.umid ?? null,
  holders: [],
});

const explained = (members: Partial<DecisionInput>) => {
  const sealed: unknown[] = [];
  const explanation = explain({
    account: ACCOUNT,
    pipeline: 'web',
    now: NOW,
    umdid: UMDID,
    firstUmid: FIRST,
    freshDevice: members.current === undefined,
    device: members.current
      ? {
          umdid: UMDID,
          umid: members.current.umid,
          identifiedBy: 0,
          bindingVersion: 1,
          firstSeen: NOW,
          lastSeen: NOW,
          retryKeys: [],
        }
      : null,
    current: null,
    claims: [],
    consent: { permissions: {}, acknowledgements: [] },
    retryKeys: [],
    newUmid: NEW,
    newProfileIds: ['first' as ProfileId, 'other' as ProfileId],
    seal: (...entry) => {
      sealed.push(entry);
      return 'sealed';
    },
    ...members,
  });
  expect(sealed).toEqual([]);
  return explanation;
};

describe('an explanation', () => {
  test.each<[string, boolean, string]>([
    ['of a first visit calls the umid new that follows from a drawn umdid', true, 'new'],
    ['of a device that was seen before names the umid that follows from its umdid', false, FIRST],
  ])('%s', (_what, freshDevice, umid) =>
    expect(explained({ freshDevice, claims: [claim('customerId', '1')] })).toEqual({
      row: freshDevice ? 'create' : 'stay',
      umid,
      state: 'customer',
      type: 1,
      matched: [{ name: 'customerId', value: '1', umid: null, role: 'joined' }],
      changes: [
        { kind: 'created', umid, state: 'customer' },
        { kind: 'linked', umid, name: 'customerId', value: '1' },
        { kind: 'upgraded', umid },
        { kind: 'bound', umdid: UMDID, umid, from: null },
      ],
      conflicts: [],
    }),
  );

  test('of a visit that changes nothing lists no change', () =>
    expect(explained({ current: profile(C) })).toMatchObject({ row: 'stay', matched: [], changes: [] }));

  test('of another person’s login calls the umid new that would be drawn', () => {
    const current = profile(C, { customerId: '1' });
    expect(explained({ current, claims: [claim('customerId', '2')] })).toMatchObject({
      row: 'switchToNew',
      umid: 'new',
      changes: [
        { kind: 'created', umid: 'new' },
        { kind: 'linked', umid: 'new', value: '2' },
        { kind: 'switched', umid: 'new', from: C },
        { kind: 'upgraded', umid: 'new' },
        { kind: 'bound', umid: 'new', from: C },
      ],
    });
  });

  test('tells which identifier decided, which joined, which is a conflict and which means nothing', () => {
    const current = profile(C, { customerId: '1', deviceId: 'old' });
    const other = profile(X, { customerId: '2', email: 'e' });
    const { row, matched, conflicts } = explained({
      current,
      claims: [
        claim('customerId', '1', current),
        claim('email', 'e', other),
        claim('deviceId', 'new'),
        claim('profileId', 'nobody'),
        claim('unheard', 'of'),
      ],
    });
    expect(row).toBe('same');
    expect(matched.map(({ name, umid, role }) => [name, umid, role])).toEqual([
      ['customerId', C, 'decided'],
      ['email', X, 'conflict'],
      ['deviceId', null, 'joined'],
      ['profileId', null, 'none'],
      ['unheard', null, 'none'],
    ]);
    expect(conflicts).toEqual([{ name: 'email', value: 'e', umid: X }]);
  });

  test('tells a value that would be replaced', () => {
    const current = profile(C, { customerId: '1', deviceId: 'old' });
    const claims = [claim('customerId', '1', current), claim('deviceId', 'new')];
    expect(explained({ current, claims }).changes).toEqual([
      { kind: 'retired', umid: C, name: 'deviceId', value: 'old', why: 'replaced' },
      { kind: 'linked', umid: C, name: 'deviceId', value: 'new' },
    ]);
  });

  test('of a merge lists what comes with the request, not what comes with the merge', () => {
    const current = { ...profile(C, { tag: 't' }), permissions: state(true) };
    const other = profile(X, { customerId: '2' });
    const claims = [claim('customerId', '2', other), claim('tag', 'u')];
    const consent = { permissions: { Q: false }, acknowledgements: [] };
    expect(explained({ current, claims, consent })).toMatchObject({
      row: 'mergeVisitor',
      umid: X,
      changes: [
        { kind: 'merged', umid: X, absorbed: C },
        { kind: 'linked', umid: X, name: 'tag', value: 'u' },
        { kind: 'bound', umid: X, from: C },
        { kind: 'consent', umid: X, permissions: { Q: false } },
      ],
    });
  });

  test('of a retried request says so, and that nothing would change', () => {
    const current = profile(C, { customerId: '1' });
    const device = {
      umdid: UMDID,
      umid: C,
      identifiedBy: 1 as const,
      bindingVersion: 1,
      firstSeen: NOW,
      lastSeen: NOW,
      retryKeys: [{ hash: 'k', at: NOW }],
    };
    const claims = [claim('customerId', '2')];
    expect(explained({ current, device, retryKeys: ['k'], claims })).toMatchObject({
      row: 'retried',
      umid: C,
      matched: [{ role: 'none' }],
      changes: [],
      conflicts: [],
    });
  });
});

const state = (granted: boolean) => ({ P: { granted, modifiedAt: NOW, identified: false } });
