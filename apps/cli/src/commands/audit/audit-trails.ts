import { Option } from '@commander-js/extra-typings';
import { auditEntriesSchema } from '@kith/contracts';
import type { AuditVerdict } from '@kith/domain/privacy';
import type { CredentialAudit, CredentialTrail, PrivacyAdministration, Scope } from '@kith/ports';
import type { Settings } from '../../config.ts';
import type { Connections } from '../../connections/connections.ts';
import type { ReadAuditPage } from './audit-pages.ts';

const TRAIL_NAMES = ['profiles', 'users', 'keys'] as const;

/** What was done to persons, to users, and to signing keys: each stands in a trail of its own. */
export type TrailName = (typeof TRAIL_NAMES)[number];

/** An audit trail, wherever it lies. */
export interface Trail {
  readonly name: TrailName;
  readonly read: ReadAuditPage;
  verify(): Promise<AuditVerdict>;
}

/** `--trail`: one of them alone. */
export const trailOption = new Option(
  '--trail <trail>',
  'only this one: what was done to profiles, to users, or to keys, which belong to all accounts; with the apps apart, ' +
    "users and keys lie in auth-token's database",
).choices(TRAIL_NAMES);

/** The trails that the environment leads to where none is asked for. MONGODB_URI alone names the resolver's database. */
export const trailsInReach = ({ RESOLVER_URL, MONGODB_URI }: Settings): readonly TrailName[] =>
  (RESOLVER_URL === undefined) === (MONGODB_URI === undefined) ? TRAIL_NAMES : ['profiles'];

/** What to tell whoever asked for all of them; null where all are in reach. */
export const outOfReach = (names: readonly TrailName[]): string | null =>
  names.length === TRAIL_NAMES.length
    ? null
    : "Only the trail of profiles is in reach. Those of users and keys lie in auth-token's database: name it in " +
      'MONGODB_URI beside RESOLVER_URL, or together with --trail.';

/** Opens the trails for the work, in the order in which standalone opens its data. */
export const withTrails = <T>(
  connections: Connections,
  scope: Scope,
  names: readonly TrailName[],
  work: (trails: readonly Trail[]) => Promise<T>,
): Promise<T> => {
  const own = names.filter((name) => name !== 'profiles');
  const withOwn = (others: readonly Trail[]): Promise<T> =>
    own.length === 0
      ? work(others)
      : connections.withCredentialAudit((audit) =>
          work([...others, ...own.map((name) => credentialTrail(audit, scope, name))]),
        );
  return own.length === names.length
    ? withOwn([])
    : connections.withPrivacy((privacy) => withOwn([profilesTrail(privacy, scope)]));
};

const profilesTrail = (privacy: PrivacyAdministration, scope: Scope): Trail => ({
  name: 'profiles',
  read: async (page) => auditEntriesSchema.parse(await privacy.auditEntries(scope, page)),
  verify: () => privacy.verifyAudit(scope),
});

const credentialTrail = (audit: CredentialAudit, scope: Scope, name: CredentialTrail): Trail => ({
  name,
  read: async (page) => auditEntriesSchema.parse(await audit.auditEntries(scope, { trail: name, ...page })),
  verify: () => audit.verifyAudit(scope, { trail: name }),
});
