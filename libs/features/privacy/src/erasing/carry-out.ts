import type { Device } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import {
  isCleared,
  nextAuditEntry,
  proveErasure,
  suppressionKeys,
  suppressionOf,
  type Erasure,
  type ErasureProof,
} from '@kith/domain/privacy';
import { conflictBackOff, pause, type Keyring } from '@kith/platform';
import type { Deadline, PrivacyStore, ProfileReader, Scope, UmidCache } from '@kith/ports';

export interface ErasureDeps {
  readonly profiles: ProfileReader;
  readonly erasures: PrivacyStore;
  readonly cache: UmidCache;
  /** Holds the secrets `suppression` and `chain`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newErasureId: () => string;
  /** How long one step may take. */
  readonly callDeadline: () => Deadline;
  /** For how long the logs keep their records, in milliseconds. */
  readonly logRetentionMs: number;
}

/** So few of each kind at once that nobody who waits for the same store notices. */
const STEP = 250;

/**
 * Removes what an erasure has left, step by step, until nothing is left or the time is over. Each step may be made
 * again, by this process or another one. Answers with the proof; null where the rest is left, or somebody else finished.
 */
export const carryOut = async (
  deps: ErasureDeps,
  account: AccountName,
  begun: Erasure,
  until: Deadline,
): Promise<ErasureProof | null> => {
  let erasure: Erasure | null = begun;
  while (until.remainingMs() > 0) {
    const scope = { account, deadline: deps.callDeadline() };
    if (isCleared(erasure)) return finishErasure(deps, scope, erasure);
    erasure = await step(deps, scope, erasure);
    if (erasure === null) return null;
  }
  return null;
};

/** Devices first: while one is there, its umid is not passed over. */
const step = async (deps: ErasureDeps, scope: Scope, erasure: Erasure): Promise<Erasure | null> => {
  const umid = erasure.umids[erasure.cleared]!;
  const devices = await deps.erasures.devices(scope, umid, STEP);
  if (devices.length > 0) await removeDevices(deps, scope, erasure, devices);
  return deps.erasures.removeSome(scope, erasure.id, STEP);
};

const removeDevices = async (
  { erasures, cache, keyring }: ErasureDeps,
  scope: Scope,
  { id, at }: Erasure,
  devices: readonly Device[],
): Promise<void> => {
  const umdids = devices.map(({ umdid }) => umdid);
  const suppressions = umdids.map((umdid) =>
    suppressionOf(keyring.macs, scope.account, { kind: 'umdid', umdid }, at),
  );
  await erasures.removeDevices(scope, id, umdids, suppressions);
  await cache.forget(scope, umdids);
};

/** Ends an erasure that has removed everything, with its proof in the audit trail; null where somebody else has. */
const finishErasure = async (
  deps: ErasureDeps,
  scope: Scope,
  erasure: Erasure,
): Promise<ErasureProof | null> => {
  const { erasures, keyring } = deps;
  const proof = proofOf(deps, scope, erasure);
  const fact = { act: 'erase', at: deps.clock(), by: erasure.by, reason: erasure.reason } as const;
  for (let failures = 1; (await erasures.removeSome(scope, erasure.id, 1)) !== null; failures += 1) {
    const head = await erasures.auditHead(scope);
    const entry = nextAuditEntry(keyring.mac, scope.account, head, { ...fact, detail: { proof } });
    if ((await erasures.finish(scope, erasure.id, entry)) === 'finished') return proof;
    await pause(conflictBackOff(failures));
  }
  return null;
};

const proofOf = (
  { keyring, clock, logRetentionMs }: ErasureDeps,
  { account }: Scope,
  erasure: Erasure,
): ErasureProof =>
  proveErasure(erasure, {
    mac: keyring.mac,
    account,
    subjects: erasure.umids.flatMap((umid) =>
      suppressionKeys(keyring.macs, account, { kind: 'umid', umid }).slice(0, 1),
    ),
    completedAt: clock(),
    logRetentionMs,
  });
