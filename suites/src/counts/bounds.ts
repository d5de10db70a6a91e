import type { CountedRow } from './requests.ts';
import type { Counts } from './tally.ts';

/** So many requests are sent at once. */
export const AT_ONCE = 16;

/** At most so many, by app and server; what is not named here must not occur at all. */
export interface Bounds {
  /** One request, with all that follows it, before the next one is sent. */
  readonly alone: Counts;
  /** `AT_ONCE` requests together, with all that follows them; which of them meet in a batch is up to the machine. */
  readonly atOnce: Counts;
}

/** What goes on by itself, whether anybody asks or not, and is therefore not counted. */
export const POLLS: readonly string[] = [
  'identity-resolver mongodb find outbox',
  'identity-resolver mongodb find erasures',
  // The leases of the outbox are renewed every second, and assigned where somebody comes or goes.
  'identity-resolver mongodb findAndModify turns',
  'identity-resolver mongodb update turns',
  // The registration of each app is renewed every five seconds.
  'identity-resolver mongodb findAndModify programs',
  'graphql-query mongodb findAndModify programs',
  'auth-token mongodb findAndModify programs',
];

/** What every call to the resolver is made of, beside what the resolver then does. */
const CALL = { 'info-ingest resolver': 1, 'info-ingest kafka': 1 };
const CALLS_AT_ONCE = { 'info-ingest resolver': 1, 'info-ingest kafka': 3 };
const TELL_CACHE = { 'identity-resolver redis': 1, 'identity-resolver redis-trips': 1 };
const TELL_CACHE_AT_ONCE = { 'identity-resolver redis': 3, 'identity-resolver redis-trips': 3 };

const resolving = (mongodb: number, mongodbAtOnce: number, changes: number): Bounds => ({
  alone: { ...CALL, ...TELL_CACHE, 'identity-resolver mongodb': mongodb, 'identity-resolver kafka': changes },
  atOnce: {
    ...CALLS_AT_ONCE,
    ...TELL_CACHE_AT_ONCE,
    'identity-resolver mongodb': mongodbAtOnce,
    'identity-resolver kafka': 2 * changes,
  },
});

/**
 * What the rows cost at most. Lower a bound where what it counts has become less; raise one only where a row has to do
 * more, and say why in the commit.
 */
export const BOUNDS: Readonly<Record<CountedRow, Bounds>> = {
  'first visit': {
    alone: {
      'info-ingest kafka': 1,
      'info-ingest redis': 1,
      'info-ingest redis-trips': 1,
      'identity-resolver mongodb': 8,
      'identity-resolver kafka': 1,
    },
    atOnce: {
      'info-ingest kafka': 1,
      'info-ingest redis': 1,
      'info-ingest redis-trips': 1,
      'identity-resolver mongodb': 16,
      'identity-resolver kafka': 2,
    },
  },
  'page view': {
    alone: {
      'info-ingest kafka': 1,
      'info-ingest redis': 1,
      'info-ingest redis-trips': 1,
      'identity-resolver mongodb': 6,
    },
    atOnce: {
      'info-ingest kafka': 1,
      'info-ingest redis': 1,
      'info-ingest redis-trips': 1,
      'identity-resolver mongodb': 12,
    },
  },
  'new login': resolving(12, 24, 1),
  'known login': resolving(5, 15, 0),
  consent: resolving(11, 24, 1),
  merge: resolving(13, 26, 1),
  'all sections': resolving(7, 16, 0),
  'GraphQL by umid': { alone: { 'graphql-query mongodb': 1 }, atOnce: { 'graphql-query mongodb': 1 } },
  'access token': {
    alone: { 'auth-token mongodb': 3 },
    // The keys that sign are read again now and then, by whoever asks meanwhile.
    atOnce: { 'auth-token mongodb': 4 },
  },
};
