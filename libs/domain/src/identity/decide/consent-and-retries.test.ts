import { describe, expect, test } from 'vitest';
import type { Profile } from '../model/profile.ts';
import { NOW, FIRST, C, X, UMDID, profile, device, claim, decided } from './decision-case.fake.ts';

describe('consent', () => {
  const granted = { permissions: { P: true }, acknowledgements: [] };

  test('is recorded on the profile that answers, chained in its history', () => {
    const { profile: answering, commit } = decided({ freshDevice: true, consent: granted });
    expect(answering.permissions).toEqual({ P: { granted: true, modifiedAt: NOW, identified: false } });
    expect(commit.consent).toMatchObject([{ umid: FIRST, sequence: 1, source: 'web', mac: 'sealed' }]);
    expect(answering.consentHead).toEqual({ sequence: 1, mac: 'sealed' });
  });

  test('times grow strictly, even when the clock stands still', () => {
    const current = profile(
      C,
      {},
      { permissions: { P: { granted: true, modifiedAt: NOW + 5, identified: false } } },
    );
    const { profile: answering, commit } = decided({
      current,
      consent: { permissions: { P: false }, acknowledgements: [] },
    });
    expect(answering.permissions['P']).toMatchObject({ granted: false, modifiedAt: NOW + 6 });
    expect(commit.consent).toMatchObject([{ at: NOW + 6, fact: { name: 'P', granted: false } }]);
  });

  test('a merge takes the latest decision, and of two at the same time the withdrawal', () => {
    const at = (granted: boolean, modifiedAt: number) => ({ P: { granted, modifiedAt, identified: false } });
    const merged = (mine: Profile['permissions'], theirs: Profile['permissions']) =>
      decided({
        current: profile(C, {}, { permissions: mine }),
        claims: [claim('customerId', '1', profile(X, { customerId: '1' }, { permissions: theirs }))],
      }).profile.permissions['P']?.granted;
    expect(merged(at(false, 2), at(true, 1))).toBe(false);
    expect(merged(at(true, 2), at(false, 1))).toBe(true);
    expect(merged(at(true, 1), at(false, 1))).toBe(false);
    expect(merged(at(false, 1), at(true, 1))).toBe(false);
  });

  test('a merge enters the survivor’s history with the head of the loser’s', () => {
    const head = { sequence: 9, mac: 'head' };
    const { commit } = decided({
      current: profile(C, {}, { consentHead: head }),
      claims: [claim('customerId', '1', profile(X, { customerId: '1' }))],
    });
    expect(commit.consent).toMatchObject([{ umid: X, source: 'merge', fact: { loser: C, loserHead: head } }]);
  });
});

describe('what a decision takes for granted', () => {
  const [own, neighbour] = [profile(C, { customerId: '1' }), profile(X, { mt1: 'w' })];
  const bound = device(C, { identifiedBy: 1, lastSeen: NOW });

  test('is every profile that it looked at: those that it does not write are guarded', () => {
    const { commit } = decided({ current: own, device: bound, claims: [claim('mt1', 'w', neighbour)] });
    expect(commit.profiles.map(({ value }) => value.umid)).toEqual([C]);
    expect(commit.guards).toEqual([
      { kind: 'profile', umid: X, version: 3 },
      { kind: 'device', umdid: UMDID, version: 7 },
    ]);
  });

  test('is nothing but what it writes, where it looked at one profile and changes no identifier', () => {
    const consent = { permissions: { P: true }, acknowledgements: [] };
    expect(decided({ current: own, device: bound, consent }).commit.guards).toEqual([]);
  });

  test('a report has a version of its own, so that reports leave in order', () => {
    const { commit } = decided({ current: own, device: bound, claims: [claim('mt1', 'w', neighbour)] });
    expect(commit.changes).toMatchObject([{ type: 'profile.conflict', umid: C, profileVersion: 4 }]);
    expect(commit.profiles).toMatchObject([{ expected: 3, value: { version: 4 } }]);
  });
});

describe('a retried request', () => {
  test('changes nothing and answers with the present state', () => {
    const current = profile(C, { customerId: '1' });
    const {
      row,
      commit,
      profile: answering,
    } = decided({
      current,
      device: device(C, { retryKeys: [{ hash: 'k', at: NOW - 1000 }] }),
      retryKeys: ['k'],
      claims: [claim('customerId', '2')],
    });
    expect([row, answering]).toEqual(['retried', current]);
    expect(Object.values(commit).flat()).toEqual([]);
  });

  test('is known by what any accepted secret gives, and remembered by what the first gives', () => {
    const current = profile(C);
    const seen = device(C, { retryKeys: [{ hash: 'old', at: NOW - 1000 }] });
    expect(decided({ current, device: seen, retryKeys: ['new', 'old'] }).row).toBe('retried');
    const { commit } = decided({ current, device: seen, retryKeys: ['newer', 'other'] });
    expect(commit.devices[0]?.value.retryKeys.map(({ hash }) => hash)).toEqual(['newer', 'old']);
  });

  test('is forgotten after 24 hours', () => {
    const current = profile(C);
    const old = device(C, { retryKeys: [{ hash: 'k', at: NOW - 24 * 3_600_000 }] });
    expect(decided({ current, device: old, retryKeys: ['k'] }).row).toBe('stay');
  });
});
