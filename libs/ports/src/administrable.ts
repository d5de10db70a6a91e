import type { Administration } from './administration.ts';
import type { AttributeAdministration } from './attribute-administration.ts';
import type { AudienceExport } from './audience-export.ts';
import type { ConsentAdministration } from './consent-administration.ts';
import type { DeadLetterAdministration } from './dead-letters.ts';
import type { PrivacyAdministration } from './privacy-administration.ts';
import type { ProfileImport } from './profile-import.ts';

/** All that an administrator asks of whoever writes profiles. */
export interface Administrable {
  readonly administration: Administration;
  readonly consent: ConsentAdministration;
  readonly privacy: PrivacyAdministration;
  readonly imports: ProfileImport;
  readonly deadLetters: DeadLetterAdministration;
  readonly audiences: AudienceExport;
  readonly attributes: AttributeAdministration;
}
