import { describe, expect, test } from 'vitest';
import { identifierRules } from '@kith/testing/builders';
import type { AccountRules } from '../../pipeline/account-rules.ts';
import {
  account,
  NOW,
  EARLIER,
  FIRST,
  NEW,
  C,
  X,
  Y,
  profile,
  device,
  claim,
  decided,
  outcome,
  valuesOf,
} from './decision-case.fake.ts';

describe('a call that comes twice', () => {
  const consent = { permissions: { P: true }, acknowledgements: [] };
  const first = decided({ current: profile(C, { customerId: '1' }), consent, callId: 'call' });
  const known = { device: first.device, current: first.profile };

  test('takes effect once, and answers with what is there by then', () => {
    expect(first.commit.consent).toHaveLength(1);
    const again = decided({ ...known, consent, callId: 'call' });
    expect(again).toMatchObject({
      row: 'retried',
      profile: { umid: C },
      commit: { consent: [], devices: [] },
    });
    expect(decided({ ...known, consent, callId: 'another' }).commit.consent).toHaveLength(1);
  });

  test('undoes nothing that came between', () => {
    const claims = [claim('customerId', '2')];
    const switched = decided({ ...known, claims, callId: 'between' });
    expect(switched.row).toBe('switchToNew');
    const later = { device: switched.device, current: switched.profile };
    const late = decided({ ...later, consent, callId: 'call' });
    expect([late.row, late.profile.umid]).toEqual(['retried', NEW]);
  });

  test('costs nothing where it changes nothing', () => {
    const seen = { ...known, device: device(C, { lastSeen: NOW }), callId: 'look' };
    expect(decided(seen).commit).toMatchObject({ devices: [], profiles: [] });
  });

  test('is forgotten after a while, with what comes next', () => {
    const next = decided({ ...known, consent, now: NOW + 60_000, callId: 'next' });
    expect(next.device.doneCalls).toEqual([{ id: 'next', at: NOW + 60_000 }]);
  });

  test('is forgotten where a device makes very many, the oldest first', () => {
    let at = known;
    for (let count = 0; count < 20; count += 1) {
      const { device: told, profile: answering } = decided({ ...at, consent, callId: `more-${count}` });
      at = { device: told, current: answering };
    }
    expect(at.device.doneCalls?.map(({ id }) => id)).toHaveLength(16);
    expect(at.device.doneCalls?.[0]?.id).toBe('more-19');
  });
});

describe('a device without a profile (C none)', () => {
  test('without identifiers becomes a visitor under its derived umid', () =>
    expect(outcome({ freshDevice: true })).toMatchObject({
      row: 'create',
      umid: FIRST,
      state: 'visitor',
      type: 0,
    }));

  test.each([
    ['customerId', 'customer', 1],
    ['mt1', 'customer', 2],
    ['mt2', 'customer', 2],
    ['deviceId', 'visitor', 0],
  ])('with an unknown %s becomes a %s', (name, state, type) =>
    expect(outcome({ freshDevice: true, claims: [claim(name, '1')] })).toMatchObject({
      umid: FIRST,
      state,
      type,
    }),
  );

  test('with a known identifier is a new device of its owner', () =>
    expect(
      outcome({ freshDevice: true, claims: [claim('customerId', '1', profile(X, { customerId: '1' }))] }),
    ).toMatchObject({ row: 'bind', umid: X, type: 1, changes: [] }));

  test('whose first visit is still on its way takes that visitor along', () => {
    const { commit } = decided({ claims: [claim('customerId', '1', profile(X, { customerId: '1' }))] });
    expect(commit.profiles.map(({ value, expected }) => [value.kind, value.umid, expected])).toEqual([
      ['profile', X, 3],
      ['redirect', FIRST, null],
    ]);
  });

  test('an unknown profileId is ignored, and no profile ever lists one', () =>
    expect(
      decided({ freshDevice: true, claims: [claim('profileId', 'nobody')] }).profile.identifiers,
    ).toEqual([]));
});

