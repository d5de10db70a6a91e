import type { AccountDocument } from './account-schema.ts';
import type { ConfigurationDocument } from './configuration-schema.ts';
import type { PipelineDocument } from './pipeline-schema.ts';

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
export const noticesOf = (document: ConfigurationDocument): readonly string[] =>
  Object.entries(document.accounts).flatMap(([name, account]) => accountNotices(name, account));
