import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { runQuietly } from '@kith/tools/process';
import { buildOverlay, overlayNames, validMembers } from './build-overlay.ts';
import { composePath } from './compose-file.ts';
import { deployTools } from '@kith/tools/deploy-tools';
import { dockerfilePath } from './dockerfile.ts';

const tools = deployTools(process.env);

test('hadolint finds nothing in the Dockerfile', async () => {
  expect(await runQuietly(tools.hadolint, ['--failure-threshold', 'style', dockerfilePath])).toBe('');
});

test('the Compose file is one by the Compose specification', async () => {
  const text = await runQuietly(tools.composeSpec, ['-format', 'json', composePath]);
  expect(JSON.parse(text)).toMatchObject({ name: 'kith' });
});

describe('the overlays of kustomize', () => {
  test('there is one for development and one for production', async () => {
    expect(new Set(await overlayNames())).toEqual(new Set(['development', 'production']));
  });

  test.each(['development', 'production'])(
    '%s builds, and Kubernetes knows every member of it',
    async (name) => {
      const { text, manifests } = await buildOverlay(tools, name);
      expect(await validMembers(tools, text)).toBe(manifests.length);
    },
  );
});
