import type { Identifier } from '../identity/model/profile.ts';

/** Times are ISO 8601 in UTC with milliseconds. */
export interface NotificationHistoryItem {
  readonly name: string;
  readonly version: number;
  readonly uxvariant?: string;
  readonly permissions: readonly string[];
  readonly date: string;
}

/** The sections of an info answer (docs/behaviour.md#sections-of-the-answer); absent ones were not asked for. */
export interface InfoSections {
  readonly identifiers?: readonly Identifier[];
  readonly nextBestIdentifiers?: readonly Identifier[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly permissionsLastModification?: Readonly<Record<string, string>>;
  readonly notificationHistory?: readonly NotificationHistoryItem[];
  readonly notificationStatus?: Readonly<Record<string, boolean>>;
  readonly attributes?: Readonly<Record<string, string>>;
}
