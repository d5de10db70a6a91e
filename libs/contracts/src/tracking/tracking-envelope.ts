import { parseUmdid, parseUmid, type Umdid, type Umid } from '@kith/domain/identity';
import type { AccountName, EnrichmentValues } from '@kith/domain/pipeline';
import type { Enrichment, EventId, FirstVisit, TrackedEvent } from '@kith/domain/tracking';
import { z } from 'zod';
import { asItCame } from '../wire/as-it-came.ts';

/** The topic of tracking events, keyed by umid. */
export const TRACKING_TOPIC = 'tracking';
/** Where records go that can never be processed, each with its error and its original. */
export const DEAD_LETTER_TOPIC = 'tracking-dead-letters';

const umdid = z.string().transform((text, context): Umdid => {
  const parsed = parseUmdid(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: 'not a umdid' });
  return z.NEVER;
});

const umid = z.string().transform((text, context): Umid => {
  const parsed = parseUmid(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: 'not a umid' });
  return z.NEVER;
});

/** The most characters of the id of an event: as much as every store takes as a key. */
const MAX_EVENT_ID = 256;

/** What steps of enrichment bring to a profile, by name. */
const enrichmentValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const EVENT_PREFIX = 'kith.tracking.';

/**
 * A record of the tracking topic: CloudEvents 1.0 in JSON. The subject is the umid of the moment; `account`, `umdid`,
 * `pipeline`, `bindingversion`, `receivedtime`, `clienttime`, `formerids` and `enrichment` are extension attributes.
 */
const envelopeSchema = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(MAX_EVENT_ID),
  source: z.string().min(1),
  type: z.enum([
    'kith.tracking.visit',
    'kith.tracking.page',
    'kith.tracking.action',
    'kith.tracking.dataLayer',
    'kith.tracking.enrichment',
  ]),
  subject: umid,
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  account: z.string().min(1),
  umdid,
  pipeline: z.string().min(1),
  bindingversion: z.int().min(0),
  receivedtime: z.iso.datetime(),
  clienttime: z.iso.datetime().optional(),
  /** Event ids, separated by commas: attributes of a CloudEvent hold no lists. */
  formerids: z
    .string()
    .min(1)
    .refine((ids) => ids.split(',').every(({ length }) => length <= MAX_EVENT_ID), 'an id is too long')
    .optional(),
  /** An object in JSON, for the profile: attributes of a CloudEvent hold no objects. */
  enrichment: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(enrichmentValuesSchema)
    .optional(),
  data: asItCame,
});

/** A decoded record of the tracking topic. */
export type TrackingMessage =
  | { readonly kind: 'visit'; readonly account: AccountName; readonly visit: FirstVisit }
  | {
      readonly kind: 'event';
      readonly account: AccountName;
      readonly event: TrackedEvent;
      /** Under which ids the event may be stored since before the secret changed that its id derives from. */
      readonly formerIds: readonly EventId[];
      /** What its request brought to the profile, for all of its events. */
      readonly enrichment?: Enrichment;
    }
  | { readonly kind: 'enrichment'; readonly account: AccountName; readonly enrichment: Enrichment };

const OF_VISIT = { bindingVersion: 0, clientTime: null, properties: {} };

/** The record that brings a device's first profile into being where nothing else is told of its first visit. */
export const encodeVisit = (account: AccountName, id: string, visit: FirstVisit): string =>
  encode(account, { ...visit, id, type: 'visit', time: visit.at, receivedAt: visit.at, ...OF_VISIT });

/** The record of a tracking event, of the ids that older secrets would have given it, and of what it brings to the profile. */
export const encodeEvent = (
  account: AccountName,
  event: TrackedEvent,
  formerIds: readonly EventId[] = [],
  enrichment?: EnrichmentValues,
): string => encode(account, event, formerIds.length === 0 ? undefined : formerIds.join(','), enrichment);

const OF_ENRICHMENT = { type: 'enrichment', clientTime: null, properties: {} } as const;

/** The record of what a request without events brings to its profile. */
export const encodeEnrichment = (account: AccountName, { values, ...of }: Enrichment): string =>
  encode(account, { ...of, ...OF_ENRICHMENT, time: of.receivedAt }, undefined, values);

/** The members of a decoded envelope. */
type Enveloped = Omit<TrackedEvent, 'type'> & {
  readonly type: TrackedEvent['type'] | 'visit' | 'enrichment';
};

/** Written as text: what never changes, and what cannot hold anything to escape, need not be looked through for each event. */
const encode = (
  account: AccountName,
  of: Enveloped,
  formerids?: string,
  enrichment?: EnrichmentValues,
): string => {
  const { id, pipeline, type, umid, umdid, bindingVersion, clientTime } = of;
  const time = isoTime(of.time);
  return (
    `{"specversion":"1.0","id":${JSON.stringify(id)},"source":${JSON.stringify(`/op/${pipeline}`)},` +
    `"type":"${EVENT_PREFIX}${type}","subject":"${umid}","datacontenttype":"application/json",` +
    `"account":${JSON.stringify(account)},"umdid":"${umdid}","pipeline":${JSON.stringify(pipeline)},` +
    `"time":"${time}","receivedtime":"${isoTime(of.receivedAt)}"` +
    (clientTime === null ? '' : `,"clienttime":"${clientTime === of.time ? time : isoTime(clientTime)}"`) +
    `,"bindingversion":${bindingVersion}` +
    (formerids === undefined ? '' : `,"formerids":${JSON.stringify(formerids)}`) +
    (enrichment === undefined ? '' : `,"enrichment":${JSON.stringify(JSON.stringify(enrichment))}`) +
    `,"data":${JSON.stringify(of.properties)}}`
  );
};

