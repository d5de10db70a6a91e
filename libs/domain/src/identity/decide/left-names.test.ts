import { describe, expect, test } from 'vitest';
import { anAccount, identifierRules } from '@kith/testing/builders';
import type { AccountRules, IdentifierRule } from '../../pipeline/account-rules.ts';
import { shownIdentifiers } from '../../answer/sections.ts';
import { IDENTIFIERS_PER_PROFILE } from '../draft/attach.ts';
import { newVisitor } from '../draft/draft.ts';
import type { ProfileId, Umid } from '../model/ids.ts';
import { mergeIdentifiers } from '../merge/merge.ts';
import type { HeldIdentifier, Profile } from '../model/profile.ts';
import type { Claim } from '../model/decision-input.ts';
import { C, claim, decided as decidedOf, EARLIER, valuesOf, X } from './decision-case.fake.ts';

const rules = (identifiers: Readonly<Record<string, Partial<IdentifierRule>>>): AccountRules =>
  anAccount({ name: 'demo', identifiers: identifierRules(identifiers), permissions: new Set() });

const held = (name: string, value: string, lastSeen = EARLIER): HeldIdentifier => ({
  name,
  value,
  firstSeen: EARLIER,
  lastSeen,
});

const profile = (umid: Umid, ...identifiers: readonly HeldIdentifier[]): Profile => ({
  ...newVisitor(umid, `profile-${umid}` as ProfileId, 'web', EARLIER),
  version: 1,
  state: 'customer',
  identifiers,
});

const decided = (rulesNow: AccountRules, current: Profile, ...claims: readonly Claim[]) =>
  decidedOf({ account: rulesNow, current, claims });

describe('values of a name that has left the configuration', () => {
  const account = rules({ email: { merge: true } });

  test('find nobody, even when an edge still sends one', () => {
    const owner = profile(X, held('gone', '1'));
    const { row, profile: answering, commit } = decided(account, profile(C), claim('gone', '1', owner));
    expect([row, answering.umid, commit.identifiers]).toEqual(['stay', C, []]);
  });

  test('are no contradiction between two customers, and both stay when these merge', () => {
    const current = profile(C, held('gone', '1'));
    const found = profile(X, held('gone', '2'), held('email', 'e'));
    const { row, profile: merged, commit } = decided(account, current, claim('email', 'e', found));
    expect(row).toBe('mergeCustomers');
    expect(valuesOf(merged).sort()).toEqual(['email=e', 'gone=1', 'gone=2']);
    expect(merged.formerIdentifiers).toEqual([]);
    expect(commit.released).toEqual([]);
  });

  test('are of no strength', () => {
    const current = profile(C, held('gone', '1'));
    expect(decided(account, current).type).toBe(0);
    expect(decided(rules({ gone: {} }), current).type).toBe(1);
  });

  test('neither count among the identifiers that a profile may hold nor make room for others', () => {
    const gone = Array.from({ length: IDENTIFIERS_PER_PROFILE }, (_, n) => held('gone', `${n}`));
    const many = rules({ card: { many: true } });
    const cards = Array.from({ length: IDENTIFIERS_PER_PROFILE }, (_, n) =>
      held('card', `${n}`, EARLIER + n),
    );
    const { profile: after } = decided(many, profile(C, ...gone, ...cards), claim('card', 'new'));
    expect(after.identifiers.filter(({ name }) => name === 'gone')).toEqual(gone);
    expect(after.identifiers.filter(({ name }) => name === 'card')).toHaveLength(IDENTIFIERS_PER_PROFILE);
    expect(after.formerIdentifiers.map(({ value }) => value)).toEqual(['0']);
  });

  test('are not shown', () => {
    const both = profile(C, held('gone', '1'), held('email', 'e'));
    expect(shownIdentifiers(account, both)).toEqual([held('email', 'e')]);
  });
});

describe('values that came while their name was many', () => {
  const account = rules({ card: { kind: 'network' }, email: {} });
  const current = profile(C, held('card', '1'), held('card', '2'), held('email', 'e'));

  test('stand against nothing that the profile holds', () => {
    const { row, profile: after } = decided(account, current, claim('card', '1', current));
    expect([row, valuesOf(after)]).toEqual(['same', ['card=1', 'card=2', 'email=e']]);
  });

  test('are all replaced where the next value replaces one', () => {
    const { profile: after, commit } = decided(account, current, claim('card', '3'));
    expect(valuesOf(after)).toEqual(['email=e', 'card=3']);
    expect(after.formerIdentifiers.map(({ value, reason }) => [value, reason])).toEqual([
      ['1', 'replaced'],
      ['2', 'replaced'],
    ]);
    expect(commit.released.map(({ value }) => value)).toEqual(['1', '2']);
  });

  test('leave the one seen last where profiles merge', () => {
    const { held: kept, displaced } = mergeIdentifiers(
      account,
      [held('card', '1'), held('card', '2', EARLIER + 1)],
      [held('card', '3', EARLIER + 2)],
    );
    expect([valuesOf({ identifiers: kept }), valuesOf({ identifiers: displaced })]).toEqual([
      ['card=3'],
      ['card=1', 'card=2'],
    ]);
  });
});

describe('a value that came while its name was another kind', () => {
  test('shared: it becomes the profile’s on which it is seen first', () => {
    const current = profile(C, held('key', '1'));
    const { commit } = decided(rules({ key: {} }), current, claim('key', '1'));
    expect(commit.identifiers).toEqual([{ name: 'key', value: '1', umid: C, expected: null }]);
    expect(commit.profiles.map(({ expected }) => expected)).toEqual([1]);
  });

  test('device: it makes its visitor a customer when it is seen as a login', () => {
    const visitor: Profile = { ...profile(C, held('key', '1')), state: 'visitor' };
    const { profile: after, type } = decided(rules({ key: {} }), visitor, claim('key', '1', visitor));
    expect([after.state, type]).toEqual(['customer', 1]);
  });
});
