import { without, type Members } from './members.ts';

const PAGE_VIEWS: ReadonlySet<string> = new Set([
  'pageview',
  'pageviewed',
  'pageload',
  'pageloaded',
  'virtualpageview',
  'viewpage',
]);

/** Whether an event of this name is a page view, however it is written: `page_view`, `pageView`, `page loaded`. */
export const isPageViewName = (name: string): boolean =>
  name.length <= 32 && PAGE_VIEWS.has(name.toLowerCase().replaceAll(/[^a-z]/g, ''));

/** The specification's members of a page view. */
export const PAGE_MEMBERS = ['name', 'action', 'url', 'timestamp'];

/**
 * What belongs to a push that is an element of `data` itself. Its `page` is the specification's page view; where the
 * push is one too, both are the same page view.
 */
export const pushMembers = (event: string, element: Members): readonly string[] =>
  Object.keys(isPageViewName(event) ? element : without(element, ['page']));
