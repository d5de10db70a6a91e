import type { TrackingMessage } from '@kith/contracts';
import type { Macs } from '@kith/domain/identity';
import { askErased, type SuppressionKey } from '@kith/domain/privacy';
import type { ErasureStore, Scope } from '@kith/ports';
import { subjectOf } from './sighting.ts';

/** Needed to tell the erased from others. */
export interface ErasureFilterDeps {
  readonly erasures: Pick<ErasureStore, 'suppressed'>;
  readonly macs: Macs;
}

/** Messages of nobody who was erased, and the keys that must not be suppressed until they are recorded. */
export interface OfOthers {
  readonly messages: readonly TrackingMessage[];
  readonly keys: readonly SuppressionKey[];
}

/**
 * Late messages bring nobody back: leaves out those under an erased umid, or of an erased device. An optimistic try leaves
 * out nobody: the store looks at the keys when it records, and most batches have nobody who was erased.
 */
export const withoutErased = async (
  { erasures, macs }: ErasureFilterDeps,
  scope: Scope,
  messages: readonly TrackingMessage[],
  isOptimistic: boolean,
): Promise<OfOthers> => {
  const all = askErased(macs, scope.account, askedOf(messages));
  if (isOptimistic) return { messages, keys: all.keys };
  const suppressions = await erasures.suppressed(scope, all.keys);
  if (suppressions.length === 0) return { messages, keys: all.keys };
  const erased = all.among(suppressions);
  const ofOthers = messages.filter((message) => {
    const { umid, umdid } = subjectOf(message);
    return !erased.hasUmid(umid) && !erased.hasUmdid(umdid);
  });
  return { messages: ofOthers, keys: askErased(macs, scope.account, askedOf(ofOthers)).keys };
};

const askedOf = (messages: readonly TrackingMessage[]) => {
  const subjects = messages.map(subjectOf);
  return {
    umids: [...new Set(subjects.map(({ umid }) => umid))],
    umdids: [...new Set(subjects.map(({ umdid }) => umdid))],
    identifiers: [],
  };
};
