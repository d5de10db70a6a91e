import { decide } from '../consent.ts';
import { on } from '../on.ts';
import { own } from '../own.ts';
import { safely } from '../safely.ts';
import type { TagPart } from '../tag.ts';

interface OneTrust {
  readonly IsAlertBoxClosed?: () => boolean;
}

interface Page {
  OptanonWrapper?: () => void;
}

export const oneTrust: TagPart = (tag) => {
  const look = (): void => {
    const groups = own<string>('OnetrustActiveGroups')?.split(',');
    // Until the visitor has answered, the groups are those that the site presumes.
    if (groups && own<OneTrust>('OneTrust')?.IsAlertBoxClosed?.())
      decide(tag, (need) => groups.includes(need));
  };
  const wrapped = own<() => void>('OptanonWrapper');
  (window as Page).OptanonWrapper = () => {
    wrapped?.();
    safely(look)();
  };
  on('OneTrustGroupsUpdated', look);
  on('OTConsentApplied', look);
  tag.teller = look;
  look();
};
