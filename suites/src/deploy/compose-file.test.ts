import { beforeAll, describe, expect, test } from 'vitest';
import { apps } from '@kith/tools/apps';
import { readComposeFile, type ComposeFile, type ComposeService } from './compose-file.ts';
import { imageEnvironment, readStages, type Stage } from './dockerfile.ts';
import { readOperationsPage } from './operations-page.ts';
import { drainSeconds, settingsFaults } from './settings-faults.ts';

let compose: ComposeFile;
let stages: readonly Stage[];
beforeAll(async () => {
  [compose, stages] = await Promise.all([readComposeFile(), readStages()]);
});

const servers = ['mongodb', 'kafka', 'redis'];
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`deploy/compose.yaml has no service ${name}`);
  return found;
};
const inProfile = (profile: string): readonly string[] =>
  Object.keys(compose.services).filter((name) => service(name).profiles.includes(profile));

describe('the Compose file', () => {
  test('the profile servers starts the three servers and nothing else', () => {
    expect(inProfile('servers')).toEqual(servers);
  });

  test('the profile suite starts the servers and every app that runs apart', () => {
    const apart = apps.map(({ app }) => app).filter((app) => app !== 'standalone');
    expect(new Set(inProfile('suite'))).toEqual(new Set([...servers, ...apart]));
  });

  test('the edge shares no network with MongoDB', () => {
    const shared = service('info-ingest').networks.filter((one) => service('mongodb').networks.includes(one));
    expect(shared).toEqual([]);
  });

  test('the services use exactly the networks, volumes and secrets that it defines', () => {
    const { networks, volumes, secrets } = compose;
    const all = Object.values(compose.services);
    const named = all.flatMap((one) => one.volumes ?? []).filter((volume) => typeof volume === 'string');
    expect(new Set(all.flatMap((one) => one.networks))).toEqual(new Set(Object.keys(networks)));
    expect(new Set(named.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
    expect(new Set(all.flatMap((one) => one.secrets ?? []).map(({ source }) => source))).toEqual(
      new Set(Object.keys(secrets)),
    );
  });

  test('every port is published on the loopback interface only', () => {
    const ports = Object.values(compose.services).flatMap((one) => one.ports);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  test('no image floats', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => !/:[^:]+$/.test(image) || image.endsWith(':latest'))).toEqual([]);
  });
});

describe.each(apps.filter(({ app }) => app !== 'standalone'))('$app in Compose', ({ app, schema }) => {
  test('has an environment that the app takes, without a variable that it does not read', () => {
    expect(settingsFaults(schema, { ...imageEnvironment(stages, app), ...service(app).environment })).toEqual(
      [],
    );
  });

  test('is built from its own target, writes nothing to its root and has no capabilities', () => {
    expect(service(app)).toMatchObject({ build: { target: app }, read_only: true, cap_drop: ['ALL'] });
  });

  test('has the time that the page promises to leave and to end in', async () => {
    const [, seconds] = /ends within (\d+) seconds/.exec(await readOperationsPage()) ?? [];
    const grace = Number.parseInt(service(app).stop_grace_period ?? '0', 10);
    expect(grace).toBeGreaterThan(drainSeconds(schema) + Number(seconds));
  });

  test('reads its own secrets from where Compose mounts them', () => {
    const { environment = {}, secrets = [] } = service(app);
    const mounted = secrets.map(({ source, target }) => [source, `/run/secrets/${target}`]);
    const wanted = 'SECRETS_FILE' in schema.shape ? [[app, environment['SECRETS_FILE']]] : [];
    expect(mounted).toEqual(wanted);
  });

  test('waits for each server and app that its environment names', () => {
    const { environment = {}, depends_on = {} } = service(app);
    const named = Object.keys(compose.services).filter((name) =>
      Object.values(environment).some((value) => new RegExp(`(^|[/,])${name}:\\d`).test(value)),
    );
    expect(new Set(Object.keys(depends_on))).toEqual(new Set(named));
  });
});