/** Reads a record; the text of the result says why it is poison. */
export const decodeTracking = (
  text: string,
): TrackingMessage | { readonly kind: 'poison'; readonly why: string } => {
  try {
    const value: unknown = JSON.parse(text);
    return messageOf(plainEnvelope(value) ?? envelopeSchema.parse(value));
  } catch (error) {
    return { kind: 'poison', why: whyOf(error) };
  }
};

/** The most faults of a record that are reported. */
const MAX_FAULTS = 3;

/** For an operator who lists dead letters: which members are at fault, and nothing of what the record holds. */
const whyOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'the record is not JSON';
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const faults = error.issues.map(({ path, message }) => `/${path.map(String).join('/')}: ${message}`);
  const others = faults.length - MAX_FAULTS;
  return [...faults.slice(0, MAX_FAULTS), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
};

type Envelope = z.infer<typeof envelopeSchema>;

const TYPES: ReadonlySet<unknown> = new Set(envelopeSchema.shape.type.options);

/**
 * The envelope as Kith's edge writes it, or null where anything is otherwise: then the schema reads it, which knows what
 * is allowed beside, and says what is wrong. What is found here the schema would find too; it takes four times as long.
 */
const plainEnvelope = (value: unknown): Envelope | null => {
  if (!isObject(value) || !isPlain(value)) return null;
  const { enrichment } = value;
  if (enrichment === undefined) return value as Envelope;
  const values: unknown = typeof enrichment === 'string' ? JSON.parse(enrichment) : null;
  return isObject(values) && Object.entries(values).every(isPlainValue)
    ? ({ ...value, enrichment: values } as Envelope)
    : null;
};

type Members = Readonly<Record<string, unknown>>;

const isPlain = (members: Members): boolean =>
  members['specversion'] === '1.0' &&
  members['datacontenttype'] === 'application/json' &&
  TYPES.has(members['type']) &&
  isPlaced(members) &&
  isTimed(members) &&
  members['formerids'] === undefined &&
  isObject(members['data']);

const isPlaced = (members: Members): boolean =>
  isShort(members['id']) &&
  isShort(members['source']) &&
  isShort(members['account']) &&
  isShort(members['pipeline']) &&
  isSame(parseUmid, members['subject']) &&
  isSame(parseUmdid, members['umdid']) &&
  isCount(members['bindingversion']);

const isTimed = ({ time, receivedtime, clienttime }: Members): boolean =>
  isTime(time) &&
  (receivedtime === time || isTime(receivedtime)) &&
  (clienttime === undefined || clienttime === time || isTime(clienttime));

const isShort = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= MAX_EVENT_ID;

const isSame = (parse: (text: string) => string | null, value: unknown): boolean =>
  typeof value === 'string' && parse(value) === value;

/** So many characters has a time in UTC to the millisecond, of a year that has four digits. */
const TIME_LENGTH = 24;

const isTime = (value: unknown): boolean => {
  const at = typeof value === 'string' && value.length === TIME_LENGTH ? Date.parse(value) : NaN;
  return !Number.isNaN(at) && isoTime(at) === value;
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPlainValue = ([name, value]: readonly [string, unknown]): boolean =>
  name !== '__proto__' && (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value));

const messageOf = (envelope: Envelope): TrackingMessage => {
  switch (envelope.type) {
    case 'kith.tracking.visit':
      return visitOf(envelope);
    case 'kith.tracking.enrichment': {
      const { account, enrichment = {} } = envelope;
      return { kind: 'enrichment', account, enrichment: enrichmentOf(envelope, enrichment) };
    }
    case 'kith.tracking.page':
    case 'kith.tracking.action':
    case 'kith.tracking.dataLayer':
      return eventOf(envelope);
  }
};

const visitOf = ({ account, umdid, subject, pipeline, receivedtime }: Envelope): TrackingMessage => ({
  kind: 'visit',
  account,
  visit: { umdid, umid: subject, pipeline, at: Date.parse(receivedtime) },
});

const enrichmentOf = (envelope: Envelope, values: EnrichmentValues): Enrichment => ({
  id: envelope.id,
  umdid: envelope.umdid,
  umid: envelope.subject,
  bindingVersion: envelope.bindingversion,
  pipeline: envelope.pipeline,
  receivedAt: Date.parse(envelope.receivedtime),
  values,
});

const eventOf = (envelope: Envelope): TrackingMessage => ({
  kind: 'event',
  account: envelope.account,
  ...(envelope.enrichment === undefined ? {} : { enrichment: enrichmentOf(envelope, envelope.enrichment) }),
  formerIds: envelope.formerids?.split(',') ?? [],
  event: {
    id: envelope.id,
    type: envelope.type.slice(EVENT_PREFIX.length) as TrackedEvent['type'],
    umdid: envelope.umdid,
    umid: envelope.subject,
    bindingVersion: envelope.bindingversion,
    pipeline: envelope.pipeline,
    time: Date.parse(envelope.time),
    clientTime: envelope.clienttime === undefined ? null : Date.parse(envelope.clienttime),
    receivedAt: Date.parse(envelope.receivedtime),
    properties: envelope.data,
  },
});

const isoTime = (at: number): string => new Date(at).toISOString();
