import type { AccountDocument } from './account-schema.ts';
import type { ConfigurationDocument } from './configuration-schema.ts';
import type { PipelineDocument } from './pipeline-schema.ts';

const without = (place: string, member: string, present: boolean, consequence: string): string[] =>
  present ? [`${place}.${member} has no effect in this version: ${consequence}.`] : [];

const isFilled = (value: object): boolean => Object.keys(value).length > 0;

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

const pipelineNotices = (place: string, account: AccountDocument, pipeline: PipelineDocument): string[] => [
  ...without(place, 'enrich', isFilled(pipeline.enrich), 'nothing is enriched'),
  ...without(place, 'bots', pipeline.bots === 'flag', 'events of bots are not flagged'),
  ...readNotices(place, account, pipeline),
];

const accountNotices = (name: string, account: AccountDocument): string[] => {
  const place = `accounts.${name}`;
  return [
    ...without(place, 'segments', isFilled(account.segments), 'no segment is computed'),
    ...without(place, 'destinations', isFilled(account.destinations), 'nothing is handed on'),
    ...Object.entries(account.pipelines).flatMap(([pipelineName, pipeline]) =>
      pipelineNotices(`${place}.pipelines.${pipelineName}`, account, pipeline),
    ),
  ];
};

/** What an operator should know of a configuration that is right: one sentence each, for the log at start. */
export const noticesOf = (document: ConfigurationDocument): readonly string[] =>
  Object.entries(document.accounts).flatMap(([name, account]) => accountNotices(name, account));
