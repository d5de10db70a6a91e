import {
  nextAuditEntry,
  proveErasure,
  suppressionKeys,
  type Erasure,
  type ErasureProof,
} from '@kith/domain/privacy';
import type { Scope } from '@kith/ports';
import { conflictBackOff, pause } from '@kith/platform';
import type { Erasing } from './erasing.ts';

/** Ends an erasure that has removed everything, with its proof in the audit trail; null where somebody else has. */
export const finishErasure = async (
  parts: Erasing,
  scope: Scope,
  erasure: Erasure,
): Promise<ErasureProof | null> => {
  const { erasures, keyring } = parts;
  const proof = proofOf(parts, scope, erasure);
  const fact = { act: 'erase', at: parts.clock(), by: erasure.by, reason: erasure.reason } as const;
  for (let failures = 1; (await erasures.removeSome(scope, erasure.id, 1)) !== null; failures += 1) {
    const head = await erasures.auditHead(scope);
    const entry = nextAuditEntry(keyring.mac, scope.account, head, { ...fact, detail: { proof } });
    if ((await erasures.finish(scope, erasure.id, entry)) === 'finished') return proof;
    await pause(conflictBackOff(failures));
  }
  return null;
};

const proofOf = (
  { keyring, clock, logRetentionMs }: Erasing,
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
