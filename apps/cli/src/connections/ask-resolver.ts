import type { Administrable } from '@kith/administration';
import {
  createAdministrationClient,
  createAttributeClient,
  createAudienceClient,
  createConsentClient,
  createDeadLetterClient,
  createImportClient,
  createPrivacyClient,
} from '@kith/remote-calls';
import type { Opened, Place } from './connections.ts';
import { readKeyring } from './secrets.ts';

/** Profiles by way of the resolver at that address. */
export const askResolver = async ({ settings }: Place, url: string): Promise<Opened<Administrable>> => {
  const keyring = await readKeyring(settings, ['resolver']);
  const options = { url, keyring, clock: Date.now };
  const [administration, consent] = [createAdministrationClient(options), createConsentClient(options)];
  const imports = createImportClient(options);
  const privacy = createPrivacyClient(options);
  const deadLetters = createDeadLetterClient(options);
  const audiences = createAudienceClient(options);
  const attributes = createAttributeClient(options);
  const close = async (): Promise<void> => {
    administration.close();
    privacy.close();
    consent.close();
    imports.close();
    deadLetters.close();
    audiences.close();
    attributes.close();
  };
  return { opened: { administration, consent, privacy, imports, deadLetters, audiences, attributes }, close };
};