describe("a visitor's device (C visitor)", () => {
  const current = profile(C);

  test.each([
    ['customerId', 1],
    ['mt1', 2],
  ])('an unknown %s upgrades it in place', (name, type) =>
    expect(outcome({ current, claims: [claim(name, '1')] })).toEqual({
      row: 'stay',
      umid: C,
      state: 'customer',
      type,
      changes: ['profile.linked', 'profile.upgraded'],
    }),
  );

  test('an unknown device identifier is linked, and it stays a visitor', () =>
    expect(outcome({ current, claims: [claim('deviceId', '1')] })).toMatchObject({
      umid: C,
      state: 'visitor',
    }));

  test.each([
    ['deviceId', claim('deviceId', '1', profile(X, { customerId: '1', deviceId: '1' }))],
    ['profileId', claim('profileId', 'p', profile(X, { customerId: '1' }))],
  ])('a customer found by a %s alone: the device is bound to it, nothing merges', (_name, by) => {
    const result = outcome({ current, claims: [by] });
    expect(result).toMatchObject({ row: 'bindToCustomer', umid: X, type: 1 });
    expect(result.changes).not.toContain('profile.merged');
  });

  test.each([
    ['a customer found by its login', claim('customerId', '1', profile(X, { customerId: '1' }))],
    ['another visitor', claim('deviceId', '1', profile(X, { deviceId: '1' }))],
  ])('%s: the visitor merges into it', (_name, by) => {
    const { row, profile: answering, commit } = decided({ current, claims: [by] });
    expect([row, answering.umid, answering.absorbed]).toEqual(['mergeVisitor', X, [C]]);
    expect(commit.profiles).toContainEqual(
      expect.objectContaining({
        expected: 3,
        value: expect.objectContaining({ kind: 'redirect', umid: C, to: X }),
      }),
    );
  });
});

describe('a visitor and a name that it can have one value of', () => {
  const single: AccountRules = {
    ...account,
    identifiers: new Map([...account.identifiers, ...identifierRules({ phone: { kind: 'device' } })]),
  };

  test('a new device identifier is linked all the same, and the old one stays in the history', () => {
    const current = { ...profile(C, { phone: 'old' }), state: 'visitor' as const };
    const { profile: answering, commit } = decided({
      account: single,
      current,
      claims: [claim('phone', 'new')],
    });
    expect([answering.state, valuesOf(answering)]).toEqual(['visitor', ['phone=new']]);
    expect(answering.formerIdentifiers).toMatchObject([{ value: 'old', reason: 'replaced' }]);
    expect(commit.changes.map(({ type }) => type)).toEqual(['profile.linked']);
  });

  test('whose first visit is on its way is found by its profileId once it was merged away', () => {
    const { commit } = decided({ claims: [claim('customerId', '1', profile(X, { customerId: '1' }))] });
    expect(commit.identifiers).toContainEqual({
      name: 'profileId',
      value: 'first-profile',
      umid: FIRST,
      expected: null,
    });
  });

  test('is part of no customer by an identifier that is in conflict', () => {
    const found = profile(X, { customerId: '1', email: 'e', deviceId: 'd' });
    const claims = [claim('deviceId', 'd', found), claim('customerId', '2'), claim('email', 'e', found)];
    expect(outcome({ current: profile(C), claims }).row).toBe('bindToCustomer');
  });
});

