import { eventNameOf } from './event-name.ts';
import { hoist } from './hoist.ts';
import { lift, type Vocabulary } from './lift.ts';
import { isMembers, only, own, ownMembers, without, type Members } from './members.ts';
import { isPageViewName, PAGE_MEMBERS } from './page-view-name.ts';
import { known, type Entry } from './translation.ts';

/** How pushes of a format are read. */
export interface PushFormat {
  /** How the members of a page are spelled. */
  readonly page: Vocabulary;
  /** The properties of a page view, of a push that is one. */
  readonly viewOf: (push: Members) => Members;
  readonly pushed: (push: unknown) => Entry;
}

/**
 * Reads an element of `data` that is a push. Where that is a page view, the element's `page` is the same one, and comes
 * first, as it is the specification's: what it says otherwise than the push is kept of the push.
 */
export const elementReader =
  ({ page, viewOf, pushed }: PushFormat) =>
  (element: unknown): Entry => {
    const event = isMembers(element) ? eventNameOf(element) : undefined;
    if (!isMembers(element) || event === undefined || !isPageViewName(event)) return pushed(element);
    const { members, rest } = withElementPage(element, page);
    return { ...known('page', viewOf(members)), rest };
  };

const withElementPage = (element: Members, vocabulary: Vocabulary) => {
  const named = (page: Members): Members => lift(page, vocabulary);
  const page = named(ownMembers(element, 'page'));
  const said = PAGE_MEMBERS.filter((name) => (own(page, name) ?? '') !== '');
  const rest = only(element, said);
  return {
    members: hoist(without(element, said), 'page', said, named),
    rest: Object.keys(rest).length === 0 ? undefined : rest,
  };
};
