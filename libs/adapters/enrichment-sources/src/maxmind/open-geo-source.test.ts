import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { GeoStep } from '@kith/domain/pipeline';
import { createLive, createMetrics, deadlineIn } from '@kith/platform';
import type { EnrichmentQuestion } from '@kith/ports';
import { makeMmdb, temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openGeoSource, type OpenGeo } from './open-geo-source.ts';

const munich = {
  country: { iso_code: 'DE', names: { en: 'Germany' } },
  subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria', de: 'Bayern' } }],
  city: { names: { en: 'Munich', de: 'München' } },
};
const CITY = makeMmdb({ '81.2.69.0/24': munich, '2a02:100::/32': { country: { iso_code: 'NL' } } });
const ISP = makeMmdb({
  '81.2.0.0/16': { isp: 'Example Net' },
  '9.0.0.0/8': { autonomous_system_organization: 'AS' },
});

let directory: TemporaryDirectory;
let geo: OpenGeo | undefined;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await temporaryDirectory();
  endings.push(() => directory.remove());
  endings.push(() => geo?.close());
});

const question = (address: string): EnrichmentQuestion => ({
  account: 'demo',
  pipeline: 'web',
  umdid: 'd' as Umdid,
  umid: 'u' as Umid,
  address,
  userAgent: '',
  identifiers: [],
  attributes: {},
});

const open = async (contents: Readonly<Record<string, Buffer>>, language = 'en') => {
  const files = Object.keys(contents).map((name) => join(directory.path, name));
  await Promise.all(files.map((file, index) => writeFile(file, Object.values(contents)[index]!)));
  const step: GeoStep = {
    type: 'geo',
    name: 'geo',
    feeds: new Set(['response']),
    budgetMs: 100,
    cache: null,
    names: new Map(['cc', 'region', 'city', 'isp'].map((name) => [name, name])),
    fallback: {},
    files,
    language,
  };
  const errors: string[] = [];
  const opened = await openGeoSource({
    configuration: createLive({ pipelines: new Map([['web', { enrich: [step] }]]) }).live,
    logger: { info: () => undefined, error: (_fields, message) => errors.push(message) },
    metrics: createMetrics('test'),
    clock: Date.now,
    everyMs: 1_000_000,
  });
  geo = opened;
  const replace = async (index: number, content: Buffer): Promise<void> => {
    await writeFile(`${files[index]!}.new`, content);
    await rename(`${files[index]!}.new`, files[index]!);
    await opened.check();
    await opened.check();
  };
  const look = (address: string) => opened.source.look(deadlineIn(30_000), step, question(address));
  return {
    look,
    replace,
    errors,
    files,
    key: (address: string) => opened.source.keyOf(step, question(address)),
  };
};

const found = (values: object) => ({ kind: 'found', values });

describe('where an address is', () => {
  test('is what the files say together', async () => {
    const { look } = await open({ 'city.mmdb': CITY, 'isp.mmdb': ISP });
    expect(look('81.2.69.142')).toEqual(
      found({ cc: 'DE', region: 'Bavaria', city: 'Munich', isp: 'Example Net' }),
    );
    expect(look('81.2.70.1')).toEqual(found({ isp: 'Example Net' }));
    expect(look('9.1.2.3')).toEqual(found({ isp: 'AS' }));
    expect(look('2a02:100:1::1')).toEqual(found({ cc: 'NL' }));
    expect(look('127.0.0.1')).toEqual({ kind: 'nothing' });
    expect(look('2a03::1')).toEqual({ kind: 'nothing' });
  });

  test('has the names of a language, and English ones where it has none', async () => {
    const { look } = await open({ 'city.mmdb': CITY }, 'de');
    expect(look('81.2.69.1')).toEqual(found({ cc: 'DE', region: 'Bayern', city: 'München' }));
    expect((await open({ 'city.mmdb': CITY }, 'fr')).look('81.2.69.1')).toMatchObject({
      values: { city: 'Munich' },
    });
  });

  test('is believed of the first of two files that know it', async () => {
    const other = makeMmdb({ '81.2.69.0/24': { country: { iso_code: 'FR' }, isp: 'Other' } });
    const { look } = await open({ 'a.mmdb': CITY, 'b.mmdb': other });
    expect(look('81.2.69.1')).toMatchObject({ values: { cc: 'DE', isp: 'Other' } });
  });

  test('is not looked for in a file of shorter addresses', async () => {
    const short = makeMmdb({ '42.0.0.0/8': { country: { iso_code: 'JP' } } }, 4);
    const { look } = await open({ 'v4.mmdb': short });
    expect(look('42.1.2.3')).toEqual(found({ cc: 'JP' }));
    expect(look('2a02::1')).toEqual({ kind: 'nothing' });
  });

  test('is looked for where there is an address', async () => {
    const { key } = await open({ 'city.mmdb': CITY });
    expect([key('81.2.69.1'), key(''), key('unknown')]).toEqual(['81.2.69.1', null, null]);
  });
});

describe('a file of places', () => {
  test('is read again when another takes its place', async () => {
    const { look, replace } = await open({ 'city.mmdb': CITY });
    await replace(0, makeMmdb({ '81.2.69.0/24': { country: { iso_code: 'AT' } } }));
    expect(look('81.2.69.1')).toEqual(found({ cc: 'AT' }));
  });

  test.each<[string, Buffer]>([
    ['text', Buffer.from('<html>Too many requests</html>')],
    ['empty', Buffer.alloc(0)],
    ['cut at its end', CITY.subarray(0, -40)],
    ['cut in its middle', Buffer.concat([CITY.subarray(0, 100), CITY.subarray(400)])],
  ])('that is %s leaves the old one in use', async (_, broken) => {
    const { look, replace, errors, files } = await open({ 'city.mmdb': CITY });
    await replace(0, broken);
    expect(look('81.2.69.1')).toMatchObject({ values: { cc: 'DE' } });
    const why = "is no file in MaxMind's format, or broken";
    expect(errors).toEqual([expect.stringContaining(`${files[0]!}: ${why}`)]);
    expect(errors[0]).toContain('what was read before stays in use');
  });

  test('that was never there can say nothing, while others do', async () => {
    const broken = Buffer.from('no');
    expect((await open({ 'a.mmdb': broken })).look('81.2.69.1')).toEqual({ kind: 'failed', why: 'error' });
    expect((await open({ 'a.mmdb': broken, 'b.mmdb': ISP })).look('81.2.69.1')).toEqual(
      found({ isp: 'Example Net' }),
    );
  });
});
