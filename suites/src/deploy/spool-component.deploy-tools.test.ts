import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { deployTools } from '@kith/tools/deploy-tools';
import { buildWithComponent, validMembers, type Overlay } from './build-overlay.ts';
import type { Deployment, Manifest } from './manifest.ts';

const tools = deployTools(process.env);

describe('the component spool in an overlay of an operator', () => {
  let overlay: Overlay;
  beforeAll(async () => {
    overlay = await buildWithComponent(tools, 'spool');
  });

  const named = (kind: string, name: string): Manifest | undefined =>
    overlay.manifests.find((one) => one.kind === kind && one.metadata.name === name);

  test('builds, and Kubernetes knows every member of it', async () => {
    expect(await validMembers(tools, overlay.text)).toBe(overlay.manifests.length);
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
