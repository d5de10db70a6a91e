import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { apps } from '@kith/tools/apps';
import { buildOverlay, type Overlay } from './build-overlay.ts';
import { deployTools } from '@kith/tools/deploy-tools';
import { imageEnvironment, readStages, type Stage } from './dockerfile.ts';
import type { Container, Deployment, HorizontalPodAutoscaler, Manifest, Service } from './manifest.ts';
import { mountedFiles } from './mounted-files.ts';
import { mayBeReachedBy, mayReach } from './network-reach.ts';
import { readOperationsPage } from './operations-page.ts';
import { podEnvironment } from './pod-environment.ts';
import { restrictedFaults } from './restricted-faults.ts';
import { drainSeconds, settingsFaults } from './settings-faults.ts';

const tools = deployTools(process.env);
const apart = apps.filter(({ app }) => app !== 'standalone');
const MONGODB = 27017;
const KAFKA_APPS = ['info-ingest', 'identity-resolver', 'activation'];

/** Values such as operators put into the Secrets; which app has which is checked below. */
const secrets = {
  MONGODB_URI: 'mongodb+srv://kith:password@mongodb.example.com/kith',
  REDIS_URL: 'rediss://kith:password@redis.example.com:6379',
};

describe.each(['development', 'production'])('the overlay %s', (name) => {
  let overlay: Overlay;
  let stages: readonly Stage[];
  beforeAll(async () => {
    [overlay, stages] = await Promise.all([buildOverlay(tools, name), readStages()]);
  });
  const deployment = (app: string): Deployment => {
    const found = overlay.deployments.find(({ metadata }) => metadata.name === app);
    if (found === undefined) throw new Error(`${name} has no Deployment ${app}`);
    return found;
  };
  const labels = (app: string) => deployment(app).spec.template.metadata.labels;
  const container = (app: string): Container => deployment(app).spec.template.spec.containers[0]!;

  test('has a Deployment for every app that runs apart, and no Secret', () => {
    const names = overlay.deployments.map(({ metadata }) => metadata.name);
    expect(new Set(names)).toEqual(new Set(apart.map(({ app }) => app)));
    expect(overlay.manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  test('asks the cluster to enforce Pod Security restricted', () => {
    const namespace = overlay.manifests.find(({ kind }) => kind === 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  });

  test('lets the edge reach the cache, the log and the resolver, and nobody on the port of MongoDB', () => {
    const reach = (port: number) => mayReach(overlay.networkPolicies, labels('info-ingest'), port);
    expect(reach(6379)).toEqual([{ namespaceSelector: { matchLabels: { 'kith/redis': 'server' } } }]);
    expect(reach(9092)).toEqual([{ namespaceSelector: { matchLabels: { 'kith/kafka': 'server' } } }]);
    expect(reach(8084)).toEqual([
      { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'identity-resolver' } } },
    ]);
    expect(reach(MONGODB)).toEqual([]);
    expect(reach(443)).toEqual([]);
  });

  test('lets only the edge reach the resolver', () => {
    const http = { name: 'http', containerPort: 8084 };
    expect(mayBeReachedBy(overlay.networkPolicies, labels('identity-resolver'), http)).toEqual([
      { podSelector: { matchLabels: { 'app.kubernetes.io/name': 'info-ingest' } } },
    ]);
  });

  test('lets the edge find every pod of the resolver by the name that it asks', () => {
    const { hostname } = new URL(environmentOf('info-ingest')['RESOLVER_URL'] ?? '');
    const service = overlay.manifests.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === hostname,
    ) as Service | undefined;
    const selector = { 'app.kubernetes.io/name': 'identity-resolver' };
    expect(service?.spec).toMatchObject({ clusterIP: 'None', selector });
  });

  test('keeps GraphQL and the token app away from the cache, the log and the resolver', () => {
    const reach = (app: string, port: number) => mayReach(overlay.networkPolicies, labels(app), port);
    const away = ['graphql-query', 'auth-token'].flatMap((app) =>
      [6379, 9092, 8084].map((port) => [app, port] as const),
    );
    expect(away.flatMap(([app, port]) => reach(app, port))).toEqual([]);
  });

  test('lets activation alone go out, by HTTPS, and to no network of the operator', () => {
    const outside = (app: string, port: number) =>
      mayReach(overlay.networkPolicies, labels(app), port).filter((peer) => peer?.ipBlock !== undefined);
    for (const { app } of apart.filter((one) => one.app !== 'activation'))
      expect(outside(app, 443)).toEqual([]);
    const [everywhere, ...others] = outside('activation', 443);
    expect(everywhere?.ipBlock?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
    expect(others).toEqual([{ ipBlock: { cidr: '2000::/3' } }]);
    expect(outside('activation', 80)).toEqual([]);
    expect(mayReach(overlay.networkPolicies, labels('activation'), 6379)).toEqual([]);
  });

  const environmentOf = (app: string) => podEnvironment(container(app), overlay.configMaps, secrets);

  test('lets Kafka ask for a login in production, another one of each app', () => {
    const logins = KAFKA_APPS.map((app) => environmentOf(app)['KAFKA_USERNAME']);
    expect(logins).toEqual(KAFKA_APPS.map((app) => (name === 'production' ? `kith-${app}` : undefined)));
  });

  test('starts no more resolvers than there are partitions to read', () => {
    const scalers = overlay.manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const scaler = scalers.find(({ metadata }) => metadata.name === 'identity-resolver');
    const most = (scaler as HorizontalPodAutoscaler | undefined)?.spec.maxReplicas ?? 1;
    const partitions = KAFKA_APPS.map((app) => Number(environmentOf(app)['KAFKA_PARTITIONS']));
    expect(Math.max(...partitions)).toBe(Math.min(...partitions));
    expect(most).toBeLessThanOrEqual(Math.min(...partitions));
  });

  describe.each(apart)('$app', ({ app, schema }) => {
    const isCalled = Object.hasOwn(schema.shape, 'PORT');

    const labelled = (label: string, value: string) => ({
      namespaceSelector: { matchLabels: { [label]: value } },
    });

    test('may ask for names, and is scraped by the monitoring', () => {
      const { MANAGEMENT_PORT } = imageEnvironment(stages, app);
      const management = { name: 'management', containerPort: Number(MANAGEMENT_PORT) };
      expect(mayReach(overlay.networkPolicies, labels(app), 53)).toContainEqual(
        labelled('kubernetes.io/metadata.name', 'kube-system'),
      );
      expect(mayBeReachedBy(overlay.networkPolicies, labels(app), management)).toEqual([
        labelled('kith/monitoring', 'scraper'),
      ]);
    });

    test('finds every file that its environment names, and cannot change it', () => {
      const { spec } = deployment(app).spec.template;
      const files = mountedFiles(container(app), spec, overlay.configMaps);
      const named = Object.values(environmentOf(app)).filter((value) => value?.startsWith('/') === true);
      expect(named.filter((path) => path === undefined || !files.has(path))).toEqual([]);
      expect((container(app).volumeMounts ?? []).filter(({ readOnly }) => readOnly !== true)).toEqual([]);
    });

    test('has the time that the page promises to end in, after nobody sends requests any more', async () => {
      const [, seconds] = /ends within (\d+) seconds/.exec(await readOperationsPage()) ?? [];
      const { terminationGracePeriodSeconds: grace = 30 } = deployment(app).spec.template.spec;
      const drained = drainSeconds(schema);
      expect(drained > 0).toBe(isCalled);
      expect(container(app).lifecycle?.preStop?.httpGet).toEqual({ path: '/leave', port: 'management' });
      expect(grace).toBeGreaterThan(drained + Number(seconds));
    });

    test('has an environment that the app takes, without a variable that it does not read', () => {
      const environment = podEnvironment(container(app), overlay.configMaps, secrets);
      expect(settingsFaults(schema, { ...imageEnvironment(stages, app), ...environment })).toEqual([]);
    });

    test('takes secrets from its own Secret only', () => {
      const refs = (container(app).env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
      expect(refs.filter((ref) => ref.name !== app || !(ref.key in secrets))).toEqual([]);
    });

    test('meets Pod Security restricted', () => {
      expect(restrictedFaults(deployment(app).spec.template.spec)).toEqual([]);
    });

    test('listens on the ports that its image says, and is probed on the management port', () => {
      const { PORT, MANAGEMENT_PORT } = imageEnvironment(stages, app);
      const probe = (path: string) => ({ httpGet: { path, port: 'management' } });
      expect(container(app)).toMatchObject({
        ports: [
          ...(isCalled ? [{ name: 'http', containerPort: Number(PORT) }] : []),
          { name: 'management', containerPort: Number(MANAGEMENT_PORT) },
        ],
        startupProbe: probe('/livez'),
        livenessProbe: probe('/livez'),
        readinessProbe: probe('/readyz'),
      });
    });

    test('says what it needs, and runs an image that does not float', () => {
      expect(container(app).resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
      expect(container(app).image).toMatch(new RegExp(`kith/${app}:(?!latest$)[^:]+$`));
    });

    test('has a budget for disruptions, and a Service and more replicas under load where it is called', () => {
      const isOfApp = ({ metadata: { name, labels = {} } }: Manifest): boolean =>
        name === app || labels['app.kubernetes.io/name'] === app;
      const kinds = overlay.manifests.filter(isOfApp).map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['PodDisruptionBudget', 'NetworkPolicy']));
      expect(kinds.includes('Service')).toBe(isCalled);
      expect(kinds.includes('HorizontalPodAutoscaler')).toBe(isCalled && name === 'production');
    });
  });
});
