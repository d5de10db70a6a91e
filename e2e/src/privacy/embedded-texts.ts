import { join } from 'node:path';
import { open, type Key } from 'lmdb';

/** Every key and value of the embedded store and of its credentials, as text; nobody may run on the data. */
export const embeddedTexts = async (dataDir: string): Promise<string> => {
  const texts: string[] = [];
  for (const folder of ['store', 'credentials']) {
    const root = open(join(dataDir, folder), { noSubdir: false, maxDbs: 64 });
    for (const name of Array.from(root.getKeys())) {
      const database = root.openDB<Buffer, Key>(String(name), { encoding: 'binary' });
      for (const { key, value } of database.getRange()) {
        texts.push(`${String(name)} ${JSON.stringify(key)} ${value.toString('utf8')}`);
      }
    }
    await root.close();
  }
  return texts.join('\n');
};
