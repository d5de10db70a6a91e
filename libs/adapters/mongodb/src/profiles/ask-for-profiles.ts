import type { AccountName } from '@kith/domain/pipeline';
import type { Wanted } from '@kith/domain/resolution';
import type { Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { isSure, livingKey, type Passage, type Way } from './follow-redirects.ts';
import { umidInKey } from '../engine/keys.ts';
import { loadQuestion } from './load-pipeline.ts';
import type { LoadReply, Row } from './load-profiles.ts';

/** Redirects that lead nearer than to the living profile under `living`; all of them keys. */
export interface Detours {
  readonly living: string;
  readonly keys: readonly string[];
}

/** What the wanted keys lead to, and which redirects on the way could be shorter. */
export interface Look {
  readonly reply: LoadReply | undefined;
  readonly detours: readonly Detours[];
}

/** One look: one round trip, and a second one only where a shortcut no longer holds. */
export const askForProfiles = async (connection: Connection, scope: Scope, wanted: Wanted): Promise<Look> => {
  const short = await askBy(connection, scope, wanted, 'next');
  if (short === undefined) return { reply: undefined, detours: [] };
  if (isSureReply(scope.account, short)) return lookOf(short, 'next');
  const sure = await askBy(connection, scope, wanted, 'to');
  return sure === undefined ? { reply: undefined, detours: [] } : lookOf(sure, 'to');
};

const askBy = async (
  connection: Connection,
  { account, deadline }: Scope,
  wanted: Wanted,
  way: Way,
): Promise<LoadReply | undefined> => {
  const question = loadQuestion(account, wanted, way);
  if (question === null) return connection.call(deadline, async () => undefined);
  const [reply] = await connection.call(deadline, (bounds) =>
    connection.database
      .collection(question.collection)
      // A snapshot of what a majority has: of one moment, with everything in it that was ever acknowledged.
      .aggregate<LoadReply>(question.pipeline, { ...bounds, readConcern: { level: 'snapshot' } })
      .toArray(),
  );
  return reply;
};

const isSureReply = (account: AccountName, { rows, profiles, holders = [] }: LoadReply): boolean => {
  const umidOf = (key: string): string => umidInKey(account, key);
  const [ofProfiles, ofHolders] = [mapOf(profiles), mapOf(holders)];
  return rows.every((row) => {
    if (row.kind === 'suppression') return true;
    return row.kind === 'holder'
      ? isSure(ofHolders, row.holder, umidOf)
      : isSure(ofProfiles, startOf(row), umidOf);
  });
};

const startOf = (row: Exclude<Row, { readonly kind: 'holder' | 'suppression' }>): string =>
  row.kind === 'umid' ? row._id : row.target;

const mapOf = (passages: readonly Passage[]): ReadonlyMap<string, Passage> =>
  new Map(passages.map((passage) => [passage._id, passage]));

/** The reply with `to` as the way that was gone: whoever reads it need not know of two. */
const lookOf = ({ profiles, holders, ...reply }: LoadReply, way: Way): Look => {
  const gone = (passages: readonly Passage[]): readonly Passage[] =>
    passages.map((passage) =>
      passage.to === undefined ? passage : { ...passage, to: passage[way] ?? passage.to },
    );
  return {
    reply: {
      ...reply,
      profiles: gone(profiles),
      ...(holders === undefined ? {} : { holders: gone(holders) }),
    },
    detours: [...detoursIn(gone(profiles)), ...detoursIn(gone(holders ?? []))],
  };
};

const detoursIn = (passages: readonly Passage[]): readonly Detours[] => {
  const byKey = mapOf(passages);
  const redirects = passages.filter(({ to }) => to !== undefined);
  const ends = redirects.map(({ _id, next }) => ({ key: _id, next, living: livingKey(byKey, _id) }));
  const longer = ends.flatMap(({ key, next, living }) =>
    living === null || next === living ? [] : [{ key, living }],
  );
  return Array.from(new Set(longer.map(({ living }) => living)), (living) => ({
    living,
    keys: longer.filter((one) => one.living === living).map(({ key }) => key),
  }));
};
