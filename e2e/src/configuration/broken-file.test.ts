import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { plainEnvironment } from '../kit/plain-environment.ts';
import { run } from '../kit/run.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

type AppName =
  'standalone' | 'info-ingest' | 'identity-resolver' | 'activation' | 'graphql-query' | 'auth-token';

const nowhere = {
  MONGODB_URI: 'mongodb://127.0.0.1:1/kith',
  REDIS_URL: 'redis://127.0.0.1:1',
  KAFKA_BROKERS: '127.0.0.1:1',
  RESOLVER_URL: 'http://127.0.0.1:1',
  JWKS_URL: 'http://127.0.0.1:1/jwks',
  PUBLIC_URL: 'http://127.0.0.1:1',
};

describe('an app that finds a broken configuration file', () => {
  let folder: string;

  const endings = useEndings();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-config-'));
    endings.push(() => rm(folder, { recursive: true, force: true }));
  });

  /** Starts an app, which is to end by itself, and answers with what it says of its configuration. */
  const refusal = async (path: string, app: AppName = 'standalone'): Promise<readonly string[]> => {
    const { exitCode, stdout, stderr } = await run(process.execPath, [`apps/${app}/dist/main.js`], {
      cwd: workspaceRoot,
      env: {
        ...plainEnvironment(),
        ...nowhere,
        PORT: '0',
        MANAGEMENT_PORT: '0',
        DATA_DIR: join(folder, 'data'),
        SECRETS_FILE: join(folder, 'secrets.json'),
        CONFIG_FILE: path,
      },
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.startsWith(`${app} did not start. `)).toBe(true);
    return stderr.trimEnd().slice(`${app} did not start. `.length).replaceAll(path, 'FILE').split('\n');
  };

  const refusalOf = async (content: string | Buffer, app?: AppName): Promise<readonly string[]> => {
    const path = join(folder, 'kith.yaml');
    await writeFile(path, content);
    return refusal(path, app);
  };

  test('names every fault with file, line, column and member, in their order', async () => {
    const faults = await refusalOf(
      [
        'colour: blue',
        'accounts:',
        '  demo:',
        '    owner: 7',
        '    size: big',
        '    permissions: [OPT]',
        '    identifiers:',
        '      customerId: { kind: mail, many: no, maany: true }',
        '    notifications:',
        '      MAIN: { versions: [1], current: 2, covers: [NO], until: 3 }',
        '    attributes: { views: { mode: page } }',
        '    retention: { events: 1y }',
        '    pipelines:',
        '      web:',
        '        cookie: { domain: .example.com, maxage: 1 }',
        '        identifiers: [nobody]',
        '        tracking: { require: OPT }',
        '  other:',
        '    owner: o',
        '    pipelines:',
        '      web: { cookie: false }',
        'limits: { bodyBytes: "65536", headerByte: 1 }',
      ].join('\n'),
    );
    expect(faults).toEqual([
      'FILE:1:1: colour: unknown member',
      'FILE:4:5: accounts.demo.owner: must be a string',
      'FILE:5:5: accounts.demo.size: unknown member',
      'FILE:8:21: accounts.demo.identifiers.customerId.kind: must be one of login, network, device',
      'FILE:8:33: accounts.demo.identifiers.customerId.many: must be true or false',
      'FILE:8:43: accounts.demo.identifiers.customerId.maany: unknown member',
      'FILE:10:30: accounts.demo.notifications.MAIN.current: must be one of the versions',
      'FILE:10:51: accounts.demo.notifications.MAIN.covers[0]: is no permission of this account',
      'FILE:10:56: accounts.demo.notifications.MAIN.until: unknown member',
      'FILE:11:19: accounts.demo.attributes.views: must have exactly one of count, sum, latest, first, top, distinct, imported',
      'FILE:11:28: accounts.demo.attributes.views.mode: unknown member',
      'FILE:12:18: accounts.demo.retention.events: must be a number of s, min, h or d: 395d',
      'FILE:15:19: accounts.demo.pipelines.web.cookie.domain: must be a domain in lower case, without a dot in front',
      'FILE:15:41: accounts.demo.pipelines.web.cookie.maxage: unknown member',
      'FILE:16:23: accounts.demo.pipelines.web.identifiers[0]: is no identifier of this account',
      'FILE:17:21: accounts.demo.pipelines.web.tracking.require: unknown member',
      'FILE:21:7: accounts.other.pipelines.web: account demo has a pipeline of this name already',
      'FILE:22:11: limits.bodyBytes: must be a number',
      'FILE:22:31: limits.headerByte: unknown member',
    ]);
  });

  test('says the same in each of the apps apart', async () => {
    const apart = ['info-ingest', 'identity-resolver', 'activation', 'graphql-query', 'auth-token'] as const;
    for (const app of apart) {
      expect(await refusalOf('accounts: { demo: { owner: o, colour: blue } }', app)).toEqual([
        'FILE:1:31: accounts.demo.colour: unknown member',
      ]);
    }
  });

  test('is told of aliases of aliases before they fill its memory', async () => {
    const layer = (name: string, of: string): string =>
      `${name}: &${name} [${Array(30).fill(of).join(', ')}]`;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const bomb = names.map((name, index) => layer(name, index === 0 ? 'x' : `*${names[index - 1]}`));
    expect(await refusalOf(bomb.join('\n'))).toEqual([
      expect.stringMatching(/^FILE:1:1: .*aliases are refused/),
    ]);
  });

  test('is told of brackets without end before they use up its stack', async () => {
    const faults = await refusalOf(`accounts: ${'['.repeat(100_000)}`);
    expect(faults).toEqual(['FILE:1:111: the document: is nested too deeply']);
  });

  test('is told where there is no file, a folder, or a pipe', async () => {
    const hint = '; CONFIG_FILE names the configuration file';
    expect(await refusal(join(folder, 'nowhere.yaml'))).toEqual([`FILE: there is no such file${hint}`]);
    expect(await refusal(folder)).toEqual([`FILE: is a directory${hint}`]);
    expect(await refusal('/dev/zero')).toEqual([`FILE: is no regular file${hint}`]);
  });

  test('is told of a named file that is not there or empty, at the member that names it', async () => {
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    const faults = await refusalOf(
      [
        'accounts:',
        '  demo:',
        '    owner: o',
        '    identifiers:',
        '      customerId:',
        '        kind: login',
        `        verify: { hmac: { secretFile: ${folder}/nowhere } }`,
        '    pipelines:',
        `      web: { cookie: false, access: { keyFile: ${empty} } }`,
      ].join('\n'),
    );
    expect(faults).toEqual([
      `FILE:7:27: accounts.demo.identifiers.customerId.verify.hmac.secretFile: ${folder}/nowhere: there is no such file`,
      `FILE:9:39: accounts.demo.pipelines.web.access.keyFile: ${empty}: is empty`,
    ]);
  });
});
