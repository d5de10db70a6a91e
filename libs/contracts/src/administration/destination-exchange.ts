import { parseUmid } from '@kith/domain/identity';
import type { Umid } from '@kith/domain/identity';
import { z } from 'zod';

/** Where standalone takes the calls of `kith destinations`, all of them under one prefix. */
export const DESTINATIONS_PREFIX = '/internal/destinations/';
export const LIST_DESTINATIONS_PATH = `${DESTINATIONS_PREFIX}list`;
export const DESTINATION_STATUS_PATH = `${DESTINATIONS_PREFIX}status`;
export const FAILED_PARCELS_PATH = `${DESTINATIONS_PREFIX}failed`;
export const PAUSE_DESTINATION_PATH = `${DESTINATIONS_PREFIX}pause`;
export const RESUME_DESTINATION_PATH = `${DESTINATIONS_PREFIX}resume`;
export const REPLAY_DESTINATION_PATH = `${DESTINATIONS_PREFIX}replay`;

/** The most failed parcels that one call may list, and that one may name for a replay. */
export const MOST_LISTED_PARCELS = 500;

const EPOCH_MS = z.number().min(0).max(8_640_000_000_000_000);
const parcelId = z.string().min(1).max(1_024);
const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');

const place = { account: z.string(), destination: z.string() };

export const listDestinationsCallSchema = z.strictObject({ account: z.string().exactOptional() });

export const destinationCallSchema = z.strictObject(place);

export const failedParcelsCallSchema = z.strictObject({
  ...place,
  after: z.strictObject({ failedAt: EPOCH_MS, id: parcelId }).exactOptional(),
  limit: z.int().min(1).max(MOST_LISTED_PARCELS),
});

export const replayDestinationCallSchema = z.strictObject({
  ...place,
  replay: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('failed'),
      ids: z.array(parcelId).min(1).max(MOST_LISTED_PARCELS).exactOptional(),
    }),
    z.strictObject({ kind: z.literal('since'), at: EPOCH_MS }),
  ]),
});

const destinationStatusSchema = z.object({
  account: z.string(),
  destination: z.string(),
  type: z.enum(['webhook', 'kafka', 'file']),
  isPaused: z.boolean(),
  since: EPOCH_MS.nullable(),
  takenAt: z.record(z.string(), EPOCH_MS),
  why: z.string().nullable(),
  waiting: z.int().min(0),
  failed: z.int().min(0),
});

/** A parcel that was laid aside, without what happened: that is a person's. */
const listedParcelSchema = z.object({
  id: z.string(),
  type: z.string(),
  umid,
  parkedAt: EPOCH_MS,
  failedAt: EPOCH_MS,
  tries: z.int().min(0),
  why: z.string(),
});

const outcomeWith = <S extends z.ZodType>(result: S) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('unknown') }),
    z.object({ kind: z.literal('done'), result }),
  ]);

export const destinationsListedSchema = z.array(destinationStatusSchema);
export const destinationShownSchema = outcomeWith(destinationStatusSchema);
export const failedParcelsSchema = outcomeWith(z.array(listedParcelSchema));
export const destinationSwitchedSchema = outcomeWith(z.null());
export const destinationReplayedSchema = outcomeWith(z.int().min(0).nullable());
