import {
  IMPORT_SOURCE,
  recordImport,
  type ImportedFate,
  type ImportedPermission,
} from '../../consent/import-permissions.ts';
import type { AccountRules } from '../../pipeline/account-rules.ts';
import { attributesOf, isLater, latestAttributes } from '../model/attributes.ts';
import type { Commit } from '../model/commit.ts';
import { consentOrigin } from '../draft/consent.ts';
import { identifyDevice } from '../draft/device.ts';
import { change, openDraft, report, targetOf, type Draft } from '../draft/draft.ts';
import { commitOf } from '../draft/finish.ts';
import { join } from '../decide/join.ts';
import type { HeldAttributes, Profile } from '../model/profile.ts';
import { settle } from '../rules/identity-rules.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import { typeOfKind } from '../model/strength.ts';

/** What a line of an import is decided from: the store as it is, and no device. */
export type ImportInput = Pick<
  DecisionInput,
  'account' | 'now' | 'umdid' | 'claims' | 'newUmid' | 'newProfileIds' | 'seal'
>;

/** What is told of permissions, and which of it the history has already. */
export interface ToldPermissions {
  readonly told: readonly ImportedPermission[];
  readonly isTold: (told: ImportedPermission) => boolean;
}

/** What a line tells beside who it is about. */
export interface ToldOfPerson {
  readonly permissions: ToldPermissions;
  readonly attributes: HeldAttributes;
}

const NOTHING: ToldOfPerson = { permissions: { told: [], isTold: () => false }, attributes: {} };

/** Why nothing of a line is taken. */
export type ImportRefusal =
  /** Nobody has the identifiers, and none of them makes a customer. */
  | { readonly kind: 'nobody' }
  /** An identifier belongs to somebody else, or the profile has another value of its name or too many. */
  | { readonly kind: 'conflict'; readonly identifier: string };

/** What is to be written, and what became of what a line told. */
export interface ImportDecided {
  readonly kind: 'decided';
  readonly commit: Commit;
  /** Of each permission, in their order. */
  readonly fates: readonly ImportedFate[];
  /** Whether an attribute gave way to one that was modified later. */
  readonly isOutdated: boolean;
}

/** What a line comes to: what is to be written, or why it is refused. */
export type ImportDecision = ImportDecided | ImportRefusal;

const NO_REQUEST = {
  pipeline: IMPORT_SOURCE,
  freshDevice: true,
  device: null,
  current: null,
  consent: { permissions: {}, acknowledgements: [] },
  retryKeys: [],
} as const;

/**
 * Decides a line of an import by the same table as a request of a device that nobody has seen, of which nothing is
 * stored. Where an identifier does not fit, nothing of the line is taken; nothing is replaced either, as a file does not
 * say what came first. What the profile has already is not touched: an import is no sight of anybody.
 */
export const decideImport = (
  { claims, ...given }: ImportInput,
  { permissions, attributes }: ToldOfPerson = NOTHING,
): ImportDecision => {
  const usable = claims.filter(({ name, owner }) => name !== 'profileId' || owner !== null);
  if (!isSomebody(given.account, usable)) return { kind: 'nobody' };
  const draft = openDraft({ ...given, ...NO_REQUEST, firstUmid: given.newUmid, claims: usable });
  settle(draft);
  for (const claim of usable) joinImported(draft, claim);
  const misfit = misfitIn(draft);
  if (misfit !== null) return { kind: 'conflict', identifier: misfit.name };
  const fates = importConsent(draft, permissions);
  const isOutdated = importAttributes(draft, attributes);
  return { kind: 'decided', commit: withoutDevice(commitOf(draft)), fates, isOutdated };
};

const isSomebody = ({ identifiers }: AccountRules, claims: readonly Claim[]): boolean =>
  claims.some(({ name, owner }) => owner !== null || makesCustomer(identifiers.get(name)));

const makesCustomer = (rule: ReturnType<AccountRules['identifiers']['get']>): boolean =>
  rule !== undefined && rule.kind !== 'device';

const joinImported = (draft: Draft, claim: Claim): void => {
  const rule = draft.input.account.identifiers.get(claim.name);
  if (rule === undefined) return;
  const target = targetOf(draft);
  const isNews = !holds(target, claim) || (target.state === 'visitor' && rule.kind !== 'device');
  if (isNews) join(draft, claim);
  else identifyDevice(draft, typeOfKind(rule.kind));
};

const holds = ({ identifiers }: Profile, { name, value }: Claim): boolean =>
  identifiers.some((held) => held.name === name && held.value === value);

/** An identifier that the profile does not have in the end, or that took the place of another one. */
const misfitIn = (draft: Draft): Pick<Claim, 'name'> | null => {
  const { claims } = draft.input;
  const target = targetOf(draft);
  const owned = new Set([target.umid, ...target.absorbed]);
  const isIn = (claim: Claim): boolean =>
    claim.name === 'profileId' ? owned.has(claim.owner!.umid) : holds(target, claim);
  return claims.find((claim) => !isIn(claim)) ?? draft.released[0] ?? null;
};

const importConsent = (draft: Draft, { told, isTold }: ToldPermissions): readonly ImportedFate[] => {
  if (told.length === 0) return [];
  const target = targetOf(draft);
  const origin = consentOrigin(draft, target.umid, IMPORT_SOURCE);
  const { record, entries, fates } = recordImport(target, told, isTold, origin);
  if (entries.length === 0) return fates;
  change(draft, target.umid, record);
  draft.consent.push(...entries);
  const taken = told.filter((_, index) => fates[index] === 'taken').map(({ name }) => name);
  if (taken.length > 0) reportTaken(draft, target, record.permissions, taken);
  return fates;
};

const reportTaken = (
  draft: Draft,
  { umid }: Profile,
  permissions: Profile['permissions'],
  names: readonly string[],
): void => {
  const taken = names.map((name) => [name, permissions[name]!.granted] as const);
  report(draft, 'consent.changed', umid, { permissions: Object.fromEntries(taken) });
};

/** The names alone are reported: what they say is for whoever reads the profile. */
const importAttributes = (draft: Draft, told: HeldAttributes): boolean => {
  const target = targetOf(draft);
  const held = attributesOf(target);
  const attributes = latestAttributes(held, told);
  const names = Object.keys(told).filter((name) => attributes[name] !== held[name]);
  if (names.length > 0) {
    change(draft, target.umid, { attributes });
    report(draft, 'attributes.changed', target.umid, { attributes: names });
  }
  return Object.entries(told).some(([name, one]) => isLater(attributes[name]!, one));
};

/** The device was only made up, so that the table could be used. */
const withoutDevice = (commit: Commit): Commit => ({ ...commit, devices: [] });
