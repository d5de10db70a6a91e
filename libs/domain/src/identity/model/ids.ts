import { hexOf } from '../../hex.ts';

declare const brand: unique symbol;

/** Unified Marketing Identifier: names a profile; lower-case UUID of version-4 shape. */
export type Umid = string & { readonly [brand]: 'umid' };
/** Unified Marketing Device Identifier: names a device; lower-case UUID of version-4 shape. */
export type Umdid = string & { readonly [brand]: 'umdid' };
/** Opaque, URL-safe name of a profile, at least 128 random bits, distinct from its umid. */
export type ProfileId = string & { readonly [brand]: 'profileId' };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const lowerCaseUuid = (text: string, shape: RegExp): string | null => {
  const lower = text.toLowerCase();
  return shape.test(lower) ? lower : null;
};

/** A umdid in any letter case, or null where the text is none (docs/behaviour.md#ids). */
export const parseUmdid = (text: string): Umdid | null => lowerCaseUuid(text, UUID_V4) as Umdid | null;

/** A umid in any letter case, or null where the text is no UUID. */
export const parseUmid = (text: string): Umid | null => lowerCaseUuid(text, UUID) as Umid | null;

/** The first 16 bytes of a MAC in the shape of a version-4 UUID; fewer bytes are a fault. */
export const uuidFromBytes = (bytes: Uint8Array): string => {
  if (bytes.length < 16) throw new RangeError('a UUID takes 16 bytes');
  const shaped = Uint8Array.from(bytes.subarray(0, 16));
  shaped[6] = (shaped[6]! & 0x0f) | 0x40;
  shaped[8] = (shaped[8]! & 0x3f) | 0x80;
  const hex = hexOf(shaped);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
