import type { Macs, Umid } from '@kith/domain/identity';
import { suppressionKeys, type Suppressible, type Suppression } from '@kith/domain/privacy';
import type { ErasureStore, Scope } from '@kith/ports';

export interface AskingRemoved {
  readonly privacy: Pick<ErasureStore, 'suppressed'>;
  readonly keyring: { readonly macs: Macs };
}

/**
 * Whether the chain that a umid had at a moment is lawfully gone: the umid was erased, at whatever time, or expired since.
 * What it did after an expiry is another chain, which must be there.
 */
export const wasRemovedSince = async (
  parts: AskingRemoved,
  scope: Scope,
  umid: Umid,
  moment: number,
): Promise<boolean> => {
  if ((await notesOf(parts, scope, { kind: 'umid', umid })).length > 0) return true;
  const expiries = await notesOf(parts, scope, { kind: 'expired', umid });
  for (const { at } of expiries) {
    if (at >= moment && (await notesOf(parts, scope, { kind: 'expiredAt', umid, at })).length > 0)
      return true;
  }
  return false;
};

const notesOf = (
  { privacy, keyring }: AskingRemoved,
  scope: Scope,
  noted: Suppressible,
): Promise<readonly Suppression[]> =>
  privacy.suppressed(scope, suppressionKeys(keyring.macs, scope.account, noted));
