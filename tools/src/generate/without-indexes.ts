import type { Db, IndexDescription } from 'mongodb';

/** Fills collections with their indexes taken away, and builds these afterwards at once: many times faster. */
export const withoutIndexes = async (
  database: Db,
  names: readonly string[],
  fill: () => Promise<void>,
  onBuild: (name: string) => void,
): Promise<void> => {
  const indexes = new Map<string, readonly IndexDescription[]>();
  for (const name of names) {
    indexes.set(name, await secondaryIndexes(database, name));
    await database.collection(name).dropIndexes();
  }
  await fill();
  for (const [name, all] of indexes) {
    if (all.length === 0) continue;
    onBuild(`${name}: ${all.map((index) => index.name).join(', ')}`);
    await database.collection(name).createIndexes([...all]);
  }
};

const secondaryIndexes = async (database: Db, name: string): Promise<readonly IndexDescription[]> => {
  const all = await database.collection(name).indexes();
  return all.filter((index) => index.name !== '_id_').map(({ v: _, ...index }) => index as IndexDescription);
};
