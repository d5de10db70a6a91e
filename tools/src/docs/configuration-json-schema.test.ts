import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { workspaceRoot } from '../process/workspace-root.ts';
import { configurationJsonSchema } from './configuration-json-schema.ts';

describe('config/kith.schema.json', () => {
  test('says what the schema of the apps says', async () => {
    const shipped = await readFile(join(workspaceRoot, 'config/kith.schema.json'), 'utf8');
    expect(shipped).toBe(configurationJsonSchema());
  });

  test('is what editors check config/kith.yaml by', () => {
    expect(shippedConfiguration()).toMatch(/^# yaml-language-server: \$schema=\.\/kith\.schema\.json\n/);
  });
});
