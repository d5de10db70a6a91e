import type { CredentialStore, LoginFailures } from '@kith/ports';
import type { Connection } from './connection.ts';
import { credentialCollections } from './credential-collections.ts';

type Failures = Pick<CredentialStore, 'addLoginFailures' | 'loginFailures' | 'clearLoginFailures'>;

/** No question goes back further. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const NO_FAILURES: LoginFailures = { count: 0, oldest: 0, newest: 0 };

/** Failed logins; the database removes them after a day. */
export const loginFailures = (connection: Connection, clock: () => number): Failures => {
  const collection = credentialCollections(connection.database).loginFailures;
  return {
    async addLoginFailures(deadline, subjects, at) {
      const expiresAt = new Date(clock() + KEPT_MS);
      const documents = subjects.map((subject) => ({ subject, at, expiresAt }));
      await connection.call(deadline, async ({ maxTimeMS }) => {
        if (documents.length > 0) await collection.insertMany(documents, { maxTimeMS });
      });
    },
    async loginFailures(deadline, subjects, since) {
      const counted = await connection.call(deadline, (bounds) =>
        collection
          .aggregate<LoginFailures & { readonly _id: string }>(failuresSince(subjects, since), bounds)
          .toArray(),
      );
      const bySubject = new Map(counted.map(({ _id, ...failures }) => [_id, failures]));
      return subjects.map((subject) => bySubject.get(subject) ?? NO_FAILURES);
    },
    async clearLoginFailures(deadline, subjects) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteMany({ subject: { $in: [...subjects] } }, { maxTimeMS }),
      );
    },
  };
};

const failuresSince = (subjects: readonly string[], since: number) => [
  { $match: { subject: { $in: subjects }, at: { $gte: since } } },
  {
    $group: {
      _id: '$subject',
      count: { $sum: 1 },
      oldest: { $min: '$at' },
      newest: { $max: '$at' },
    },
  },
];
