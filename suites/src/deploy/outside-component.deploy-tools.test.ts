import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { parseAllDocuments } from 'yaml';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import { deployTools } from '@kith/tools/deploy-tools';
import type { Manifest, NetworkPolicy, Peer } from './manifest.ts';
import { mayReach } from './network-reach.ts';

const tools = deployTools(process.env);
const kustomize = join(workspaceRoot, 'deploy/kustomize');

describe('the component outside-knowledge in an overlay of an operator', () => {
  let folder: string;
  let text: string;
  let manifests: readonly Manifest[];
  const endings = useEndings();
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'kith-overlay-')));
    endings.push(() => rm(folder, { recursive: true }));
    const of = (path: string): string => relative(folder, join(kustomize, path));
    const components = [of('components/outside-knowledge')];
    const kustomization = { resources: [of('overlays/production')], components };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    text = await runQuietly(tools.kustomize, ['build', folder]);
    manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  });

  const reach = (app: string, port: number): readonly (Peer | undefined)[] => {
    const policies = manifests.filter((one): one is NetworkPolicy => one.kind === 'NetworkPolicy');
    return mayReach(policies, { 'app.kubernetes.io/name': app }, port);
  };

  test('builds, and Kubernetes knows every member of it', async () => {
    const file = join(folder, 'built.yaml');
    await writeFile(file, text);
    const verdict = await runQuietly(tools.kubernetesValidate, ['--strict', file]);
    expect(verdict.match(/ passed for resource /g)).toHaveLength(manifests.length);
  });

  test('lets the edge go out by HTTPS, to no network of the operator, and to nothing else than before', () => {
    const [everywhere, ...others] = reach('info-ingest', 443);
    expect(everywhere?.ipBlock?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
    expect(others).toEqual([{ ipBlock: { cidr: '2000::/3' } }]);
    expect([...reach('info-ingest', 80), ...reach('info-ingest', 27017)]).toEqual([]);
    expect(reach('graphql-query', 443)).toEqual([]);
  });
});
