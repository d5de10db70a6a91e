import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { runQuietly, workspaceRoot } from '@kith/tools/process';
import type { DeployTools } from '@kith/tools/deploy-tools';
import type { ConfigMap, Deployment, Manifest, NetworkPolicy } from './manifest.ts';

const overlays = join(workspaceRoot, 'deploy/kustomize/overlays');

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
export const buildOverlay = async ({ kustomize }: DeployTools, name: string): Promise<Overlay> => {
  const text = await runQuietly(kustomize, ['build', join(overlays, name)]);
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
