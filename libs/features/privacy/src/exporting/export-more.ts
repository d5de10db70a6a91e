import type { Profile, Umid } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type {
  ConsentHistory,
  DeadLetterStore,
  ErasureStore,
  ExportCursor,
  ExportedValue,
  ExportPage,
  ProfileStore,
  Scope,
  TrackingStore,
} from '@kith/ports';
import { hideErased, type HidingErased } from '../consent/hide-erased.ts';
import { shownConsent, shownEvent, shownLetter, shownUmid } from './shown-person.ts';

export interface Exporting extends HidingErased {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly tracking: Pick<TrackingStore, 'events'>;
  readonly devices: ErasureStore['devices'];
  readonly letters: Pick<DeadLetterStore, 'letters' | 'readLetters'>;
  /** What was received before that time has expired, in epoch milliseconds. */
  readonly receivedFrom: number;
}

/** So many items make a page; links and devices of a umid are as many as an administrator ever sees. */
const PAGE = 200;
const MOST_OF_A_UMID = 1_000;
/** A letter can be as large as a record. */
const LETTERS_OF_A_PAGE = 4;

/** What comes next of the person who lives under a umid. */
export const exportMore = async (
  parts: Exporting,
  scope: Scope,
  umid: Umid,
  cursor: ExportCursor,
): Promise<ExportPage> => {
  const [found] = (await parts.profiles.load(scope, { umids: [umid] })).profiles;
  if (found === undefined) return { kind: 'unknown' };
  const umids = umidsOfPerson(found.profile);
  switch (cursor.kind) {
    case 'umids':
      return pageOf(cursor, [await umidItem(parts, scope, cursor.umid)], next(umids, cursor, null));
    case 'consent': {
      const { items, after } = await consentItems(parts, scope, cursor);
      return pageOf(cursor, items, next(umids, cursor, after === null ? null : { ...cursor, after }));
    }
    case 'events': {
      const { receivedFrom } = parts;
      const events = await parts.tracking.events(
        scope,
        cursor.umid,
        PAGE,
        cursor.after ?? undefined,
        receivedFrom,
      );
      const last = events.length < PAGE ? undefined : events.at(-1);
      const more = last === undefined ? null : { ...cursor, after: { time: last.time, id: last.id } };
      return pageOf(cursor, events.map(shownEvent), next(umids, cursor, more));
    }
    case 'deadLetters': {
      const { items, after } = await letterItems(parts, scope, cursor);
      return pageOf(cursor, items, next(umids, cursor, after === null ? null : { ...cursor, after }));
    }
  }
};

/** Where an export begins. */
export const firstCursor = ({ umid }: Profile): ExportCursor => ({ kind: 'umids', umid });

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

const KINDS: readonly ExportCursor['kind'][] = ['umids', 'consent', 'events', 'deadLetters'];

const cursorAt = (kind: ExportCursor['kind'], umid: Umid): ExportCursor =>
  kind === 'umids' ? { kind, umid } : { kind, umid, after: null };

const umidItem = async (
  { profiles, devices }: Exporting,
  scope: Scope,
  umid: Umid,
): Promise<ExportedValue> => {
  const [stored, own, links, activities] = await Promise.all([
    profiles.stored(scope, umid),
    devices(scope, umid, MOST_OF_A_UMID),
    profiles.links(scope, umid, MOST_OF_A_UMID),
    profiles.activities(scope, [umid]),
  ]);
  return shownUmid(umid, { stored, devices: own, links, activity: activities[0] ?? null });
};

const consentItems = async (
  parts: Exporting,
  scope: Scope,
  { umid, after }: Extract<ExportCursor, { readonly kind: 'consent' }>,
): Promise<{ readonly items: readonly ExportedValue[]; readonly after: number | null }> => {
  const range = { order: 'oldestFirst', after, limit: PAGE } as const;
  const entries = await parts.consentHistory.entries(scope, umid, range);
  const last = entries.length < PAGE ? null : (entries.at(-1)?.sequence ?? null);
  const shown = await hideErased(parts, scope, entries);
  return { items: shown.map((entry) => shownConsent({ umid, ...entry })), after: last };
};

const letterItems = async (
  { letters }: Exporting,
  { deadline }: Scope,
  { umid, after }: Extract<ExportCursor, { readonly kind: 'deadLetters' }>,
): Promise<{ readonly items: readonly ExportedValue[]; readonly after: string | null }> => {
  const page = { umid, limit: LETTERS_OF_A_PAGE, ...(after === null ? {} : { after }) };
  const ids = (await letters.letters(deadline, page)).map(({ id }) => id);
  const last = ids.length < LETTERS_OF_A_PAGE ? null : (ids.at(-1) ?? null);
  const items = ids.length === 0 ? [] : await letters.readLetters(deadline, ids);
  return { items: items.map(shownLetter), after: last };
};
