import { MongoClient } from 'mongodb';
import { startApart } from '../suite/apart.ts';
import { definePutBack, type RawData, type RawStage } from './define-put-back.ts';

interface Stored {
  readonly _id: string;
}

const ACCOUNT = 'demo';

const documentsOf = (client: MongoClient): RawData => {
  const database = client.db('kith');
  const identity = database.collection<Stored>('identity');
  const chains = database.collection<Stored & { readonly sequence: number }>('consent_history');
  return {
    person: async (umid) => {
      const entries = await chains.find({ of: `${ACCOUNT}:${umid}` }).toArray();
      return {
        profile: await identity.findOne({ _id: `${ACCOUNT}:p:${umid}` }),
        entries: new Map(entries.map((entry) => [entry.sequence, entry])),
      };
    },
    put: async (umid, { profile, entries }) => {
      const of = `${ACCOUNT}:${umid}`;
      await chains.deleteMany({ of });
      const documents = Array.from(entries, ([sequence, entry]) => ({
        ...(entry as Stored),
        _id: `${of}:${String(sequence).padStart(16, '0')}`,
        of,
        sequence,
      }));
      if (documents.length > 0) await chains.insertMany(documents);
      await identity.deleteOne({ _id: `${ACCOUNT}:p:${umid}` });
      if (profile !== null) await identity.insertOne(profile as Stored);
    },
    tally: async (bucket) => (await identity.findOne({ _id: `${ACCOUNT}:b:${bucket}` })) ?? {},
    putTally: async (bucket, tally) => {
      await identity.replaceOne({ _id: `${ACCOUNT}:b:${bucket}` }, tally);
    },
  };
};

/** The apps at work, and a MongoDB that somebody else writes to. */
const apartStage = async (): Promise<RawStage> => {
  const apart = await startApart();
  const client = new MongoClient(apart.inMongodb['MONGODB_URI'] ?? '');
  return {
    url: () => apart.url,
    env: apart.byResolver,
    alter: (work) => work(documentsOf(client)),
    end: async () => {
      await client.close();
      await apart.end();
    },
  };
};

definePutBack('consent that was put back in MongoDB, under the apps apart', apartStage);
