import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** Whether somebody who knows a secret vouches for an identifier: its signature fits one of the texts. */
export type SignatureCheck = (signature: string | null, ...texts: readonly string[]) => boolean;

/**
 * Checks `{name}_sig`: hex HMAC-SHA256(secret, value), in any letter case. All secrets of the list are tried, all
 * texts, and no comparison ends early: the time tells nothing about a secret.
 */
export const createSignatureCheck = (secrets: readonly string[]): SignatureCheck => {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)));
  return (signature, ...texts) => {
    if (signature === null || !HEX_OF_SHA256.test(signature)) return false;
    const given = Buffer.from(signature, 'hex');
    const own = keys.flatMap((key) => texts.map((text) => createHmac('sha256', key).update(text).digest()));
    return own.filter((mac) => timingSafeEqual(mac, given)).length > 0;
  };
};

const HEX_OF_SHA256 = /^[0-9a-f]{64}$/i;
