import type { Device } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { isCleared, suppressionOf, type Erasure, type ErasureProof } from '@kith/domain/privacy';
import type { Deadline, Scope } from '@kith/ports';
import type { Erasing } from './erasing.ts';
import { finishErasure } from './finish-erasure.ts';

/** So few of each kind at once that nobody who waits for the same store notices. */
const STEP = 250;

/**
 * Removes what an erasure has left, step by step, until nothing is left or the time is over. Each step may be made
 * again, by this process or another one. Answers with the proof; null where the rest is left, or somebody else finished.
 */
export const carryOut = async (
  parts: Erasing,
  account: AccountName,
  begun: Erasure,
  until: Deadline,
): Promise<ErasureProof | null> => {
  let erasure: Erasure | null = begun;
  while (until.remainingMs() > 0) {
    const scope = { account, deadline: parts.callDeadline() };
    if (isCleared(erasure)) return finishErasure(parts, scope, erasure);
    erasure = await step(parts, scope, erasure);
    if (erasure === null) return null;
  }
  return null;
};

/** Devices first: while one is there, its umid is not passed over. */
const step = async (parts: Erasing, scope: Scope, erasure: Erasure): Promise<Erasure | null> => {
  const umid = erasure.umids[erasure.cleared]!;
  const devices = await parts.erasures.devices(scope, umid, STEP);
  if (devices.length > 0) await removeDevices(parts, scope, erasure, devices);
  return parts.erasures.removeSome(scope, erasure.id, STEP);
};

const removeDevices = async (
  { erasures, cache, keyring }: Erasing,
  scope: Scope,
  { id, at }: Erasure,
  devices: readonly Device[],
): Promise<void> => {
  const umdids = devices.map(({ umdid }) => umdid);
  const suppressions = umdids.map((umdid) =>
    suppressionOf(keyring.macs, scope.account, { kind: 'umdid', umdid }, at),
  );
  await erasures.removeDevices(scope, id, umdids, suppressions);
  await Promise.all(umdids.map((umdid) => cache.forget(scope, umdid)));
};
