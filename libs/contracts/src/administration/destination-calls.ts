import { parseUmid, type Umid } from '@kith/domain/identity';
import { z } from 'zod';
import { call, type CallNote } from '../calls/call.ts';

/** The most failed deliveries that one call may list, and that one may name for a replay. */
const MAX_LISTED_DELIVERIES = 500;

const EPOCH_MS = z.number().min(0).max(8_640_000_000_000_000);
const deliveryId = z.string().min(1).max(1_024);
const umid = z.string().refine((text): text is Umid => parseUmid(text) === text, 'not a umid');

const place = z.strictObject({ account: z.string(), destination: z.string() });

const replay = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('failed'),
    ids: z.array(deliveryId).min(1).max(MAX_LISTED_DELIVERIES).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('since'), at: EPOCH_MS }),
]);

const destinationStatus = z.object({
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

/** A delivery that was laid aside, without what happened: that is a person's. */
const listedDelivery = z.object({
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

/** A change of a destination stands in the log; whom it concerned does not. */
const noting =
  (said: string) =>
  ({ account, destination }: z.output<typeof place>): CallNote => ({
    level: 'info',
    about: { account, destination },
    said,
  });

/** The calls of `kith destinations`, which standalone takes. */
export const destinationCalls = {
  list: call({
    path: '/internal/destinations/list',
    input: z.strictObject({ account: z.string().exactOptional() }),
    output: z.array(destinationStatus),
    repeatable: true,
  }),
  status: call({
    path: '/internal/destinations/status',
    input: place,
    output: outcomeWith(destinationStatus),
    repeatable: true,
  }),
  failed: call({
    path: '/internal/destinations/failed',
    input: place.extend({
      after: z.strictObject({ failedAt: EPOCH_MS, id: deliveryId }).exactOptional(),
      limit: z.int().min(1).max(MAX_LISTED_DELIVERIES),
    }),
    output: outcomeWith(z.array(listedDelivery)),
    repeatable: true,
  }),
  pause: call({
    path: '/internal/destinations/pause',
    input: place,
    output: outcomeWith(z.null()),
    repeatable: true,
    noted: noting('an administrator asked to pause a destination'),
  }),
  resume: call({
    path: '/internal/destinations/resume',
    input: place,
    output: outcomeWith(z.null()),
    repeatable: true,
    noted: noting('an administrator asked to resume a destination'),
  }),
  replay: call({
    path: '/internal/destinations/replay',
    input: place.extend({ replay }),
    output: outcomeWith(z.int().min(0).nullable()),
    // Made again it would say that nothing was put back, or begin again once more.
    repeatable: false,
    noted: ({ account, destination, replay: { kind } }) => ({
      level: 'info',
      about: { account, destination, replay: kind },
      said: 'an administrator asked to deliver once more',
    }),
  }),
};
