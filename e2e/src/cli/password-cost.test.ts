import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { embeddedTexts } from '../privacy/embedded-texts.ts';
import { addUser } from './run-kith.ts';

let dataDir: string;
beforeAll(async () => void (dataDir = await newDataDir()));
afterAll(() => removeDataDir(dataDir));

/** The algorithm, its version and the parameters of each password hash in the store. */
const storedCosts = async (): Promise<readonly string[]> =>
  (await embeddedTexts(dataDir)).match(/\$argon2\w*\$[^$]*\$[^$]*(?=\$)/g) ?? [];

test('whoever adds a user, standalone or the command, stores what Argon2id makes at its full price', async () => {
  const env = { DATA_DIR: dataDir };
  const standalone = await startStandalone({ dataDir });
  expect((await addUser(env, 'while-it-runs')).exitCode).toBe(0);
  await standalone.stop();
  expect((await addUser(env, 'while-it-does-not')).exitCode).toBe(0);
  const full = '$argon2id$v=19$m=19456,t=2,p=1';
  expect(await storedCosts()).toEqual([full, full, full]);
});
