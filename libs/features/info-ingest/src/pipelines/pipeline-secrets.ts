import type { PipelineRules } from '@kith/domain/pipeline';
import { problemKind, secretsIn } from '@kith/contracts';
import { ConfigurationError, errorSentence, Problem } from '@kith/platform';
import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** What a pipeline checks by secrets of its own. */
export interface PipelineSecrets {
  /** null: anybody may call. */
  readonly access: AccessCheck | null;
  /** By identifier; of others no signature is asked. */
  readonly signatures: ReadonlyMap<string, SignatureCheck>;
}

/** Prepares the checks from the files that the rules name; throws a `ConfigurationError` where a file holds no secret. */
export const pipelineSecrets = (
  { access, identifiers }: PipelineRules,
  files: ReadonlyMap<string, Buffer>,
): PipelineSecrets => ({
  access: access === null ? null : createAccessCheck(someSecrets(files, access.keyFile)),
  signatures: new Map(
    identifiers.flatMap(({ rule: { name, verify } }) =>
      verify === undefined ? [] : [[name, createSignatureCheck(someSecrets(files, verify.secretFile))]],
    ),
  ),
});

/** The secrets in a file; a `ConfigurationError`, which shows nothing of the file, where it holds none. */
export const someSecrets = (files: ReadonlyMap<string, Buffer>, file: string): readonly string[] => {
  try {
    return secretsIn(files, file);
  } catch (error) {
    throw new ConfigurationError([errorSentence(error)]);
  }
};

/** Lets a request pass by its `Authorization` header, or throws a 401 `Problem`. */
export type AccessCheck = (authorization: string | undefined) => void;

const BEARER = /^Bearer +(\S+)$/i;

const WRONG = 'Bearer error="invalid_token"';

/**
 * Asks callers for one of the bearer keys of `access: { keyFile }` (docs/behaviour.md#keys-of-callers). Only hashes are
 * kept and compared, each of them every time: the time tells nothing about a key.
 */
export const createAccessCheck = (keys: readonly string[]): AccessCheck => {
  const hashes = keys.map(hashOf);
  return (authorization) => {
    const given = BEARER.exec(authorization ?? '')?.[1];
    if (given === undefined) throw unauthorized(authorization === undefined ? 'Bearer' : WRONG);
    const hash = hashOf(given);
    if (hashes.filter((own) => timingSafeEqual(own, hash)).length === 0) throw unauthorized(WRONG);
  };
};

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const unauthorized = (challenge: string): Problem =>
  new Problem(problemKind('unauthenticated'), {
    detail: 'This pipeline asks its callers for a bearer key.',
    headers: { 'WWW-Authenticate': challenge },
  });

/** Whether somebody who knows a secret vouches for an identifier: its signature fits one of the texts. */
export type SignatureCheck = (signature: string | null, ...texts: readonly string[]) => boolean;

const HEX_OF_SHA256 = /^[0-9a-f]{64}$/i;

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
