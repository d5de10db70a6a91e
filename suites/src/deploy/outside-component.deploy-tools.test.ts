import process from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { deployTools } from '@kith/tools/deploy-tools';
import { buildWithComponent, validMembers, type Overlay } from './build-overlay.ts';
import type { Peer } from './manifest.ts';
import { mayReach } from './network-reach.ts';

const tools = deployTools(process.env);

describe('the component outside-knowledge in an overlay of an operator', () => {
  let overlay: Overlay;
  beforeAll(async () => {
    overlay = await buildWithComponent(tools, 'outside-knowledge');
  });

  const reach = (app: string, port: number): readonly (Peer | undefined)[] =>
    mayReach(overlay.networkPolicies, { 'app.kubernetes.io/name': app }, port);

  test('builds, and Kubernetes knows every member of it', async () => {
    expect(await validMembers(tools, overlay.text)).toBe(overlay.manifests.length);
  });

  test('lets the edge go out by HTTPS, to no network of the operator, and to nothing else than before', () => {
    const [everywhere, ...others] = reach('info-ingest', 443);
    expect(everywhere?.ipBlock?.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
    expect(others).toEqual([{ ipBlock: { cidr: '2000::/3' } }]);
    expect([...reach('info-ingest', 80), ...reach('info-ingest', 27017)]).toEqual([]);
    expect(reach('graphql-query', 443)).toEqual([]);
  });
});
