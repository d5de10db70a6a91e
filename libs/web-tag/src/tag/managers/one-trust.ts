import { decide } from '../consent.ts';
import { on } from '../on.ts';
import type { TagPart } from '../part.ts';
import { safely } from '../safely.ts';

interface Page {
  OnetrustActiveGroups?: string;
  OneTrust?: { readonly IsAlertBoxClosed?: () => boolean };
  OptanonWrapper?: () => void;
}

export const oneTrust: TagPart = (tag) => {
  const page = window as Page;
  const look = (): void => {
    const groups = page.OnetrustActiveGroups?.split(',');
    // Until the visitor has answered, the groups are those that the site presumes.
    if (groups && page.OneTrust?.IsAlertBoxClosed?.()) decide(tag, (need) => groups.includes(need));
  };
  const wrapped = page.OptanonWrapper;
  page.OptanonWrapper = () => {
    wrapped?.();
    safely(look)();
  };
  on('OneTrustGroupsUpdated OTConsentApplied', look);
  tag.tellers.push(look);
  look();
};
