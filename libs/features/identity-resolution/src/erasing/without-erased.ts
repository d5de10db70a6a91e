import type { TrackingMessage } from '@kith/contracts';
import type { Macs, Umdid, Umid } from '@kith/domain/identity';
import type { SuppressionKey } from '@kith/domain/privacy';
import type { ErasureStore, Scope } from '@kith/ports';
import { askErased } from './erased-keys.ts';

/** What it takes to tell the erased from others. */
export interface Sparing {
  readonly erasures: Pick<ErasureStore, 'suppressed'>;
  readonly macs: Macs;
}

/** Messages of nobody who was erased, and the keys that must not be suppressed until they are recorded. */
export interface Spared {
  readonly messages: readonly TrackingMessage[];
  readonly keys: readonly SuppressionKey[];
}

/** Late messages bring nobody back: leaves out those under an erased umid, or of an erased device. */
export const withoutErased = async (
  { erasures, macs }: Sparing,
  scope: Scope,
  messages: readonly TrackingMessage[],
): Promise<Spared> => {
  const all = askErased(macs, scope.account, askedOf(messages));
  const suppressions = await erasures.suppressed(scope, all.keys);
  if (suppressions.length === 0) return { messages, keys: all.keys };
  const erased = all.among(suppressions);
  const spared = messages.filter((message) => {
    const { umid, umdid } = subjectOf(message);
    return !erased.hasUmid(umid) && !erased.hasUmdid(umdid);
  });
  return { messages: spared, keys: askErased(macs, scope.account, askedOf(spared)).keys };
};

const askedOf = (messages: readonly TrackingMessage[]) => {
  const subjects = messages.map(subjectOf);
  return {
    umids: [...new Set(subjects.map(({ umid }) => umid))],
    umdids: [...new Set(subjects.map(({ umdid }) => umdid))],
    identifiers: [],
  };
};

const subjectOf = (message: TrackingMessage): { readonly umid: Umid; readonly umdid: Umdid } =>
  message.kind === 'event' ? message.event : message.visit;
