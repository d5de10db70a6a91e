import { z } from 'zod';

const versions = z.record(z.string(), z.string()).default({});
const importedVersions = z.record(z.string(), z.object({ version: z.string() })).default({});

/** What is read of `pnpm-lock.yaml`, version 9. */
const lockfileSchema = z.object({
  importers: z.record(z.string(), z.object({ dependencies: importedVersions })),
  packages: z.record(z.string(), z.object({ os: z.unknown().optional(), cpu: z.unknown().optional() })),
  snapshots: z.record(z.string(), z.object({ dependencies: versions, optionalDependencies: versions })),
});

/** A package of somebody else's, in one version. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
}

const LINK = 'link:';

/**
 * The packages that the apps are made of, sorted by name and version: all that their rooms depend on, directly or not.
 * Packages for one system alone are left out: they are builds of the one that names them, and which of them is installed
 * depends on the machine.
 */
export const thirdPartiesOf = (lockfile: unknown): readonly ThirdParty[] => {
  const { importers, packages, snapshots } = lockfileSchema.parse(lockfile);
  const found = new Set<string>();
  const addPackage = (key: string): void => {
    const { os, cpu } = packages[bareKey(key)] ?? {};
    if (found.has(key) || os !== undefined || cpu !== undefined) return;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
      addPackage(version in snapshots ? version : `${name}@${version}`);
  };
  for (const room of roomsOf(importers))
    for (const [name, { version }] of Object.entries(importers[room]?.dependencies ?? {}))
      if (!version.startsWith(LINK)) addPackage(version in snapshots ? version : `${name}@${version}`);
  return Array.from(new Set(Array.from(found, bareKey)), partyOf).sort(byName);
};

/** The apps' folders, and those of all rooms that they import. */
const roomsOf = (importers: z.infer<typeof lockfileSchema>['importers']): ReadonlySet<string> => {
  const rooms = new Set(Object.keys(importers).filter((folder) => folder.startsWith('apps/')));
  for (const room of rooms)
    for (const { version } of Object.values(importers[room]?.dependencies ?? {}))
      if (version.startsWith(LINK)) rooms.add(resolved(room, version.slice(LINK.length)));
  return rooms;
};

const resolved = (room: string, link: string): string =>
  new URL(link, `file:///${room}/`).pathname.replace(/^\/|\/$/g, '');

/** Without the peers that a package was installed with: `a@1.0.0(b@2.0.0)` is `a@1.0.0`. */
const bareKey = (key: string): string => key.replace(/\(.*$/, '');

const partyOf = (key: string): ThirdParty => {
  const at = key.lastIndexOf('@');
  return { name: key.slice(0, at), version: key.slice(at + 1) };
};

const byName = (a: ThirdParty, b: ThirdParty): number => {
  const [left, right] = [`${a.name}@${a.version}`, `${b.name}@${b.version}`];
  return left < right ? -1 : Number(left > right);
};
