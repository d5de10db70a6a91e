import type { DestinationRules } from '@kith/domain/destinations';
import type { AccountName, AccountRules, PipelineRules } from '@kith/domain/pipeline';
import type { AccountDocument } from './account-schema.ts';
import { compileAccount } from './compile-account.ts';
import { compilePipeline } from './compile-pipeline.ts';
import { type ConfigurationDocument, configurationSchema } from './configuration-schema.ts';
import { compileDestination } from './destinations/compile-destination.ts';
import { filesOfActivation, filesOfStandalone, namedFiles } from './named-files.ts';
import type { PipelineDocument } from './pipeline-schema.ts';

/** The limits of interface B: bytes, and milliseconds until an answer is due. */
export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly deadlineMs: number;
}

/** The contents of the files that a configuration names, by their names. They are secrets: no log shows them. */
export type FileContents = ReadonlyMap<string, Buffer>;

/** The configuration ready for use: no look-up parses or compiles anything. */
export interface Configuration {
  readonly accounts: ReadonlyMap<AccountName, AccountRules>;
  /** Over all accounts: a name stands in the path of a request. */
  readonly pipelines: ReadonlyMap<string, PipelineRules>;
  /** Where changes and events are handed on to, over all accounts. */
  readonly destinations: readonly DestinationRules[];
  readonly limits: Limits;
  /** Sentences for the log at start. */
  readonly notices: readonly string[];
  /** Read together with the configuration by the apps that use them; empty in the others. */
  readonly files: FileContents;
}

/** Compiles a document that keeps to `configurationSchema`. */
export const compileConfiguration = (
  document: ConfigurationDocument,
  files: FileContents = new Map(),
): Configuration => {
  const accounts = new Map<AccountName, AccountRules>();
  const pipelines = new Map<string, PipelineRules>();
  for (const [name, accountDocument] of Object.entries(document.accounts)) {
    const account = compileAccount(name, accountDocument);
    accounts.set(name, account);
    for (const [pipeline, pipelineDocument] of Object.entries(accountDocument.pipelines)) {
      pipelines.set(pipeline, compilePipeline(account, pipeline, pipelineDocument));
    }
  }
  const destinations = Object.entries(document.accounts).flatMap(([name, account]) =>
    account.destinations.map((destination) => compileDestination(name, destination)),
  );
  const { limits } = document;
  return { accounts, pipelines, destinations, limits, notices: noticesOf(document), files };
};

/** How the configuration file is read by an app that needs none of the files that it names. */
export const configurationFormat = { schema: configurationSchema, compile: compileConfiguration };

/** How the edge reads the configuration file: with the secrets and keys that it names. */
export const edgeConfigurationFormat = { ...configurationFormat, namedFiles };

/** How activation reads it: with the secrets of destinations. */
export const activationConfigurationFormat = { ...configurationFormat, namedFiles: filesOfActivation };

/** How standalone reads it, which is both. */
export const standaloneConfigurationFormat = { ...configurationFormat, namedFiles: filesOfStandalone };

/** A value that came without a signature, from anybody. */
const isGuessable = (identifier: AccountDocument['identifiers'][string] | undefined): boolean =>
  identifier?.kind === 'login' && identifier.verify === undefined;

const isOpen = ({ sections, unverifiedReads, access }: PipelineDocument): boolean =>
  sections.length > 0 && unverifiedReads === 'full' && access === undefined;

const openIdentifiers = (account: AccountDocument, pipeline: PipelineDocument): string[] =>
  isOpen(pipeline) ? pipeline.identifiers.filter((name) => isGuessable(account.identifiers[name])) : [];

const readNotices = (place: string, account: AccountDocument, pipeline: PipelineDocument): string[] => {
  const open = openIdentifiers(account, pipeline);
  if (open.length === 0) return [];
  return [
    `${place}: whoever knows or guesses a value of ${open.join(', ')} can read that profile (unverifiedReads: full).`,
  ];
};

const destinationNotices = (place: string, { destinations }: AccountDocument): string[] =>
  destinations
    .filter(({ requires }) => requires.length === 0)
    .map(
      ({ name }) =>
        `${place}.destinations: ${name} is given everybody, whatever they have granted (no requires).`,
    );

const accountNotices = (name: string, account: AccountDocument): string[] => [
  ...Object.entries(account.pipelines).flatMap(([pipelineName, pipeline]) =>
    readNotices(`accounts.${name}.pipelines.${pipelineName}`, account, pipeline),
  ),
  ...destinationNotices(`accounts.${name}`, account),
];

/** What an operator should know of a configuration that is right: one sentence each, for the log at start. */
const noticesOf = (document: ConfigurationDocument): readonly string[] =>
  Object.entries(document.accounts).flatMap(([name, account]) => accountNotices(name, account));
