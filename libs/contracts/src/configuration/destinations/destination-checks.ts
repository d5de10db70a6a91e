import { membersOf, textsIn } from '../members/beside.ts';
import { PROFILE_ID } from '../members/names.ts';

interface Fault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The identifiers that a preset looks into. */
const MATCHING = ['email', 'phone', 'externalId'];

const listFaults = (
  destination: Readonly<Record<string, unknown>>,
  member: string,
  knows: (name: string) => boolean,
  message: string,
): Fault[] =>
  textsIn(destination[member]).flatMap(([index, name]) =>
    knows(name) ? [] : [{ path: [member, index], message }],
  );

const segmentFaults = (account: unknown, { segment }: Readonly<Record<string, unknown>>): Fault[] => {
  const isKnown =
    typeof segment !== 'string' || Object.hasOwn(membersOf(membersOf(account)['segments']), segment);
  return isKnown ? [] : [{ path: ['segment'], message: 'is no segment of this account' }];
};

/** What a preset hands on has to be among what may leave. */
const presetFaults = ({ preset, identifiers }: Readonly<Record<string, unknown>>): Fault[] => {
  const leaving = new Set(textsIn(identifiers).map(([, name]) => name));
  return MATCHING.flatMap((member) => {
    const name = membersOf(preset)[member];
    if (typeof name !== 'string' || leaving.has(name)) return [];
    return [{ path: ['preset', member], message: "is not among the destination's identifiers" }];
  });
};

const destinationFaults = (account: unknown, destination: unknown): Fault[] => {
  const { permissions, identifiers } = membersOf(account);
  const members = membersOf(destination);
  const isIdentifier = (name: string): boolean =>
    name === PROFILE_ID || Object.hasOwn(membersOf(identifiers), name);
  const isPermission = (name: string): boolean =>
    Array.isArray(permissions) ? permissions.includes(name) : permissions !== undefined;
  return [
    ...listFaults(members, 'requires', isPermission, 'is no permission of this account'),
    ...listFaults(members, 'identifiers', isIdentifier, 'is no identifier of this account'),
    ...segmentFaults(account, members),
    ...presetFaults(members),
  ];
};

const nameFaults = (destinations: readonly unknown[]): Fault[] => {
  const names = destinations.map((destination) => membersOf(destination)['name']);
  return names.flatMap((name, index) =>
    name === undefined || names.indexOf(name) === index
      ? []
      : [{ path: [index, 'name'], message: 'is the name of another destination of this account' }],
  );
};

const directoryFaults = (destinations: readonly unknown[]): Fault[] => {
  const directories = destinations.map((destination) => membersOf(destination)['directory']);
  return directories.flatMap((directory, index) =>
    directory === undefined || directories.indexOf(directory) === index
      ? []
      : [{ path: [index, 'directory'], message: 'is the directory of another destination' }],
  );
};

/** What the destinations of an account name is there, and is theirs alone. */
export const faultsOfDestinations = (account: unknown): Fault[] => {
  const { destinations } = membersOf(account);
  if (!Array.isArray(destinations)) return [];
  const faults = [
    ...nameFaults(destinations),
    ...directoryFaults(destinations),
    ...destinations.flatMap((destination, index) =>
      destinationFaults(account, destination).map(({ path, message }) => ({
        path: [index, ...path],
        message,
      })),
    ),
  ];
  return faults.map(({ path, message }) => ({ path: ['destinations', ...path], message }));
};
