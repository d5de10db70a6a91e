import type { z } from 'zod';
import { PROFILE_ID } from './names.ts';
import type { PipelineDocument } from './pipeline-schema.ts';

/** The members of an account that its other members name. */
interface NamingAccount {
  readonly identifiers: Readonly<Record<string, unknown>>;
  readonly permissions: readonly string[];
  readonly notifications: Readonly<Record<string, { readonly covers: readonly string[] }>>;
  readonly pipelines: Readonly<Record<string, PipelineDocument>>;
}

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const NO_PERMISSION = 'is no permission of this account';

const notAmong = (
  known: (name: string) => boolean,
  names: readonly string[],
  path: readonly (string | number)[],
  message: string,
): Fault[] => names.flatMap((name, index) => (known(name) ? [] : [{ path: [...path, index], message }]));

const coverFaults = (account: NamingAccount): Fault[] =>
  Object.entries(account.notifications).flatMap(([name, { covers }]) =>
    notAmong(
      (permission) => account.permissions.includes(permission),
      covers,
      ['notifications', name, 'covers'],
      NO_PERMISSION,
    ),
  );

const sourceFaults = (pipeline: PipelineDocument): Fault[] =>
  Object.keys(pipeline.identifierSources)
    .filter((name) => !pipeline.identifiers.includes(name))
    .map((name) => ({
      path: ['identifierSources', name],
      message: "is not among the pipeline's identifiers",
    }));

const trackingFaults = (account: NamingAccount, { tracking }: PipelineDocument): Fault[] =>
  tracking.requires === undefined || account.permissions.includes(tracking.requires)
    ? []
    : [{ path: ['tracking', 'requires'], message: NO_PERMISSION }];

const isIdentifier = (account: NamingAccount, name: string): boolean =>
  name === PROFILE_ID || Object.hasOwn(account.identifiers, name);

const pipelineFaults = (account: NamingAccount): Fault[] =>
  Object.entries(account.pipelines).flatMap(([name, pipeline]) =>
    [
      ...notAmong(
        (identifier) => isIdentifier(account, identifier),
        pipeline.identifiers,
        ['identifiers'],
        'is no identifier of this account',
      ),
      ...sourceFaults(pipeline),
      ...trackingFaults(account, pipeline),
    ].map(({ path, message }) => ({ path: ['pipelines', name, ...path], message })),
  );

/** Whatever an account's members name is there. */
export const checkAccount = (account: NamingAccount, context: z.core.$RefinementCtx): void => {
  for (const { path, message } of [...coverFaults(account), ...pipelineFaults(account)]) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
};
