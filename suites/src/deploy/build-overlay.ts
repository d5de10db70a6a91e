import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import type { DeployTools } from '@kith/tools/deploy-tools';
import type { ConfigMap, Deployment, Manifest, NetworkPolicy } from './manifest.ts';

const kustomizations = join(workspaceRoot, 'deploy/kustomize');
const overlays = join(kustomizations, 'overlays');

/** The names of the overlays that Kith ships. */
export const overlayNames = (): Promise<readonly string[]> => readdir(overlays);

/** What an overlay would apply, by kind. */
export interface Overlay {
  /** As kustomize printed it. */
  readonly text: string;
  readonly manifests: readonly Manifest[];
  readonly deployments: readonly Deployment[];
  readonly networkPolicies: readonly NetworkPolicy[];
  readonly configMaps: readonly ConfigMap[];
}

/** Builds an overlay as `kubectl apply --kustomize` would; rejects with what kustomize says is wrong. */
export const buildOverlay = (tools: DeployTools, name: string): Promise<Overlay> =>
  buildIn(tools, join(overlays, name));

/** Builds an overlay of an operator, who adds one of the components to that of production. */
export const buildWithComponent = (tools: DeployTools, component: string): Promise<Overlay> =>
  inNewFolder(async (folder) => {
    const of = (path: string): string => relative(folder, join(kustomizations, path));
    const kustomization = {
      resources: [of('overlays/production')],
      components: [of(`components/${component}`)],
    };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return buildIn(tools, folder);
  });

/** How many members of manifests Kubernetes knows, and finds nothing wrong with; rejects with what is. */
export const validMembers = ({ kubernetesValidate }: DeployTools, text: string): Promise<number> =>
  inNewFolder(async (folder) => {
    const file = join(folder, 'built.yaml');
    await writeFile(file, text);
    const verdict = await runQuietly(kubernetesValidate, ['--strict', file]);
    return verdict.match(/ passed for resource /g)?.length ?? 0;
  });

const buildIn = async ({ kustomize }: DeployTools, folder: string): Promise<Overlay> => {
  const text = await runQuietly(kustomize, ['build', folder]);
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  const ofKind = (kind: string): readonly Manifest[] => manifests.filter((one) => one.kind === kind);
  return {
    text,
    manifests,
    deployments: ofKind('Deployment') as readonly Deployment[],
    networkPolicies: ofKind('NetworkPolicy') as readonly NetworkPolicy[],
    configMaps: ofKind('ConfigMap') as readonly ConfigMap[],
  };
};

const inNewFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  // Kustomize follows links, and relative paths lead from where it is then.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kith-overlay-')));
  return work(folder).finally(() => rm(folder, { recursive: true }));
};
