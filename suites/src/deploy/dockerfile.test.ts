import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apps } from '@kith/tools/apps';
import { nodeFlags } from '@kith/tools/suite';
import { readStages, stagesOf, type Stage } from './dockerfile.ts';

let stages: readonly Stage[];
beforeAll(async () => {
  stages = await readStages();
});

const lastOf = (stage: Stage | undefined, keyword: string): string | undefined =>
  stage?.instructions.findLast(([own]) => own === keyword)?.[1];

describe('the stages of a Dockerfile', () => {
  test('a stage takes over the environment and the instructions of the one that it begins with', () => {
    const text = 'FROM node:24 AS a\nENV A=1 \\\n  B=2\n# note\nUSER 7\nFROM a AS b\nENV B=3\n';
    expect(stagesOf(text).at(1)).toEqual({
      name: 'b',
      from: 'a',
      env: { A: '1', B: '3' },
      instructions: [
        ['ENV', 'A=1  B=2'],
        ['USER', '7'],
        ['ENV', 'B=3'],
      ],
    });
  });
});

describe.each(apps)('the image of $app', ({ app, schema }) => {
  const stage = (): Stage | undefined => stages.find(({ name }) => name === app);

  test('runs as a user that is not root, in exec form, and is asked whether it lives', () => {
    const command = ['node', ...nodeFlags(app), 'dist/main.js'];
    expect(lastOf(stage(), 'USER')).toBe('1000:1000');
    expect(lastOf(stage(), 'CMD')).toBe(`[${command.map((part) => `"${part}"`).join(', ')}]`);
    expect(lastOf(stage(), 'HEALTHCHECK')).toContain('CMD ["node", "/opt/kith/healthcheck.mjs"]');
  });

  test('brings settings that the app knows and takes', () => {
    const { NODE_ENV, ...settings } = stage()?.env ?? {};
    expect(NODE_ENV).toBe('production');
    expect(settings).toMatchObject({ HOST: '0.0.0.0' });
    const known = z.strictObject(schema.shape).partial().safeParse(settings);
    expect(known.error?.issues ?? []).toEqual([]);
  });

  test('holds the tree that was laid for this app', () => {
    const build = stages.find(({ name }) => name === 'build')?.instructions ?? [];
    const laid = new RegExp(`node deploy/lay-image\\.mjs @kith/${app}(-app)? /images/${app}( |$)`);
    expect(build.some(([keyword, rest]) => keyword === 'RUN' && laid.test(rest))).toBe(true);
    expect(stage()?.instructions).toContainEqual(['COPY', `--from=build /images/${app} ./`]);
  });

  test("exposes the app's own ports", () => {
    const defaults: Readonly<Record<string, unknown>> = z.object(schema.shape).partial().parse({});
    const own = ['PORT', 'MANAGEMENT_PORT'].filter((name) => Object.hasOwn(schema.shape, name));
    expect(lastOf(stage(), 'EXPOSE')).toBe(own.map((name) => String(defaults[name])).join(' '));
    expect(stage()?.env).toMatchObject(Object.fromEntries(own.map((name) => [name, String(defaults[name])])));
  });
});

test('every stage begins with an image of a pinned minor version', () => {
  const names = stages.map(({ name }) => name);
  const images = stages.map(({ from }) => from).filter((from) => !names.includes(from));
  expect(new Set(images)).toEqual(new Set(['node:24.21-bookworm-slim']));
});
