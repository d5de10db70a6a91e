import { NO_ACCOUNT } from '@kith/domain/privacy';
import { pause } from '@kith/platform';
import type { Deadline, SigningKey, SigningKeyStore } from '@kith/ports';
import { isDuplicateKey } from '../engine/apply-writes.ts';
import { mustNotBePast } from '../engine/bounded.ts';
import { retryBackOff, type Connection } from '../engine/connection.ts';
import { credentialCollections } from '../engine/credential-collections.ts';
import { transactAudited } from '../engine/transact-audited.ts';

/** Keys that sign access tokens, the newest first. */
export const createSigningKeyStore = (connection: Connection): SigningKeyStore => {
  const collection = credentialCollections(connection.database).signingKeys;
  const newestFirst = (deadline: Deadline) => allKeys(connection, deadline);
  return {
    list: newestFirst,
    async addFirst(deadline, key) {
      const present = await newestFirst(deadline);
      if (present.length > 0) return present;
      await insertFirst(connection, deadline, key);
      return untilThere(deadline, () => newestFirst(deadline));
    },
    add: (deadline, { kid, ...key }, entry) =>
      transactAudited(connection, { account: NO_ACCOUNT, deadline }, entry, async (transaction) => {
        const { session, maxTimeMS } = transaction.options();
        await collection.insertOne({ _id: kid, ...key }, { session, maxTimeMS });
        return { apply: true, result: undefined };
      }),
    revoke: (deadline, kid, entry) =>
      transactAudited(connection, { account: NO_ACCOUNT, deadline }, entry, async (transaction) => {
        const { session, maxTimeMS } = transaction.options();
        const { deletedCount } = await collection.deleteOne({ _id: kid }, { session, maxTimeMS });
        return { apply: deletedCount === 1, result: deletedCount === 1 };
      }),
    async remove(deadline, kids) {
      await connection.call(deadline, ({ maxTimeMS }) =>
        collection.deleteMany({ _id: { $in: [...kids] } }, { maxTimeMS }),
      );
    },
  };
};

const allKeys = async (connection: Connection, deadline: Deadline): Promise<readonly SigningKey[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    credentialCollections(connection.database)
      .signingKeys.find({}, bounds)
      .sort({ createdAt: -1, _id: -1 })
      .toArray(),
  );
  return documents.map(({ _id, privateKey, createdAt, signsFrom }) => ({
    kid: _id,
    privateKey,
    createdAt,
    signsFrom,
  }));
};

const insertFirst = async (connection: Connection, deadline: Deadline, key: SigningKey): Promise<void> => {
  const { kid, ...rest } = key;
  await connection.call(deadline, async ({ maxTimeMS }) => {
    const document = { _id: kid, ...rest, first: true as const };
    await credentialCollections(connection.database)
      .signingKeys.insertOne(document, { maxTimeMS })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  });
};

/** Who lost the race may look before the winner's key has come to a majority. */
const untilThere = async (
  deadline: Deadline,
  look: () => Promise<readonly SigningKey[]>,
): Promise<readonly SigningKey[]> => {
  for (let failures = 1; ; failures += 1) {
    const keys = await look();
    if (keys.length > 0) return keys;
    mustNotBePast(deadline);
    await pause(retryBackOff(failures));
  }
};
