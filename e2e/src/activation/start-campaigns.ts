import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newConfiguration } from '../configuration/rewritable-configuration.ts';
import { startApart, type Apart } from '../suite/apart.ts';
import { campaignConfiguration } from './campaign-configuration.ts';
import { startCampaignServer, type CampaignServer } from './campaign-server.ts';

/** The apps apart, a campaign system, and another one that nobody can reach. */
export type Campaigns = {
  readonly apart: Apart;
  readonly campaigns: CampaignServer;
  readonly configurationFile: string;
  readonly end: () => Promise<void>;
};

export const startCampaigns = async (): Promise<Campaigns> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-campaigns-'));
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, secret, { mode: 0o600 });
  const campaigns = await startCampaignServer(secret);
  const dead = { url: 'http://127.0.0.1:9/dead', secretFile };
  const configuration = await newConfiguration(
    campaignConfiguration({ url: campaigns.url, secretFile }, dead),
  );
  const apart = await startApart({ CONFIG_FILE: configuration.path });
  return {
    apart,
    campaigns,
    configurationFile: configuration.path,
    end: async () => {
      await apart.end();
      await Promise.all([campaigns.close(), configuration.remove(), rm(folder, { recursive: true })]);
    },
  };
};
