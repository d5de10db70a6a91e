import type { AccountRules, NotificationRule } from '../pipeline/account-rules.ts';
import type { Acknowledgement } from './consent.ts';

/**
 * Per permission that a configured notification covers: whether every such notification has been acknowledged in its
 * currently configured version (docs/behaviour.md#sections-of-the-answer).
 */
export const notificationStatus = (
  account: AccountRules,
  acknowledged: readonly Acknowledgement[],
): Record<string, boolean> => {
  const notifications = [...account.notifications.values()];
  const covered = new Set(notifications.flatMap(({ covers }) => covers));
  return Object.fromEntries(
    Array.from(covered, (permission) => [
      permission,
      notifications
        .filter(({ covers }) => covers.includes(permission))
        .every((notification) => isCurrent(notification, acknowledged)),
    ]),
  );
};

const isCurrent = ({ name, current }: NotificationRule, acknowledged: readonly Acknowledgement[]): boolean =>
  acknowledged.some((one) => one.name === name && one.version === current);
