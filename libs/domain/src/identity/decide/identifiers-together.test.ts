import { describe, expect, test } from 'vitest';
import {
  NOW,
  EARLIER,
  FIRST,
  C,
  X,
  Y,
  profile,
  device,
  claim,
  decided,
  valuesOf,
} from './decision-case.fake.ts';

describe('several identifiers in one request', () => {
  test('a profile that holds another value of a higher name is a conflict, not X', () => {
    const owner = profile(X, { customerId: '2', email: 'e' });
    const {
      row,
      profile: answering,
      commit,
    } = decided({
      freshDevice: true,
      claims: [claim('customerId', '1'), claim('email', 'e', owner)],
    });
    expect([row, answering.umid, valuesOf(answering)]).toEqual(['create', FIRST, ['customerId=1']]);
    expect(commit.changes.map(({ type }) => type)).toContain('profile.conflict');
  });

  test("the others' profiles join by the same table", () => {
    const byLogin = profile(X, { customerId: '1' }, { createdAt: EARLIER - 1 });
    const byMail = profile(Y, { email: 'e' });
    const { profile: answering } = decided({
      freshDevice: true,
      claims: [claim('customerId', '1', byLogin), claim('email', 'e', byMail)],
    });
    expect([answering.umid, answering.absorbed]).toEqual([X, [Y]]);
  });

  test('nothing switches once it is settled who answers', () => {
    const own = profile(C, { customerId: '1', email: 'e1' });
    const { profile: answering, commit } = decided({
      current: own,
      claims: [claim('customerId', '1', own), claim('email', 'e2')],
    });
    expect([answering.umid, valuesOf(answering)]).toEqual([C, ['customerId=1', 'email=e1']]);
    expect(commit.changes.map(({ type }) => type)).toEqual(['profile.conflict']);
  });
});

describe('a shared identifier', () => {
  test('finds nobody and links the profiles that have it', () => {
    const { profile: answering, commit } = decided({
      freshDevice: true,
      claims: [{ ...claim('mt2', 'line'), holders: [X, Y] }],
    });
    expect(answering.umid).toBe(FIRST);
    expect(commit.shared).toEqual([{ name: 'mt2', value: 'line', umid: FIRST, lastSeen: NOW }]);
    expect(commit.links.map(({ umids }) => umids)).toEqual([
      [X, FIRST],
      [Y, FIRST],
    ]);
    expect(commit.identifiers.map(({ name }) => name)).toEqual(['profileId']);
  });
});

describe('a shared identifier that was seen within the minute', () => {
  test('is not written again', () => {
    const current = profile(C, { mt2: 'line' }, { lastSeenAt: NOW });
    const fresh = { ...current, identifiers: [{ ...current.identifiers[0]!, lastSeen: NOW }] };
    const known = device(C, { identifiedBy: 2, lastSeen: NOW });
    const claims = [{ ...claim('mt2', 'line'), holders: [C, X] }];
    const { commit } = decided({ current: fresh, device: known, claims });
    expect([commit.shared, commit.links, commit.profiles]).toEqual([[], [], []]);
  });
});

describe('limits', () => {
  test('an identifier that finds no room is nobody’s', () => {
    const logins = Array.from({ length: 64 }, (_, index) => ({
      name: 'card',
      value: String(index),
      firstSeen: index,
      lastSeen: index,
    }));
    const current = profile(C, {}, { state: 'customer', identifiers: logins });
    const { profile: answering, commit } = decided({ current, claims: [claim('deviceId', 'd')] });
    expect(answering.identifiers).toEqual(logins);
    expect(answering.formerIdentifiers).toMatchObject([
      { name: 'deviceId', value: 'd', reason: 'crowdedOut' },
    ]);
    expect(commit.identifiers).toEqual([]);
  });

  test('the weakest and oldest identifier leaves a profile with more than 64', () => {
    const many = Array.from({ length: 64 }, (_, index) => ({
      name: 'deviceId',
      value: String(index),
      firstSeen: index,
      lastSeen: index,
    }));
    const current = profile(C, {}, { identifiers: many });
    const { profile: answering, commit } = decided({ current, claims: [claim('customerId', '1')] });
    expect(answering.identifiers).toHaveLength(64);
    expect(answering.formerIdentifiers).toMatchObject([{ value: '0', reason: 'crowdedOut' }]);
    expect(commit.changes).toContainEqual(expect.objectContaining({ type: 'profile.conflict' }));
  });
});
