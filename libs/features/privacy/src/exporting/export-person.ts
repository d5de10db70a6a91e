import type { Profile, Umid } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import { suppressionKeys, umidsOfPerson } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type {
  AppendAudit,
  ConsentHistory,
  DeadLetterStore,
  ErasureStore,
  ExportStart,
  ExportCursor,
  ExportedValue,
  ExportOrder,
  ExportPage,
  ProfileReader,
  ProfileStore,
  Scope,
  TrackingStore,
} from '@kith/ports';
import { findPerson } from '../consent/find-person.ts';
import { hideErased, type HideErasedDeps } from '../consent/hide-erased.ts';
import { shownConsent, shownDeadLetter, shownEvent, shownPerson, shownUmid } from './shown-person.ts';

/** So many items make a page; links and devices of a umid are as many as an administrator ever sees. */
const PAGE = 200;
const MAX_OF_A_UMID = 1_000;
/** A dead letter can be as large as a record. */
const DEAD_LETTERS_PER_PAGE = 4;

/** The order in which the kinds of things are shown. */
const KINDS: readonly ExportCursor['kind'][] = ['umids', 'consent', 'events', 'deadLetters'];

export interface BeginExportDeps {
  readonly appendAudit: AppendAudit;
  /** Holds the secret `suppression`. */
  readonly keyring: Pick<Keyring, 'macs'>;
  readonly profiles: ProfileReader;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Finds the person, writes into the audit trail who asked and why, and shows what the profile holds. */
export const beginExport = async (
  deps: BeginExportDeps,
  scope: Scope,
  rules: AccountRules,
  { person, by, reason }: ExportOrder,
): Promise<ExportStart> => {
  const profile = await findPerson(deps.profiles, scope, rules, person);
  if (profile === null) return { kind: 'unknown' };
  const { umid } = profile;
  const subject = suppressionKeys(deps.keyring.macs, scope.account, { kind: 'umid', umid }).slice(0, 1);
  const fact = { act: 'export', at: deps.clock(), by, reason, detail: { subjects: subject } } as const;
  await deps.appendAudit(scope, fact);
  return { kind: 'person', umid, person: shownPerson(profile), next: firstCursor(profile) };
};

export interface ExportDeps extends HideErasedDeps {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: Pick<TrackingStore, 'events'>;
  readonly devices: ErasureStore['devices'];
  readonly deadLetters: Pick<DeadLetterStore, 'list' | 'read'>;
  /** What was received before that time has expired, in epoch milliseconds. */
  readonly receivedFrom: number;
}

/** What comes next of the person who lives under a umid. */
export const exportMore = async (
  deps: ExportDeps,
  scope: Scope,
  umid: Umid,
  cursor: ExportCursor,
): Promise<ExportPage> => {
  const [found] = (await deps.profiles.load(scope, { umids: [umid] })).profiles;
  if (found === undefined) return { kind: 'unknown' };
  const umids = umidsOfPerson(found.profile);
  switch (cursor.kind) {
    case 'umids':
      return pageOf(cursor, [await umidItem(deps, scope, cursor.umid)], next(umids, cursor, null));
    case 'consent': {
      const { items, after } = await consentItems(deps, scope, cursor);
      return pageOf(cursor, items, next(umids, cursor, after === null ? null : { ...cursor, after }));
    }
    case 'events': {
      const { receivedFrom } = deps;
      const behind = cursor.after === null ? {} : { after: cursor.after };
      const events = await deps.tracking.events(scope, cursor.umid, PAGE, { ...behind, receivedFrom });
      const last = events.length < PAGE ? undefined : events.at(-1);
      const more = last === undefined ? null : { ...cursor, after: { time: last.time, id: last.id } };
      return pageOf(cursor, events.map(shownEvent), next(umids, cursor, more));
    }
    case 'deadLetters': {
      const { items, after } = await deadLetterItems(deps, scope, cursor);
      return pageOf(cursor, items, next(umids, cursor, after === null ? null : { ...cursor, after }));
    }
  }
};

/** Where an export begins. */
const firstCursor = ({ umid }: Profile): ExportCursor => ({ kind: 'umids', umid });

const pageOf = (
  { kind: of }: ExportCursor,
  items: readonly ExportedValue[],
  cursor: ExportCursor | null,
): ExportPage => ({ kind: 'page', of, items, next: cursor });

/** More of the same umid, then the next umid, then the next kind from the first umid on. */
const next = (
  umids: readonly Umid[],
  { kind, umid }: ExportCursor,
  more: ExportCursor | null,
): ExportCursor | null => {
  if (more !== null) return more;
  const following = umids[umids.indexOf(umid) + 1];
  if (following !== undefined) return cursorAt(kind, following);
  const kindAfter = KINDS[KINDS.indexOf(kind) + 1];
  return kindAfter === undefined ? null : cursorAt(kindAfter, umids[0]!);
};

const cursorAt = (kind: ExportCursor['kind'], umid: Umid): ExportCursor =>
  kind === 'umids' ? { kind, umid } : { kind, umid, after: null };

const umidItem = async (
  { profiles, devices }: ExportDeps,
  scope: Scope,
  umid: Umid,
): Promise<ExportedValue> => {
  const [stored, own, links, activities] = await Promise.all([
    profiles.stored(scope, umid),
    devices(scope, umid, MAX_OF_A_UMID),
    profiles.links(scope, umid, MAX_OF_A_UMID),
    profiles.activities(scope, [umid]),
  ]);
  return shownUmid(umid, { stored, devices: own, links, activity: activities[0] ?? null });
};

const consentItems = async (
  deps: ExportDeps,
  scope: Scope,
  { umid, after }: Extract<ExportCursor, { readonly kind: 'consent' }>,
): Promise<{ readonly items: readonly ExportedValue[]; readonly after: number | null }> => {
  const range = { order: 'oldestFirst', after, limit: PAGE } as const;
  const entries = await deps.consentHistory.entries(scope, umid, range);
  const last = entries.length < PAGE ? null : (entries.at(-1)?.sequence ?? null);
  const shown = await hideErased(deps, scope, entries);
  return { items: shown.map((entry) => shownConsent({ umid, ...entry })), after: last };
};

const deadLetterItems = async (
  { deadLetters }: ExportDeps,
  { deadline }: Scope,
  { umid, after }: Extract<ExportCursor, { readonly kind: 'deadLetters' }>,
): Promise<{ readonly items: readonly ExportedValue[]; readonly after: string | null }> => {
  const page = { umid, limit: DEAD_LETTERS_PER_PAGE, ...(after === null ? {} : { after }) };
  const ids = (await deadLetters.list(deadline, page)).map(({ id }) => id);
  const last = ids.length < DEAD_LETTERS_PER_PAGE ? null : (ids.at(-1) ?? null);
  const items = ids.length === 0 ? [] : await deadLetters.read(deadline, ids);
  return { items: items.map(shownDeadLetter), after: last };
};
