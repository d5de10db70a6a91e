import {
  eventsMeant,
  type DestinationRules,
  type DestinationTarget,
  type FileTarget,
  type KafkaTarget,
  type TransformRule,
  type WebhookTarget,
} from '@kith/domain/destinations';
import { compileDuration } from '../members/duration.ts';
import type { DestinationDocument } from './destination-schema.ts';
import type { FileDocument } from './file-schema.ts';
import type { KafkaDocument } from './kafka-schema.ts';
import type { PresetDocument } from './transform-schema.ts';
import type { WebhookDocument } from './webhook-schema.ts';

/** What of the documented payload is a column where nothing else is said. */
const COLUMNS = [
  'id',
  'type',
  'time',
  'account',
  'umid',
  'profileId',
  'identifiers',
  'permissions',
  'attributes',
  'data',
];

const compilePreset = (preset: PresetDocument): TransformRule => {
  const matching = { email: preset.email ?? null, phone: preset.phone ?? null };
  switch (preset.format) {
    case 'metaConversions': {
      const { actionSource, externalId = null, testEventCode = null } = preset;
      return { kind: preset.format, preset: { ...matching, actionSource, externalId, testEventCode } };
    }
    case 'googleCustomerMatch':
      return { kind: preset.format, preset: { ...matching, userList: preset.userList } };
  }
};

const compileTransform = ({ transform, preset }: DestinationDocument): TransformRule => {
  if (preset !== undefined) return compilePreset(preset);
  return transform === undefined ? { kind: 'none' } : { kind: 'jsonata', expression: transform.jsonata };
};

const compileAuthorization = ({ authorization }: WebhookDocument): WebhookTarget['authorization'] => {
  if (authorization === undefined) return null;
  const { tokenFile, parameter } = authorization;
  return authorization.in === 'header' ? { in: 'header', tokenFile } : { in: 'query', parameter, tokenFile };
};

const compileWebhook = (document: WebhookDocument): WebhookTarget => ({
  type: 'webhook',
  url: document.url,
  secretFile: document.secretFile ?? null,
  authorization: compileAuthorization(document),
  headers: new Map(Object.entries(document.headers)),
  timeoutMs: document.timeoutMs,
  allowPrivate: document.allowPrivate,
});

const compileTls = (tls: KafkaDocument['tls']): KafkaTarget['tls'] => {
  if (typeof tls === 'boolean') return tls ? { caFile: null } : null;
  return tls;
};

const compileKafka = ({ type, brokers, topic, tls, login, allowPrivate }: KafkaDocument): KafkaTarget => ({
  type,
  brokers,
  topic,
  tls: compileTls(tls),
  login: login ?? null,
  allowPrivate,
});

const compileFile = ({ type, directory, format, columns, rotation, gzip }: FileDocument): FileTarget => ({
  type,
  directory,
  format: format === 'csv' ? { kind: 'csv', columns: columns ?? COLUMNS } : { kind: 'ndjson' },
  rotation: { bytes: rotation.bytes, ms: compileDuration(rotation.after) },
  gzip,
});

const compileTarget = (document: DestinationDocument): DestinationTarget => {
  switch (document.type) {
    case 'webhook':
      return compileWebhook(document);
    case 'kafka':
      return compileKafka(document);
    case 'file':
      return compileFile(document);
  }
};

/** A destination ready for use. */
export const compileDestination = (account: string, document: DestinationDocument): DestinationRules => ({
  account,
  name: document.name,
  events: eventsMeant(document.events),
  segment: document.segment ?? null,
  requires: document.requires,
  identifiers: new Set(document.identifiers),
  transform: compileTransform(document),
  startsPaused: document.paused,
  target: compileTarget(document),
});
