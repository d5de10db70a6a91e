import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startApart, type Apart } from '../suite/apart.ts';
import { defineHurried } from './define-hurried.ts';
import { defineImport } from './define-import.ts';
import { defineRacing } from './define-racing.ts';
import { importConfiguration } from './import-configuration.ts';
import { useOneStage, type ImportStage } from './import-stage.ts';

type ApartStage = ImportStage & { readonly apart: Apart; readonly folder: string };

const apartStage = async (env: (apart: Apart) => ImportStage['env']): Promise<ApartStage> => {
  const folder = await newDataDir();
  const CONFIG_FILE = await importConfiguration(folder);
  const apart = await startApart({ CONFIG_FILE });
  return {
    url: apart.url,
    env: { ...env(apart), CONFIG_FILE },
    apart,
    folder,
    end: async () => {
      await apart.end();
      await removeDataDir(folder);
    },
  };
};

const byResolver = useOneStage(() => apartStage((apart) => apart.byResolver));
const inMongodb = (): Promise<ImportStage> => apartStage((apart) => apart.inMongodb);

// It counts everybody in the account, so it comes first.
defineRacing('an import among requests to the apps apart', byResolver);
defineImport('an import, with the apps apart, by way of the resolver', byResolver);
defineHurried('an import whose calls take longer than a request of a visitor may', byResolver);
defineImport('an import, with the apps apart, into MongoDB itself', inMongodb, false);
