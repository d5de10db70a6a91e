import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { takeServers } from '../suite/shared-servers.ts';
import { defineAudit, type Credentials, type StoredEntry } from './define-audit.ts';

type AuditDocument = { readonly _id: string; readonly account: string; readonly body: string };

/** auth-token's database, which no app has seen. */
const inMongodb = async (): Promise<Credentials> => {
  const folder = await newDataDir();
  const servers = await takeServers();
  const uri = new URL(servers.environment['MONGODB_URI'] ?? '');
  uri.pathname = '/kith-auth';
  const env = { MONGODB_URI: uri.href, SECRETS_FILE: join(folder, 'secrets.json') };
  await writeFile(
    env.SECRETS_FILE,
    JSON.stringify({ refreshToken: [randomBytes(32).toString('base64url')] }),
  );
  const client = new MongoClient(uri.href);
  const audit = client.db().collection<AuditDocument>('audit');
  const keyOf = (account: string, sequence: number) => `${account}:${String(sequence).padStart(16, '0')}`;
  return {
    env,
    entries: async (account) => {
      const documents = await audit.find({ account }).sort({ _id: 1 }).toArray();
      return documents.map(({ body }) => JSON.parse(body) as StoredEntry);
    },
    replace: async (account, entries) => {
      await audit.deleteMany({ account });
      const documents = entries.flatMap((entry, index) =>
        entry === null ? [] : [{ _id: keyOf(account, index + 1), account, body: JSON.stringify(entry) }],
      );
      await audit.insertMany(documents);
    },
    end: async () => {
      await client.close();
      await servers.stop();
      await removeDataDir(folder);
    },
  };
};

defineAudit("auth-token's trails in MongoDB", inMongodb);
