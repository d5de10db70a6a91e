import { parseUmdid, parseUmid, type IdentificationType, type Umdid, type Umid } from '@kith/domain/identity';

/** What the `umdid` cookie says. Only the umdid is ever believed; umid and type are hints (docs/behaviour.md#trust). */
export interface UmdidCookie {
  readonly umdid: Umdid;
  readonly umid: Umid;
  readonly type: IdentificationType;
}

/** The cookie's value: base64 of `umdid|umid|type` (docs/behaviour.md#the-cookie). */
export const encodeUmdidCookie = ({ umdid, umid, type }: UmdidCookie): string =>
  Buffer.from(`${umdid}|${umid}|${type}`, 'latin1').toString('base64');

// 36 characters of umdid, 36 of umid, a digit and two pipes: 75 bytes, which base64 spells without padding.
const ENCODED = /^[A-Za-z0-9+/]{100}$/;
const DECODED = /^([^|]{36})\|([^|]{36})\|([012])$/;

/** Reads a cookie's value, or null where it is malformed. */
export const decodeUmdidCookie = (value: string): UmdidCookie | null => {
  if (!ENCODED.test(value)) return null;
  const parts = DECODED.exec(Buffer.from(value, 'base64').toString('latin1'));
  if (parts === null) return null;
  const umdid = parseUmdid(parts[1]!);
  const umid = parseUmid(parts[2]!);
  return umdid === null || umid === null
    ? null
    : { umdid, umid, type: Number(parts[3]) as IdentificationType };
};
