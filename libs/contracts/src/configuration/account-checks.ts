import type { z } from 'zod';
import { signatureName } from '../info/signature-name.ts';
import { membersOf, textsIn } from './members/beside.ts';
import { faultsOfDestinations } from './destinations/destination-checks.ts';
import { enrichFaults } from './enrich/enrich-checks.ts';
import { askedFaults } from './enrich/outside-checks.ts';
import { PROFILE_ID } from './members/names.ts';
import { tagFaults } from './tag-faults.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

type Knows = (name: string) => boolean;

const NO_PERMISSION = 'is no permission of this account';
const NO_IDENTIFIER = 'is no identifier of this account';

/** Where the list itself is at fault, nobody can say what is not on it. */
const permissionsOf = (account: unknown): Knows => {
  const { permissions } = membersOf(account);
  if (!Array.isArray(permissions)) return () => permissions !== undefined;
  return (name) => permissions.includes(name);
};

const identifiersOf = (account: unknown): Knows => {
  const { identifiers } = membersOf(account);
  return (name) => name === PROFILE_ID || Object.hasOwn(membersOf(identifiers), name);
};

const notAmong = (knows: Knows, names: unknown, path: Fault['path'], message: string): Fault[] =>
  textsIn(names).flatMap(([index, name]) => (knows(name) ? [] : [{ path: [...path, index], message }]));

const coverFaults = (account: unknown): Fault[] =>
  Object.entries(membersOf(membersOf(account)['notifications'])).flatMap(([name, notification]) =>
    notAmong(
      permissionsOf(account),
      membersOf(notification)['covers'],
      ['notifications', name, 'covers'],
      NO_PERMISSION,
    ),
  );

/** Both would be the same query parameter. */
const signatureFaults = (account: unknown): Fault[] => {
  const identifiers = membersOf(membersOf(account)['identifiers']);
  return Object.entries(identifiers).flatMap(([name, identifier]) => {
    const signature = signatureName(name);
    if (membersOf(identifier)['verify'] === undefined || !Object.hasOwn(identifiers, signature)) return [];
    const message = `carries the signature of ${name} and cannot be an identifier`;
    return [{ path: ['identifiers', signature], message }];
  });
};

/** The most imported attributes of an account: what a profile holds of them must stay small. */
const MAX_IMPORTED = 128;
/** Columns of an import that mean something else. */
const RESERVED_COLUMNS: readonly string[] = ['modifiedAt', 'modified-at'];

/** Both would be the same column of an import. */
const importedFaults = (account: unknown): Fault[] => {
  const attributes = Object.entries(membersOf(membersOf(account)['attributes']));
  const imported = attributes.filter(([, rule]) => membersOf(rule)['imported'] === true);
  const isIdentifier = identifiersOf(account);
  const taken = imported
    .filter(([name]) => isIdentifier(name) || RESERVED_COLUMNS.includes(name))
    .map(([name]) => ({
      path: ['attributes', name],
      message: 'is imported and cannot have the name of another column of an import',
    }));
  const message = `at most ${MAX_IMPORTED} can be imported`;
  return imported.length > MAX_IMPORTED ? [...taken, { path: ['attributes'], message }] : taken;
};

/** Both stand in the same map of an answer. */
const segmentFaults = (account: unknown): Fault[] => {
  const { attributes, segments } = membersOf(account);
  return Object.keys(membersOf(segments))
    .filter((name) => Object.hasOwn(membersOf(attributes), name))
    .map((name) => ({ path: ['segments', name], message: 'is the name of an attribute of this account' }));
};

const sourceFaults = (pipeline: unknown): Fault[] => {
  const { identifiers, identifierSources } = membersOf(pipeline);
  const taken = new Set(textsIn(identifiers).map(([, name]) => name));
  return Object.keys(membersOf(identifierSources))
    .filter((name) => !taken.has(name))
    .map((name) => ({
      path: ['identifierSources', name],
      message: "is not among the pipeline's identifiers",
    }));
};

const requirementFaults = (knows: Knows, pipeline: unknown): Fault[] =>
  ['cookie', 'tracking'].flatMap((member) => {
    const { requires } = membersOf(membersOf(pipeline)[member]);
    return typeof requires !== 'string' || knows(requires)
      ? []
      : [{ path: [member, 'requires'], message: NO_PERMISSION }];
  });

const attributeNamesOf = (account: unknown): readonly string[] => {
  const { attributes, segments } = membersOf(account);
  return [...Object.keys(membersOf(attributes)), ...Object.keys(membersOf(segments))];
};

const knownNamesOf = (account: unknown) => ({
  identifiers: Object.keys(membersOf(membersOf(account)['identifiers'])),
  attributes: attributeNamesOf(account),
});

const pipelineFaults = (account: unknown): Fault[] =>
  Object.entries(membersOf(membersOf(account)['pipelines'])).flatMap(([name, pipeline]) =>
    [
      ...notAmong(identifiersOf(account), membersOf(pipeline)['identifiers'], ['identifiers'], NO_IDENTIFIER),
      ...sourceFaults(pipeline),
      ...requirementFaults(permissionsOf(account), pipeline),
      ...tagFaults(account, pipeline),
      ...enrichFaults(attributeNamesOf(account), membersOf(pipeline)['enrich']),
      ...askedFaults(knownNamesOf(account), membersOf(pipeline)['enrich']),
    ].map(({ path, message }) => ({ path: ['pipelines', name, ...path], message })),
  );

/** Whatever an account's members name is there. */
export const checkAccount = (account: unknown, context: z.core.$RefinementCtx): void => {
  const faults = [
    ...signatureFaults(account),
    ...importedFaults(account),
    ...segmentFaults(account),
    ...coverFaults(account),
    ...pipelineFaults(account),
    ...faultsOfDestinations(account),
  ];
  for (const { path, message } of faults) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
};
