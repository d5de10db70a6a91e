import { execFileSync } from 'node:child_process';
import { workspaceRoot } from '../process/workspace-root.ts';

/** Where there is no commit to make a seed from: in a copy without its history. */
export const NO_COMMIT = 20_260_101;

/**
 * The seed of a commit: a test that draws by chance draws the same for the same commit, so that two runs of it cannot
 * come to different ends.
 */
export const seedOfCommit = (root = workspaceRoot): number => {
  try {
    const id = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return Number.parseInt(id.slice(0, 7), 16);
  } catch {
    return NO_COMMIT;
  }
};
