import { lift, text } from './lift.ts';
import { isMembers, only, own, without, type Members } from './members.ts';

/** How Adobe's data layer spells the names of a page. */
export const PAGE = {
  name: text('title', 'pageName', 'pageTitle', 'pageID', 'id'),
  url: text('URL', 'pageURL', 'pageUrl', 'path'),
};

const SPELLINGS = Object.entries(PAGE).flatMap(([name, { names }]) => [name, ...names]);

/** What pushes have said of the page so far, the latest last; each member stands where it was said last. */
export type PageDescription = readonly Members[];

export const NO_PAGE: PageDescription = [];

/**
 * Pushes add up to a state: an event may tell of a page that was described before. What a push says takes the place of
 * what was said before, and `null` deletes it, a member or the whole page (Adobe Client Data Layer, "Computed state").
 */
export const withDescription = (before: PageDescription, push: unknown): PageDescription => {
  if (!isMembers(push) || !Object.hasOwn(push, 'page')) return before;
  const page = own(push, 'page');
  if (!isMembers(page)) return NO_PAGE;
  const said = only(page, SPELLINGS);
  const others = before.map((one) => without(one, Object.keys(said)));
  return [...others, said].filter((one) => Object.keys(one).length > 0);
};

/** Name and address of the page that was described. */
export const describedPage = (page: PageDescription): Members => {
  const { name, url }: Members = Object.fromEntries(page.flatMap((one) => Object.entries(lift(one, PAGE))));
  return { ...(typeof name === 'string' ? { name } : {}), ...(typeof url === 'string' ? { url } : {}) };
};
