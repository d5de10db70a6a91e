import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { parseAllDocuments } from 'yaml';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import { deployTools } from '@kith/tools/deploy-tools';
import type { Deployment, Manifest } from './manifest.ts';

const tools = deployTools(process.env);
const kustomize = join(workspaceRoot, 'deploy/kustomize');

describe('the component spool in an overlay of an operator', () => {
  let folder: string;
  let text: string;
  let manifests: readonly Manifest[];
  const endings = useEndings();
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kith-overlay-')));
    endings.push(() => rm(folder, { recursive: true }));
    const of = (path: string): string => relative(folder, join(kustomize, path));
    const kustomization = { resources: [of('overlays/production')], components: [of('components/spool')] };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    text = await runQuietly(tools.kustomize, ['build', folder]);
    manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  });

  const named = (kind: string, name: string): Manifest | undefined =>
    manifests.find((one) => one.kind === kind && one.metadata.name === name);

  test('builds, and Kubernetes knows every member of it', async () => {
    const file = join(folder, 'built.yaml');
    await writeFile(file, text);
    const verdict = await runQuietly(tools.kubernetesValidate, ['--strict', file]);
    expect(verdict.match(/ passed for resource /g)).toHaveLength(manifests.length);
  });

  test('gives each edge a disk of its own, where its spool lies, and scales none of them away', () => {
    expect(named('Deployment', 'info-ingest')).toBeUndefined();
    const edge = named('StatefulSet', 'info-ingest') as Deployment;
    const [container] = edge.spec.template.spec.containers;
    const place = { name: 'spool', mountPath: '/var/lib/kith' };
    expect(container?.volumeMounts).toContainEqual(place);
    expect(container?.env).toContainEqual({ name: 'SPOOL_DIR', value: place.mountPath });
    expect(edge).toMatchObject({ spec: { volumeClaimTemplates: [{ metadata: { name: place.name } }] } });
    expect(named('HorizontalPodAutoscaler', 'info-ingest')).toMatchObject({
      spec: {
        scaleTargetRef: { kind: 'StatefulSet' },
        behavior: { scaleDown: { selectPolicy: 'Disabled' } },
      },
    });
  });

  test('tells the resolver for how long events may wait, for the date in the proof of an erasure', () => {
    const resolver = named('Deployment', 'identity-resolver') as Deployment;
    const env = resolver.spec.template.spec.containers[0]?.env;
    expect(env).toContainEqual({ name: 'SPOOL_MAX_DAYS', value: '7' });
  });
});
