import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { configurationJsonSchema } from './configuration-json-schema.ts';

const shipped = (path: string): Promise<string> => readFile(join(workspaceRoot, path), 'utf8');

describe('config/kith.schema.json', () => {
  test('says what the schema of the apps says', async () => {
    expect(await shipped('config/kith.schema.json')).toBe(configurationJsonSchema());
  });

  test('is what editors check config/kith.yaml by', async () => {
    expect(await shipped('config/kith.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\/kith\.schema\.json\n/,
    );
  });
});
