import {} from 'vitest';
import { openMongodbStore } from '@kith/mongodb';
import { MongoClient } from 'mongodb';
import { ownDatabase } from '@kith/tools/servers';
import { defineTampering } from './define-tampering.ts';

interface ConsentDocument {
  readonly _id: string;
}

defineTampering(async () => {
  const { uri, database, drop } = ownDatabase();
  const store = await openMongodbStore({ uri, database });
  const client = new MongoClient(uri);
  const history = client.db(database).collection<ConsentDocument>('consent_history');
  return {
    store: {
      ...store,
      itself: () => store,
      async rewrite(account, umid, chain) {
        const of = `${account}:${umid}`;
        const documents = Array.from(chain, ([sequence, entry]) => ({
          _id: `${of}:${String(sequence).padStart(16, '0')}`,
          of,
          sequence,
          at: new Date(),
          body: typeof entry === 'string' ? entry : JSON.stringify(entry),
        }));
        await history.deleteMany({ of });
        if (documents.length > 0) await history.insertMany(documents);
      },
    },
    close: async () => {
      await store.close();
      await client.close();
      await drop();
    },
  };
});
