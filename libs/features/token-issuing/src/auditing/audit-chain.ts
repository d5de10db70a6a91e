import { nextAuditEntry, type AuditedAct } from '@kith/domain/privacy';
import type { AccountName } from '@kith/domain/pipeline';
import { createKeyring, type Keyring } from '@kith/platform';
import type { Caller, MakeAuditEntry } from '@kith/ports';

/** The named secret that the chain's own are derived from. */
export const AUDIT_SECRET = 'refreshToken';

const LABEL = 'kith.audit-chain';

/**
 * The secrets of the chain, as one named `chain`: each is a MAC of a label under an accepted secret of auth-token's, so
 * that nothing more has to be configured, and no other use of that secret gives the same bytes.
 */
export const chainKeyring = (keyring: Keyring): Keyring =>
  createKeyring({
    chain: keyring.macs(AUDIT_SECRET, LABEL, 'chain').map((mac) => mac.toString('base64url')),
  });

export interface AuditedDeps {
  /** Holds `AUDIT_SECRET`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What an administrator does, and whom it concerns; never a password, a token or a key. */
export interface Act {
  readonly account: AccountName;
  readonly act: AuditedAct;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Makes the entries of an act by its caller. */
export type Recorder = (act: Act, caller: Caller) => MakeAuditEntry;

export const createRecorder = ({ keyring, clock }: AuditedDeps): Recorder => {
  const { mac } = chainKeyring(keyring);
  return ({ account, act, detail }, { by, reason }) => {
    const fact = { act, at: clock(), by, reason, detail };
    return (head) => nextAuditEntry(mac, account, head, fact);
  };
};
