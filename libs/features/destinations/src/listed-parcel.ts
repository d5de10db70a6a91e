import { REMOVAL_TYPE } from '@kith/domain/destinations';
import type { FailedParcel, Occurrence } from '@kith/domain/destinations';
import type { ListedParcel } from '@kith/ports';
import { typeOf } from './transforming/material-of.ts';

const typeAsSent = (occurrence: Occurrence): string =>
  occurrence.kind === 'removal' ? REMOVAL_TYPE : typeOf(occurrence);

/** A parcel for a list: nothing of what happened is on it. */
export const listedParcel = ({
  id,
  umid,
  parkedAt,
  failedAt,
  tries,
  why,
  occurrence,
}: FailedParcel): ListedParcel => ({
  id,
  type: typeAsSent(occurrence),
  umid,
  parkedAt,
  failedAt,
  tries,
  why,
});
