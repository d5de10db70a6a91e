import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { MongoClient, type Db } from 'mongodb';
import { runKith } from '../cli/run-kith.ts';
import { hurriedConfiguration } from '../import/import-configuration.ts';
import { postGraphql } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnIssuer, type OwnIssuer } from './own-issuer.ts';
import { startApp, type App } from '../kit/start-app.ts';
import { takeServers } from '../suite/shared-servers.ts';

/** Long enough for a busy machine to show what the database does meanwhile, in milliseconds. */
const DEADLINE_MS = 10_000;
const umid = randomUUID();

/** Every document of `identity` is one that the database finds after days, as it looks at each four of many numbers. */
const slowCollection = async (database: Db): Promise<void> => {
  await database.collection<{ _id: string }>('at_rest').insertOne({ _id: `demo:p:${umid}` });
  await database.collection('numbers').insertMany(Array.from({ length: 500 }, (_, number) => ({ number })));
  const four = ['a', 'b', 'c', 'd'];
  const sum = { $add: four.map((as) => `$${as}.number`) };
  await database.dropCollection('identity');
  await database.createCollection('identity', {
    viewOn: 'at_rest',
    pipeline: [
      ...four.flatMap((as) => [{ $lookup: { from: 'numbers', pipeline: [], as } }, { $unwind: `$${as}` }]),
      { $match: { $expr: { $gt: [sum, 1_000_000] } } },
    ],
  });
};

describe('an operation of graphql-query that MongoDB cannot answer in time', () => {
  let client: MongoClient;
  let database: Db;
  let issuer: OwnIssuer;
  let app: App;
  const endings = useEndings();
  beforeAll(async () => {
    const servers = await takeServers();
    endings.push(() => servers.stop());
    const uri = new URL(servers.environment['MONGODB_URI'] ?? '');
    uri.pathname = `/kith-e2e-${randomBytes(6).toString('hex')}`;
    client = await MongoClient.connect(uri.href);
    endings.push(() => client.close());
    database = client.db();
    endings.push(() => database.dropDatabase());
    expect(await runKith(['migrate', 'run'], { env: { MONGODB_URI: uri.href } })).toMatchObject({
      exitCode: 0,
    });
    await slowCollection(database);
    issuer = await startOwnIssuer();
    endings.push(() => issuer.close());
    const folder = await newDataDir();
    endings.push(() => removeDataDir(folder));
    app = await startApp('graphql-query', {
      CONFIG_FILE: await hurriedConfiguration(folder, DEADLINE_MS),
      MONGODB_URI: uri.href,
      JWKS_URL: issuer.jwksUrl,
      PUBLIC_URL: issuer.issuer,
    });
    endings.push(() => app.stop());
  }, 120_000);

  const underWay = (): Promise<readonly unknown[]> =>
    client
      .db('admin')
      .aggregate([
        { $currentOp: { allUsers: true, idleConnections: false } },
        { $match: { ns: `${database.databaseName}.at_rest` } },
      ])
      .toArray();

  test('ends with its deadline, and with it the query in the database', async () => {
    const query = `{ personTargetDataByUmid(umid: "${umid}") { profileId } }`;
    const answering = postGraphql(app.url, await issuer.token('demo'), query);
    await eventually(underWay, (operations) => operations.length > 0);
    const answer = await answering;
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      data: { personTargetDataByUmid: null },
      errors: [
        {
          message: 'The operation took longer than it may, and was ended.',
          locations: [{ line: 1, column: 3 }],
          path: ['personTargetDataByUmid'],
          extensions: { code: 'TIMEOUT', requestId: answer.headers['x-request-id'] },
        },
      ],
    });
    await eventually(underWay, (operations) => operations.length === 0);
  });

  test('leaves the app well, which shows its page to a browser', async () => {
    const answer = await postGraphql(app.url, await issuer.token('demo'), '{ __typename }');
    expect(answer.json()).toEqual({ data: { __typename: 'Query' } });
    const page = await send(app.url, '/graphql', { headers: { accept: 'text/html' } });
    expect(page.text).toContain(`href="${issuer.issuer}/auth/offline-token"`);
    const file = /src="(graphql\/files\/[^"]+)"/.exec(page.text)?.[1];
    expect((await send(app.url, `/${file}`)).status).toBe(200);
  });
});
