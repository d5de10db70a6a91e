import type { TrackingMessage } from '@kith/contracts';
import type { Macs, Umdid, Umid } from '@kith/domain/identity';
import { askErased, type SuppressionKey } from '@kith/domain/privacy';
import type { ErasureStore, Scope } from '@kith/ports';
import { subjectOf } from './newcomers.ts';
import type { Subject, VisitorMemory } from './visitor-memory.ts';

export interface ErasureFilterDeps {
  readonly erasures: Pick<ErasureStore, 'suppressed' | 'timesSuppressed'>;
  readonly macs: Macs;
}

/** Messages of nobody who was erased, and the keys that must not be suppressed until they are recorded. */
export interface OfOthers {
  readonly messages: readonly TrackingMessage[];
  readonly keys: readonly SuppressionKey[];
  /** All whom they are about. */
  readonly subjects: readonly Subject[];
  /** How often something may have been suppressed by then, where that says of some of them that they were not. */
  readonly timesSuppressed?: number;
}

/**
 * Late messages bring nobody back: leaves out those under an erased umid, or of an erased device.
 */
export const withoutErased = async (
  { erasures, macs }: ErasureFilterDeps,
  scope: Scope,
  all: readonly TrackingMessage[],
): Promise<OfOthers> => {
  const question = askErased(macs, scope.account, askedOf(all));
  const suppressions = await erasures.suppressed(scope, question.keys);
  if (suppressions.length === 0) return { messages: all, keys: question.keys, subjects: [] };
  const erased = question.among(suppressions);
  const messages = all.filter((message) => {
    const { umid, umdid } = subjectOf(message);
    return !erased.hasUmid(umid) && !erased.hasUmdid(umdid);
  });
  return { messages, keys: askErased(macs, scope.account, askedOf(messages)).keys, subjects: [] };
};

/**
 * Takes nobody for erased: the store looks at the keys when it records, and most batches have nobody who was. Whoever is
 * remembered needs no key while nothing more was suppressed.
 */
export const takenForOthers = async (
  { erasures, macs }: ErasureFilterDeps,
  scope: Scope,
  messages: readonly TrackingMessage[],
  memory: VisitorMemory,
): Promise<OfOthers> => {
  const { account } = scope;
  const timesSuppressed = memory.timesSuppressed(account) ?? (await erasures.timesSuppressed(scope));
  const { umids, umdids } = askedOf(messages);
  const strangers = {
    umids: memory.strangers(account, umids) as readonly Umid[],
    umdids: memory.strangers(account, umdids) as readonly Umdid[],
    identifiers: [],
  };
  const { keys } = askErased(macs, account, strangers);
  return { messages, keys, timesSuppressed, subjects: [...umids, ...umdids] };
};

const askedOf = (messages: readonly TrackingMessage[]) => {
  const subjects = messages.map(subjectOf);
  return {
    umids: [...new Set(subjects.map(({ umid }) => umid))],
    umdids: [...new Set(subjects.map(({ umdid }) => umdid))],
    identifiers: [],
  };
};
