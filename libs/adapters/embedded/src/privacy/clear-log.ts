import { addCounts } from '@kith/domain/privacy';
import { forwards } from '../engine/keys.ts';
import { PARTITION } from '../log/log-storage.ts';
import { rowWithout } from '../log/log-record.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { StoredErasure } from '../engine/store-rows.ts';

/**
 * Removes the records of the person from the log, looking at `limit` rows of it: a subscriber passes over the gaps. The
 * change event that tells of the erasure itself stays.
 */
export const clearLog = (store: StoreCollections, stored: StoredErasure, limit: number): StoredErasure => {
  const [topic, ...others] = stored.topics;
  if (topic === undefined) return stored;
  const range = { ...forwards(topic, PARTITION), start: [topic, PARTITION, stored.from], limit };
  const umids = new Set<string>(stored.erasure.umids);
  let [seen, removed, last] = [0, 0, stored.from];
  for (const { key, value } of store.log.entries(range)) {
    seen += 1;
    last = Number(key[2]);
    let gone = 0;
    const left = rowWithout(value, (record) => {
      const isGone = umids.has(record.key) && !tellsOfErasure(record.value);
      gone += Number(isGone);
      return isGone;
    });
    removed += gone;
    if (left === null) store.log.remove(key);
    else if (gone > 0) store.log.put(key, left);
  }
  const erasure = { ...stored.erasure, removed: addCounts(stored.erasure.removed, { logRecords: removed }) };
  return seen < limit
    ? { erasure, topics: others, from: 0 }
    : { erasure, topics: stored.topics, from: last + 1 };
};

const tellsOfErasure = (value: string): boolean => {
  try {
    return (JSON.parse(value) as { readonly type?: unknown }).type === 'kith.profile.erased';
  } catch {
    return false;
  }
};
