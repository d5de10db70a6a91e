import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeoStep } from '@kith/domain/pipeline';
import { createLive, createMetrics } from '@kith/platform';
import {
  anEnrichmentStep,
  defineEnrichmentSourceContract,
  makeMmdb,
  temporaryDirectory,
} from '@kith/testing';
import { openGeoSource } from './open-geo-source.ts';

const quiet = { info: () => undefined, error: () => undefined };

defineEnrichmentSourceContract<GeoStep>(async () => {
  const directory = await temporaryDirectory();
  const file = join(directory.path, 'city.mmdb');
  await writeFile(file, makeMmdb({ '81.2.69.0/24': { country: { iso_code: 'DE' } } }));
  const names = ['cc', 'region', 'city', 'isp'];
  const step: GeoStep = { type: 'geo', files: [file], language: 'en', ...anEnrichmentStep(names) };
  const { source, close } = await openGeoSource({
    configuration: createLive({ pipelines: new Map([['web', { enrich: [step] }]]) }).live,
    logger: quiet,
    metrics: createMetrics('test'),
    clock: Date.now,
  });
  return {
    adapter: { source, step, known: { address: '81.2.69.7' }, unknown: { address: '9.9.9.9' } },
    close: async () => {
      close();
      await directory.remove();
    },
  };
});
