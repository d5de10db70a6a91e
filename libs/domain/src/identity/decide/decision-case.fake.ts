import { anAccount, identifierRules } from '@kith/testing/builders';
import { decide } from './decide.ts';
import { newVisitor } from '../draft/draft.ts';
import type { ProfileId, Umdid, Umid } from '../model/ids.ts';
import type { Device, Profile } from '../model/profile.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';

export const NOW = 1_800_000_000_000;
export const EARLIER = NOW - 3_600_000;
export const FIRST = 'f0000000-0000-4000-8000-000000000000' as Umid;
export const NEW = 'e0000000-0000-4000-8000-000000000000' as Umid;
export const C = 'c0000000-0000-4000-8000-000000000000' as Umid;
export const X = 'a0000000-0000-4000-8000-000000000000' as Umid;
export const Y = 'b0000000-0000-4000-8000-000000000000' as Umid;
export const UMDID = 'd0000000-0000-4000-8000-000000000000' as Umdid;

/** An account with an identifier of every sort. */
export const account = anAccount({
  name: 'demo',
  owner: 'demo',
  identifiers: identifierRules({
    customerId: {},
    email: { merge: true },
    card: { many: true, merge: true },
    mt1: { kind: 'network' },
    mt2: { kind: 'network', shared: true },
    deviceId: { kind: 'device', many: true },
  }),
  permissions: new Set(['P']),
  linking: new Set(['sharedIdentifier', 'sameDevice']),
});

/** A profile of an hour ago that holds these values; a customer where one of them is more than a device's. */
export const profile = (
  umid: Umid,
  held: Readonly<Record<string, string>> = {},
  members: Partial<Profile> = {},
): Profile => ({
  ...newVisitor(umid, `profile-${umid}` as ProfileId, 'web', EARLIER),
  version: 3,
  state: Object.keys(held).some((name) => name !== 'deviceId') ? 'customer' : 'visitor',
  identifiers: Object.entries(held).map(([name, value]) => ({
    name,
    value,
    firstSeen: EARLIER,
    lastSeen: EARLIER,
  })),
  ...members,
});

/** The device of the request, bound to a profile an hour ago. */
export const device = (umid: Umid, members: Partial<Device> = {}): Device => ({
  umdid: UMDID,
  umid,
  identifiedBy: 0,
  bindingVersion: 7,
  firstSeen: EARLIER,
  lastSeen: EARLIER,
  retryKeys: [],
  ...members,
});

/** An identifier of the request, and whose it is. */
export const claim = (name: string, value: string, owner: Profile | null = null): Claim => ({
  name,
  value,
  owner,
  storedUmid: owner?.umid ?? null,
  holders: [],
});

/** What is decided of a request; what is not said is a device that nobody knows, with nothing to tell. */
export const decided = (members: Partial<DecisionInput>) =>
  decide({
    account,
    pipeline: 'web',
    now: NOW,
    umdid: UMDID,
    firstUmid: FIRST,
    freshDevice: false,
    device: members.current ? device(members.current.umid) : null,
    current: null,
    claims: [],
    consent: { permissions: {}, acknowledgements: [] },
    retryKeys: [],
    newUmid: NEW,
    newProfileIds: ['first-profile' as ProfileId, 'other-profile' as ProfileId],
    seal: () => 'sealed',
    ...members,
  });

/** The row of the table, and what the answer and the change events say. */
export const outcome = (members: Partial<DecisionInput>) => {
  const { row, profile: answering, type, device: bound, commit } = decided(members);
  if (bound.umid !== answering.umid) throw new Error('the device is bound to another than answers');
  return {
    row,
    umid: answering.umid,
    state: answering.state,
    type,
    changes: commit.changes.map((one) => one.type),
  };
};

/** The identifiers of a profile as `name=value`. */
export const valuesOf = ({ identifiers }: Pick<Profile, 'identifiers'>) =>
  identifiers.map(({ name, value }) => `${name}=${value}`);
