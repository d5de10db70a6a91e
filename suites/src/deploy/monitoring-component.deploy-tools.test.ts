import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { deployTools } from '@kith/tools/deploy-tools';
import { buildWithComponent, validMembers, type Overlay } from './build-overlay.ts';
import type { Manifest } from './manifest.ts';

const tools = deployTools(process.env);

/** Kubernetes itself does not know it. */
const MONITOR = 'ServiceMonitor';

interface Service extends Manifest {
  readonly spec: {
    readonly selector: Readonly<Record<string, string>>;
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[];
  };
}

interface Monitor extends Manifest {
  readonly spec: {
    readonly jobLabel: string;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly endpoints: readonly { readonly port: string; readonly path: string }[];
  };
}

describe('the component monitoring in an overlay of an operator', () => {
  let overlay: Overlay;
  beforeAll(async () => {
    overlay = await buildWithComponent(tools, 'monitoring');
  });

  const named = <M extends Manifest>(kind: string, name: string): M =>
    overlay.manifests.find((one) => one.kind === kind && one.metadata.name === name) as M;

  test('builds, and Kubernetes knows every member of it but the monitor', async () => {
    const own = overlay.manifests.filter(({ kind }) => kind !== MONITOR);
    const text = own.map((one) => stringify(one)).join('---\n');
    expect(await validMembers(tools, text)).toBe(own.length);
  });

  test('has one Service that leads to the management port of every pod', () => {
    const { spec } = named<Service>('Service', 'kith-management');
    expect(overlay.deployments.length).toBeGreaterThan(4);
    for (const {
      spec: { template },
    } of overlay.deployments) {
      expect(template.metadata.labels).toMatchObject(spec.selector);
      expect(template.spec.containers[0]?.ports?.map(({ name }) => name)).toContain(
        spec.ports[0]?.targetPort,
      );
    }
  });

  test('has the operator scrape it, as the job that the rules go by', () => {
    const monitor = named<Monitor>(MONITOR, 'kith');
    const service = named<Service>('Service', 'kith-management');
    expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(service.metadata.labels?.[monitor.spec.jobLabel]).toBe('kith');
    expect(monitor.spec.endpoints.map(({ port, path }) => `${port} ${path}`)).toEqual([
      'management /metrics',
    ]);
  });
});
