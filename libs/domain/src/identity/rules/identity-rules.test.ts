import { expect, test } from 'vitest';
import { currentIn, newVisitor, openDraft } from '../draft/draft.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import type { ProfileId, Umid } from '../model/ids.ts';
import type { Profile } from '../model/profile.ts';
import { ACCOUNT, umdidOf, umidOf } from '../unmerge/world.fake.ts';
import { findProfile } from './find-profile.ts';
import { DECISION_ROWS, IDENTITY_RULES, RETRIED, rowSentence } from './identity-rules.ts';

const NOW = 1_800_000_000_000;

const profile = (umid: Umid, held: Readonly<Record<string, string>>): Profile => ({
  ...newVisitor(umid, `profile-${umid}` as ProfileId, 'web', NOW),
  version: 1,
  state: Object.keys(held).some((name) => name !== 'tag') ? 'customer' : 'visitor',
  identifiers: Object.entries(held).map(([name, value]) => ({ name, value, firstSeen: NOW, lastSeen: NOW })),
});

const claim = (name: string, value: string, owner: Profile | null): Claim => ({
  name,
  value,
  owner,
  storedUmid: owner?.umid ?? null,
  holders: [],
});

const CURRENT: readonly (Profile | null)[] = [
  null,
  profile(umidOf('c0'), {}),
  profile(umidOf('c1'), { customerId: 'c' }),
  profile(umidOf('c2'), { card: 'c' }),
  profile(umidOf('c3'), { line: 'c' }),
];

/** What a request may name: what nobody has, what C has, and what others have. */
const claimsFor = (current: Profile | null): readonly Claim[] => [
  claim('customerId', 'new', null),
  claim('line', 'new', null),
  ...(current?.identifiers ?? []).map(({ name, value }) => claim(name, value, current)),
  claim('customerId', 'x', profile(umidOf('a0'), { customerId: 'x' })),
  claim('card', 'x', profile(umidOf('a1'), { card: 'x' })),
  claim('line', 'x', profile(umidOf('a2'), { line: 'x' })),
  claim('tag', 'x', profile(umidOf('a3'), { tag: 'x' })),
  claim('tag', 'y', profile(umidOf('a4'), { tag: 'y', customerId: 'y' })),
];

const inputs = CURRENT.flatMap((current) => {
  const all = claimsFor(current);
  const pairs = all.flatMap((one) => all.filter((other) => other !== one).map((other) => [one, other]));
  return [[], ...all.map((one) => [one]), ...pairs].flatMap((claims) =>
    [true, false].map((freshDevice) => inputOf({ current, claims, freshDevice })),
  );
});

function inputOf(members: Pick<DecisionInput, 'current' | 'claims' | 'freshDevice'>): DecisionInput {
  const line = { ...ACCOUNT.identifiers.get('customerId')!, name: 'line', kind: 'network' } as const;
  return {
    account: { ...ACCOUNT, identifiers: new Map([...ACCOUNT.identifiers, ['line', line]]) },
    pipeline: 'web',
    now: NOW,
    umdid: umdidOf('d0'),
    firstUmid: umidOf('f0'),
    device: null,
    consent: { permissions: {}, acknowledgements: [] },
    retryKeys: [],
    newUmid: umidOf('e0'),
    newProfileIds: ['first' as ProfileId, 'other' as ProfileId],
    seal: () => 'sealed',
    ...members,
  };
}

const rowsOf = (given: DecisionInput): readonly string[] => {
  const draft = openDraft(given);
  const encounter = { input: draft.input, current: currentIn(draft), found: findProfile(draft.input) };
  return IDENTITY_RULES.filter(({ matches }) => matches(encounter)).map(({ row }) => row);
};

test('one rule of the table matches each encounter, and never two', () => {
  const rows = inputs.map(rowsOf);
  expect(rows.filter(({ length }) => length !== 1)).toEqual([]);
  expect(new Set(rows.flat())).toEqual(new Set(IDENTITY_RULES.map(({ row }) => row)));
});

test('every row has a name of its own and a sentence, also that of a retry', () => {
  expect(new Set(DECISION_ROWS).size).toBe(IDENTITY_RULES.length + 1);
  expect(DECISION_ROWS).toContain(RETRIED.row);
  expect(DECISION_ROWS.map(rowSentence)).not.toContain('');
});
