import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { send } from '../kit/http.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** What came to the profile service. */
export type Seen = { readonly seen: readonly { readonly path: string; readonly authorization: string }[] };

/** A profile service in a process of its own. */
export type ProfileService = {
  readonly url: string;
  readonly seen: () => Promise<Seen>;
  readonly kill9: () => Promise<void>;
};

const program = join(workspaceRoot, 'e2e/dist/enrichment/profile-service.js');

/** Starts the service on a free port. */
export const startProfileService = async (): Promise<ProfileService> => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString('utf8').trim();
  return {
    url,
    seen: async () => (await send(url, '/seen')).json() as Seen,
    kill9: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
