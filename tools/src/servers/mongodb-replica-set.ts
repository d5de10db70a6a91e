import { setTimeout } from 'node:timers/promises';
import { MongoClient, MongoServerError, type Db } from 'mongodb';

/** A member that is its whole replica set. */
export interface ReplicaSetPlace {
  readonly host: string;
  readonly name: string;
}

const ALREADY_INITIALIZED = 23;
const PATIENCE = { tries: 600, pauseMs: 50 };

/** Makes a server the only member of a replica set, unless it is that already, and waits until it is the primary. */
export const startReplicaSet = async ({ host, name }: ReplicaSetPlace): Promise<void> => {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    await initiate(admin, { _id: name, members: [{ _id: 0, host }] });
    await untilPrimary(admin);
  } finally {
    await client.close();
  }
};

/** How long the one member may not be its own successor, in seconds: a failover as long as a slow election. */
const STEP_DOWN_SECONDS = 3;

/** Makes the primary step down; it is elected again when its time as a secondary is over. */
export const stepDown = async ({ host }: ReplicaSetPlace): Promise<void> => {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`);
  try {
    const replSetStepDown = {
      replSetStepDown: STEP_DOWN_SECONDS,
      secondaryCatchUpPeriodSecs: 0,
      force: true,
    };
    await client.db('admin').command(replSetStepDown);
  } finally {
    await client.close();
  }
};

const initiate = async (admin: Db, replSetInitiate: object): Promise<void> => {
  await admin.command({ replSetInitiate }).catch((error: unknown) => {
    if (!(error instanceof MongoServerError) || error.code !== ALREADY_INITIALIZED) throw error;
  });
};

const untilPrimary = async (admin: Db): Promise<void> => {
  for (let tries = 0; tries < PATIENCE.tries; tries += 1) {
    if ((await admin.command({ hello: 1 }))['isWritablePrimary'] === true) return;
    await setTimeout(PATIENCE.pauseMs);
  }
  throw new Error('the member of the replica set did not become its primary');
};
