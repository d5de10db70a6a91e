import { createHmac } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The secrets of the configuration: of each list the first is used, all are accepted. */
export const customerSecrets = [
  'the newest secret of customer ids',
  'an older secret of customer ids',
] as const;
export const callerKeys = ['the-key-of-the-shop', 'the-key-of-the-call-centre'] as const;

/** What the site's own server puts beside a customer id that it vouches for. */
export const sign = (value: string, secret: string = customerSecrets[0]): string =>
  createHmac('sha256', secret).update(value).digest('hex');

/** `&customerId=…&customerId_sig=…` as the site's own server writes it. */
export const signed = (value: string): string => `&customerId=${value}&customerId_sig=${sign(value)}`;

const sections = ['attributes', 'identifiers', 'nbidentifiers', 'notifications', 'permissions'];
const cookie = { domain: 'example.com' };
const identifiers = ['customerId', 'email', 'profileId'];

const accountWith = (secretFile: string, keyFile: string) => ({
  owner: 'demo',
  identifiers: {
    customerId: { kind: 'login', normalise: ['trim', 'lowercase'], verify: { hmac: { secretFile } } },
    email: { kind: 'login' },
  },
  permissions: ['CS-OPT'],
  notifications: { MAIN_CS: { versions: [1], current: 1, covers: ['CS-OPT'] } },
  attributes: { pageViews: { count: 'page' }, lastPage: { latest: 'page.name' } },
  pipelines: {
    web: { cookie, identifiers, sections },
    elsewhere: {
      cookie,
      identifiers: ['customerId'],
      identifierSources: { customerId: ['body', 'header:X-Customer-Id', 'cookie:crm_id'] },
      sections,
    },
    bound: { cookie, identifiers, sections, unverifiedReads: 'bound' },
    none: { cookie, identifiers, sections, unverifiedReads: 'none' },
    server: { cookie: false, identifiers: ['email'], sections, access: { keyFile } },
    fewPerAddress: { cookie, sections, rateLimits: { perAddress: '5/h' } },
    fewPerDevice: { cookie, sections, rateLimits: { perDevice: '3/h' } },
  },
});

/** Writes a configuration whose pipelines guard what they have, with the files that it names; answers with its path. */
export const guardedConfiguration = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-guarded-'));
  const secretFile = join(folder, 'customer-id');
  const keyFile = join(folder, 'callers');
  await writeFile(secretFile, `${customerSecrets.join('\n')}\n`);
  await writeFile(keyFile, JSON.stringify(callerKeys));
  const path = join(folder, 'kith.yaml');
  // JSON is YAML.
  await writeFile(path, JSON.stringify({ accounts: { demo: accountWith(secretFile, keyFile) } }));
  return path;
};
