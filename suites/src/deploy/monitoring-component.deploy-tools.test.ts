import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { parseAllDocuments, stringify } from 'yaml';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import { deployTools } from '@kith/tools/deploy-tools';
import type { Deployment, Manifest } from './manifest.ts';

const tools = deployTools(process.env);
const kustomize = join(workspaceRoot, 'deploy/kustomize');

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
  let folder: string;
  let manifests: readonly Manifest[];
  const endings = useEndings();
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kith-overlay-')));
    endings.push(() => rm(folder, { recursive: true }));
    const of = (path: string): string => relative(folder, join(kustomize, path));
    const kustomization = {
      resources: [of('overlays/production')],
      components: [of('components/monitoring')],
    };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const text = await runQuietly(tools.kustomize, ['build', folder]);
    manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  });

  const named = <M extends Manifest>(kind: string, name: string): M =>
    manifests.find((one) => one.kind === kind && one.metadata.name === name) as M;

  test('builds, and Kubernetes knows every member of it but the monitor', async () => {
    const own = manifests.filter(({ kind }) => kind !== MONITOR);
    const file = join(folder, 'built.yaml');
    await writeFile(file, own.map((one) => stringify(one)).join('---\n'));
    const verdict = await runQuietly(tools.kubernetesValidate, ['--strict', file]);
    expect(verdict.match(/ passed for resource /g)).toHaveLength(own.length);
  });

  test('has one Service that leads to the management port of every pod', () => {
    const { spec } = named<Service>('Service', 'kith-management');
    const pods = manifests.filter((one): one is Deployment => one.kind === 'Deployment');
    expect(pods.length).toBeGreaterThan(4);
    for (const {
      spec: { template },
    } of pods) {
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
