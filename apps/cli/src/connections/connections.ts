import type { Configuration } from '@kith/contracts';
import type { DatabaseOf, MigrationProgress, MongodbLayouts, RunningProgram } from '@kith/mongodb';
import type { Keyring } from '@kith/platform';
import type {
  Administration,
  AttributeAdministration,
  AudienceExport,
  ConsentAdministration,
  DeadLetterAdministration,
  DestinationAdministration,
  CredentialAudit,
  KeyAdministration,
  PrivacyAdministration,
  ProfileImport,
  UserAdministration,
} from '@kith/ports';
import type { Settings } from '../config.ts';
import type { Terminal } from '../terminal.ts';

/** What commands stand on. Each use case is opened when it is asked for, and closed after the work. */
export interface Connections {
  /** The environment, parsed. */
  settings(): Settings;
  /** Accounts and pipelines. */
  configuration(): Promise<Configuration>;
  /** Accounts and pipelines with the secrets and keys that they name, as the edge has them. */
  edgeConfiguration(): Promise<Configuration>;
  /** The named secrets. Where standalone makes them, they are there once its data is. */
  keyring(): Promise<Keyring>;
  /** Users lie with standalone, or in auth-token's own database. */
  withUsers<T>(work: (users: UserAdministration) => Promise<T>): Promise<T>;
  /** The same, for a user who may come before the first start of standalone, and makes its data then. */
  withNewUser<T>(work: (users: UserAdministration) => Promise<T>): Promise<T>;
  /** Signing keys lie where users do. */
  withKeys<T>(work: (keys: KeyAdministration) => Promise<T>): Promise<T>;
  /** auth-token's own audit trails lie there too. */
  withCredentialAudit<T>(work: (audit: CredentialAudit) => Promise<T>): Promise<T>;
  /** Profiles lie with standalone, or behind the resolver. */
  withAdministration<T>(work: (administration: Administration) => Promise<T>): Promise<T>;
  /** What is imported goes where the profiles lie; it may come before the first start of standalone, and makes its data. */
  withImport<T>(work: (imports: ProfileImport) => Promise<T>): Promise<T>;
  /** The audit trail of imports, which is with the profiles: an import begins with it. */
  withImportTrail<T>(work: (privacy: PrivacyAdministration) => Promise<T>): Promise<T>;
  /** Persons' rights lie with the profiles, and so does the audit trail of what was done to persons. */
  withPrivacy<T>(work: (privacy: PrivacyAdministration) => Promise<T>): Promise<T>;
  /** Audiences are lists of profiles, evaluated where those lie. */
  withAudiences<T>(work: (audiences: AudienceExport) => Promise<T>): Promise<T>;
  /** What events add up to lies with the profiles. */
  withAttributes<T>(work: (attributes: AttributeAdministration) => Promise<T>): Promise<T>;
  /** Dead letters lie with the profiles, and are replayed into the log. */
  withDeadLetters<T>(work: (deadLetters: DeadLetterAdministration) => Promise<T>): Promise<T>;
  /** What is on its way to destinations lies with the profiles. */
  withDestinations<T>(work: (destinations: DestinationAdministration) => Promise<T>): Promise<T>;
  /** Layouts are those of a database in MongoDB: the resolver's, or auth-token's. */
  withLayouts<T>(
    of: DatabaseOf,
    progress: LayoutProgress,
    work: (layouts: LayoutAdministration) => Promise<T>,
  ): Promise<T>;
  /** The consent history lies with the profiles. */
  withConsent<T>(work: (consent: ConsentAdministration) => Promise<T>): Promise<T>;
}

/** Looks at the layout of a database in MongoDB, and changes it. */
export type LayoutAdministration = Omit<MongodbLayouts, 'close'>;

/** What is told while a layout changes. */
export interface LayoutProgress {
  readonly onProgress: (progress: MigrationProgress) => void;
  readonly onWaiting: (programs: readonly RunningProgram[]) => void;
}

/** Something that was opened, and what closes it. */
export interface Opened<T> {
  readonly opened: T;
  close(): Promise<void>;
}

/** Where commands find what they stand on. */
export interface Place {
  readonly settings: Settings;
  readonly configuration: Configuration;
  /** Tells a person what is waited for. */
  readonly message: Terminal['message'];
}
