import type { IncomingHttpHeaders } from 'node:http';
import type { ConsentUpdate } from '@kith/domain/consent';
import type { DataElement, OutputForm, UmdidCookie } from '@kith/contracts';
import type { Identifier } from '@kith/domain/identity';
import type { PipelineRules, Section } from '@kith/domain/pipeline';
import type { SectionAccess } from '@kith/ports';

/** An info request as it came, whole, before any check. */
export interface InfoMessage {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Raw, without the `?`. */
  readonly query: string;
  /** Inflated, no larger than the limit. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string;
}

/** An info request after every check: whatever follows can only fail by a fault of ours. */
export interface InfoRequest {
  readonly pipeline: PipelineRules;
  readonly out: OutputForm;
  readonly sections: readonly Section[];
  /** For whom alone the sections are; absent: for everybody. */
  readonly reading?: SectionAccess;
  /** What the request says of its device: by parameter (which overrides), by cookie, or nothing. */
  readonly device: UmdidCookie | null;
  /** The device came as a parameter. */
  readonly isOverride: boolean;
  readonly identifiers: readonly Identifier[];
  readonly consent: ConsentUpdate;
  readonly data: readonly DataElement[];
  readonly idempotencyKey: string | null;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly requestId: string;
}

/** Whether nothing says whose request it is, neither a device nor an identifier. */
export const isAnonymous = ({ device, identifiers }: InfoRequest): boolean =>
  device === null && identifiers.length === 0;
