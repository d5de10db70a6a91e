import type { ConsentEntry } from '../../consent/consent.ts';
import type { ChangeEvent } from '../model/change-event.ts';
import type { Decision } from '../decide/decide.ts';
import type { Umid } from '../model/ids.ts';
import type { HeldIdentifier, Identifier, Profile, Redirect, UndoableRedirect } from '../model/profile.ts';
import { mergesIn } from '../merge/leave-redirect.ts';
import type { DecisionInput } from '../model/decision-input.ts';
import type { ExplainedChange, ExplainedUmid } from './explanation.ts';

/** What the decision's commit would write, in the order in which it came about. */
export const explainChanges = (input: DecisionInput, { commit }: Decision): readonly ExplainedChange[] => {
  const merges = mergesIn(commit);
  const profiles = commit.profiles.map(({ value }) => value).filter((value) => value.kind === 'profile');
  return [
    ...commit.profiles.flatMap(({ value, expected }) =>
      value.kind === 'profile' && expected === null ? [createdAs(value)] : [],
    ),
    ...merges.map(mergedAs),
    ...profiles.flatMap((profile) => identifierChanges(input, profile, merges)),
    ...commit.changes.flatMap(changeAs),
    ...devicesBound(input, commit.devices[0]?.value.umid),
    ...commit.links.map(({ umids, why }): ExplainedChange => ({ kind: 'related', umids, why })),
    ...profiles.flatMap(({ umid }) => consentChanges(umid, commit.consent)),
  ].map((change) => withoutDrawnUmid(input, change));
};

const createdAs = ({ umid, state }: Profile): ExplainedChange => ({ kind: 'created', umid, state });

const mergedAs = ({ umid, to }: Redirect): ExplainedChange => ({ kind: 'merged', umid: to, absorbed: umid });

const changeAs = ({ type, umid, detail }: ChangeEvent): readonly ExplainedChange[] => {
  if (type === 'profile.upgraded') return [{ kind: 'upgraded', umid }];
  return type === 'profile.switched' ? [{ kind: 'switched', umid, from: detail['from'] as Umid }] : [];
};

/** What a merge brings along is the merge's doing; the rest came with the request. */
const identifierChanges = (
  { current, claims }: DecisionInput,
  { umid, identifiers, formerIdentifiers }: Profile,
  merges: readonly UndoableRedirect[],
): readonly ExplainedChange[] => {
  const before = [current, ...claims.map(({ owner }) => owner)].find((profile) => profile?.umid === umid);
  const losers = merges.flatMap(({ to, journal }) => (to === umid ? [journal.loser] : []));
  const known = [before, ...losers].flatMap((profile) => profile?.identifiers ?? []);
  const former = [before, ...losers].flatMap((profile) => profile?.formerIdentifiers ?? []);
  return [
    ...formerIdentifiers
      .filter((one) => !former.some((old) => isSame(old, one) && old.until === one.until))
      .map(({ name, value, reason }): ExplainedChange => ({
        kind: 'retired',
        umid,
        name,
        value,
        why: reason,
      })),
    ...identifiers
      .filter((one: HeldIdentifier) => !known.some((old) => isSame(old, one)))
      .map(({ name, value }): ExplainedChange => ({ kind: 'linked', umid, name, value })),
  ];
};

const isSame = (a: Identifier, b: Identifier): boolean => a.name === b.name && a.value === b.value;

const devicesBound = (
  { device, umdid }: DecisionInput,
  umid: Umid | undefined,
): readonly ExplainedChange[] =>
  umid === undefined || umid === device?.umid
    ? []
    : [{ kind: 'bound', umdid, umid, from: device?.umid ?? null }];

/** What the request itself says of consent; what a merge brings along is the merge's doing. */
const consentChanges = (umid: Umid, entries: readonly ConsentEntry[]): readonly ExplainedChange[] => {
  const facts = entries.filter((entry) => entry.umid === umid && entry.source !== 'merge');
  if (facts.length === 0) return [];
  const permissions = facts.flatMap(({ fact }) =>
    fact.kind === 'permission' ? [[fact.name, fact.granted] as const] : [],
  );
  const acknowledgements = facts.flatMap(({ fact }) =>
    fact.kind === 'acknowledgement' ? [fact.acknowledgement.name] : [],
  );
  return [{ kind: 'consent', umid, permissions: Object.fromEntries(permissions), acknowledgements }];
};

const withoutDrawnUmid = (input: DecisionInput, change: ExplainedChange): ExplainedChange => {
  const named = (umid: ExplainedUmid): ExplainedUmid => withoutDrawn(input, umid);
  return change.kind === 'related'
    ? { ...change, umids: change.umids.map(named) }
    : { ...change, umid: named(change.umid) };
};

/** `new` for a umid that would be another one in earnest: one that was drawn, or follows from a umdid that was. */
export const withoutDrawn = (
  { newUmid, firstUmid, freshDevice }: DecisionInput,
  umid: ExplainedUmid,
): ExplainedUmid => (umid === newUmid || (freshDevice && umid === firstUmid) ? 'new' : umid);
