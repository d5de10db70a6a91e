import { startApart } from '../suite/apart.ts';
import { defineImport } from './define-import.ts';
import { defineRacing } from './define-racing.ts';
import type { ImportStage } from './import-stage.ts';

const byResolver = async (): Promise<ImportStage> => {
  const apart = await startApart();
  return { url: apart.url, env: apart.byResolver, end: apart.end };
};

const inMongodb = async (): Promise<ImportStage> => {
  const apart = await startApart();
  return { url: apart.url, env: apart.inMongodb, end: apart.end };
};

defineImport('an import, with the apps apart, by way of the resolver', byResolver);
defineRacing('an import among requests to the apps apart', byResolver);
defineImport('an import, with the apps apart, into MongoDB itself', inMongodb);