describe("a customer's device (C customer)", () => {
  const current = profile(C, { customerId: '1' });

  test('links an identifier of a name that it has no value of', () =>
    expect(valuesOf(decided({ current, claims: [claim('email', 'e')] }).profile)).toEqual([
      'customerId=1',
      'email=e',
    ]));

  test('a weaker new value replaces the old one, which stays in the history', () => {
    const rotating = profile(C, { customerId: '1', mt1: 'old' });
    const { profile: after, commit } = decided({ current: rotating, claims: [claim('mt1', 'new')] });
    expect(valuesOf(after)).toEqual(['customerId=1', 'mt1=new']);
    expect(after.formerIdentifiers).toMatchObject([{ name: 'mt1', value: 'old', reason: 'replaced' }]);
    expect(commit.released).toMatchObject([{ name: 'mt1', value: 'old', from: [C] }]);
  });

  test('another unknown login is another person: a new profile, and the device switches', () =>
    expect(outcome({ current, claims: [claim('customerId', '2')] })).toMatchObject({
      row: 'switchToNew',
      umid: NEW,
      state: 'customer',
      type: 1,
    }));

  test('a network value is not weaker for a device that only a network identified', () => {
    const byNetwork = profile(C, { mt1: 'old' });
    expect(outcome({ current: byNetwork, claims: [claim('mt1', 'new')] }).row).toBe('switchToNew');
  });

  describe('and the login of somebody whom nobody knows yet, in one request with what leads', () => {
    const login = claim('customerId', '2');

    test.each([
      ["to a neighbour's line", claim('mt1', 'w', profile(X, { mt1: 'w' })), 'switchToNew', NEW],
      ['to a visitor', claim('deviceId', 'd', profile(X, { deviceId: 'd' })), 'switchToNew', NEW],
      ['to a customer', claim('email', 'e', profile(X, { email: 'e' })), 'switch', X],
    ])('%s: the device leaves the one who was known', (_name, lower, row, umid) => {
      const result = decided({ current, claims: [login, lower] });
      expect([result.row, result.profile.umid]).toEqual([row, umid]);
      expect(valuesOf(result.profile)).toContain('customerId=2');
      expect(result.commit.profiles.map(({ value }) => value.umid)).not.toContain(C);
    });

    test('who is somebody else by a higher identifier: no reason to leave', () => {
      const own = profile(C, { customerId: '1', email: 'e1' });
      const other = profile(X, { customerId: '2', email: 'e2' });
      const claims = [claim('mt1', 'unknown'), claim('customerId', '1', own), claim('email', 'e2', other)];
      expect(outcome({ current: own, claims })).toMatchObject({ row: 'same', umid: C });
    });
  });

  test('an identifier that is too weak does not make one of two customers, whatever stands beside it', () => {
    const merging: AccountRules = {
      ...account,
      identifiers: new Map([
        ...account.identifiers,
        ...identifierRules({ pass: { kind: 'network', merge: true } }),
      ]),
    };
    const other = profile(X, { iban: 'i', pass: 'p' });
    const rules = {
      ...merging,
      identifiers: new Map([...merging.identifiers, ...identifierRules({ iban: {} })]),
    };
    const claims = [claim('iban', 'i', other), claim('pass', 'p', other)];
    expect(outcome({ account: rules, current, claims }).row).toBe('switch');
  });

  test('what another person has already, in conflict, makes nobody new of the device', () => {
    const own = profile(C, { email: 'e1' });
    const other = profile(X, { customerId: '1', email: 'e2' });
    const claims = [claim('customerId', '2'), claim('email', 'e2', other)];
    const { row, profile: answering } = decided({ current: own, claims });
    expect([row, valuesOf(answering)]).toEqual(['stay', ['email=e1', 'customerId=2']]);
  });

  test("a neighbour's Wi-Fi is no login: nothing changes, the conflict is reported", () => {
    const neighbour = profile(X, { mt1: 'w' });
    expect(outcome({ current, claims: [claim('mt1', 'w', neighbour)] })).toEqual({
      row: 'keep',
      umid: C,
      state: 'customer',
      type: 1,
      changes: ['profile.conflict'],
    });
  });

  test('the login of another customer switches the device, and nothing merges', () => {
    const other = profile(X, { customerId: '2' });
    expect(outcome({ current, claims: [claim('customerId', '2', other)] })).toMatchObject({
      row: 'switch',
      umid: X,
      type: 1,
      changes: ['profile.switched'],
    });
  });

  test('another customer without a conflict merges where the identifier allows it: the older one survives', () => {
    const other = profile(X, { email: 'e' }, { createdAt: EARLIER - 1 });
    const { row, profile: answering } = decided({ current, claims: [claim('email', 'e', other)] });
    expect([row, answering.umid, answering.absorbed]).toEqual(['mergeCustomers', X, [C]]);
  });

  test('of two customers of the same age the one with the smaller umid survives', () => {
    const other = profile(Y, { email: 'e' });
    expect(decided({ current, claims: [claim('email', 'e', other)] }).profile.umid).toBe(Y);
  });

  test('another customer without a conflict switches where the identifier does not allow a merge', () => {
    const phoneOnly = profile(X, { customerId: '2' });
    const mailOnly = profile(C, { email: 'e' });
    expect(outcome({ current: mailOnly, claims: [claim('customerId', '2', phoneOnly)] }).row).toBe('switch');
  });

  test('a visitor found by a device identifier merges into it', () => {
    const visitor = profile(X, { deviceId: '1' });
    const { row, profile: answering } = decided({ current, claims: [claim('deviceId', '1', visitor)] });
    expect([row, answering.umid, answering.absorbed]).toEqual(['absorbVisitor', C, [X]]);
  });

  test('its own identifier changes nothing within the minute', () => {
    const fresh = profile(
      C,
      {},
      {
        state: 'customer',
        lastSeenAt: NOW,
        identifiers: [{ name: 'customerId', value: '1', firstSeen: NOW, lastSeen: NOW }],
      },
    );
    const { row, commit } = decided({
      current: fresh,
      device: device(C, { identifiedBy: 1, lastSeen: NOW }),
      claims: [claim('customerId', '1', fresh)],
    });
    expect([row, commit.profiles, commit.devices, commit.changes]).toEqual(['same', [], [], []]);
  });
});
