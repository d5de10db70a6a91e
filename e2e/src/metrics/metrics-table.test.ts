import { beforeAll, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { send } from '../kit/http.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { expectDocumented, expectWhole } from './expect-documented.ts';

let standalone: Standalone;
const endings = useEndings();
beforeAll(async () => {
  standalone = await startStandalone();
  endings.push(() => standalone.stop());
});

test('every metric in the docs has a unit and a meaning', expectWhole);

test('the docs have the metrics of standalone, and no others', async () => {
  await send(standalone.url, '/op/web/info?customerId=4711');
  await expectDocumented('standalone', standalone.managementUrl);
});

test('every check of the readiness is told, without a reason where it passes', async () => {
  const { status, text } = await send(standalone.managementUrl, '/readyz?verbose');
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { ready: true, reasons: [], checks: [{ name: 'tracking sink', ok: true }] },
  ]);
});
