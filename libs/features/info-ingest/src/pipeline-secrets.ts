import type { PipelineRules } from '@kith/domain/pipeline';
import { createAccessCheck } from './bearer-access.ts';
import type { AccessCheck } from './bearer-access.ts';
import { createSignatureCheck } from './signature-check.ts';
import type { SignatureCheck } from './signature-check.ts';
import { someSecrets } from './some-secrets.ts';

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
