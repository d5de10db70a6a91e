import { once } from 'node:events';
import { connect } from 'node:net';
import { useEndings } from '@kith/testing/use-endings';
import { describe, expect, test } from 'vitest';
import { beginRequest } from '../configuration/begun-request.ts';
import { eventually } from '../kit/eventually.ts';
import { ownPatientConfiguration } from '../kit/patient-configuration.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';

const REQUESTS = 20;

const accepts = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isOpen;
};

describe('a standalone that is told to stop', () => {
  const endings = useEndings();

  test('answers every request that it has begun to take, and has kept what they told', async () => {
    const dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    const { env, remove } = await ownPatientConfiguration();
    endings.push(remove);
    const standalone = await startStandalone({ dataDir, env });
    endings.push(() => standalone.stop());
    const visitOf = (number: number): string => `/op/web/info?out=json&customerId=last-${number}`;
    const numbers = Array.from({ length: REQUESTS }, (_, number) => number);
    const consent = { permission: { 'CS-OPT': true } };
    const begun = await Promise.all(
      numbers.map((number) => beginRequest(standalone.url, visitOf(number), consent)),
    );
    const stopped = standalone.stop();
    await eventually(
      () => accepts(standalone.url),
      (isOpen) => !isOpen,
    );
    const answers = await Promise.all(begun.map(({ finish }) => finish()));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    expect(await stopped).toBe(0);
    const next = await startStandalone({ dataDir, env });
    endings.push(() => next.stop());
    for (const number of numbers) {
      const { permissions } = await createVisitor(next.url).info(`&customerId=last-${number}&permissions`);
      expect(permissions).toMatchObject({ 'CS-OPT': true });
    }
  });
});
