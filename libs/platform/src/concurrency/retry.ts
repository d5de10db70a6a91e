import { conflictBackOff, type BackOff } from './back-off.ts';
import { type Deadline } from './deadline.ts';
import { pause } from './pause.ts';

/**
 * Attempts until there is an outcome, with pauses between. `attempt` gives null where it has to be made again. Null where
 * the deadline has passed before: whoever asks says what that means.
 */
export const retryInTime = async <T>(
  deadline: Deadline,
  attempt: () => Promise<T | null>,
  backOff: BackOff = conflictBackOff,
): Promise<T | null> => {
  for (let failures = 1; deadline.remainingMs() > 0; failures += 1) {
    const outcome = await attempt();
    if (outcome !== null) return outcome;
    await pause(backOff(failures));
  }
  return null;
};
