/** Carries the moment of an internal call and its MAC: `t=<epoch ms>,mac=<base64url>`. */
export const SIGNATURE_HEADER = 'kith-signature';
/** Milliseconds that the caller is still willing to wait. */
export const DEADLINE_HEADER = 'kith-deadline';
/** A signature of another moment than about now is refused, so that a recorded call cannot be played again later. */
export const SIGNATURE_TOLERANCE = 60_000;

/** What the MAC covers, its path included: a call that was recorded on one route is none on another. */
export const signedParts = ({
  at,
  path,
  body,
}: {
  readonly at: number;
  readonly path: string;
  readonly body: string;
}): readonly string[] => [String(at), path, body];

/** The header's value. */
export const formatSignature = (at: number, mac: Buffer): string =>
  `t=${at},mac=${mac.toString('base64url')}`;

const SIGNATURE = /^t=(\d{1,15}),mac=([A-Za-z0-9_-]{43})$/;

/** Reads the header's value, or null where it is malformed. */
export const parseSignature = (value: unknown): { readonly at: number; readonly mac: Buffer } | null => {
  const match = typeof value === 'string' ? SIGNATURE.exec(value) : null;
  if (match === null) return null;
  return { at: Number(match[1]), mac: Buffer.from(match[2]!, 'base64url') };
};
