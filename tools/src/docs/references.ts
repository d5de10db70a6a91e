/** A place in a file that leads somewhere: to a file of the repository, and to a heading in it where one is named. */
export interface Reference {
  /** Relative to the folder of the workspace. */
  readonly file: string;
  /** Of a heading, as GitHub derives it; empty where the whole file is meant. */
  readonly anchor: string;
}

const FENCED = /^ *(```|~~~)[\s\S]*?^ *\1 *$/gm;
const HEADING = /^#{1,6} +(.+?) *$/gm;
const LINK = /\]\(([^)\s]+)\)/g;
/** What comments and texts name: the path of a page from the folder of the workspace on. */
const MENTION =
  /(?<![\w./-])((?:docs\/[\w./-]+|README|CHANGELOG|CONTRIBUTING|SECURITY)\.(?:md|json|graphql))(?:#([\w-]+))?/g;
const ELSEWHERE = /^[a-z]+:/;

/** Forms that lead nowhere: a section by number, a page by its title, a decision by its number alone. */
const VAGUE = [
  /behaviour(?:\.md)?,? sections? \d/i,
  /\bsections? \d[^.]{0,20} of (?:docs\/)?behaviour/i,
  /\((?:specification|architecture)(?:,| [AB] ?\d)/i,
  /docs\/decisions\/\d{4}(?![-\d])/,
];

/** The anchors of a page's headings, as GitHub makes them: the second of a name ends in `-1`. */
export const anchorsIn = (page: string): ReadonlySet<string> => {
  const anchors = new Set<string>();
  for (const [, title = ''] of page.replace(FENCED, '').matchAll(HEADING)) {
    const slug = slugOf(title);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${String(count)}`;
    anchors.add(anchor);
  }
  return anchors;
};

const slugOf = (title: string): string =>
  title
    .replace(/\]\([^)]*\)/g, ']')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** All that a file leads to inside of the repository; `path` is the file's own, relative to the workspace. */
export const referencesIn = (path: string, text: string): readonly Reference[] =>
  path.endsWith('.md') ? [...linksIn(path, text), ...mentionsIn(text.replace(LINK, ']'))] : mentionsIn(text);

const linksIn = (path: string, page: string): readonly Reference[] =>
  Array.from(page.replace(FENCED, '').matchAll(LINK), ([, target = '']) => target)
    .filter((target) => !ELSEWHERE.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { file: file === '' ? path : resolved(path, file), anchor };
    });

const mentionsIn = (text: string): readonly Reference[] =>
  Array.from(text.matchAll(MENTION), ([, file = '', anchor = '']) => ({ file, anchor }));

/** A link is relative to the folder of the page that it stands in. */
const resolved = (page: string, link: string): string => {
  const { pathname } = new URL(link, `file:///${page}`);
  return decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
};

/** The references of a text that nobody can follow. */
export const vagueReferencesIn = (text: string): readonly string[] =>
  VAGUE.flatMap((form) => form.exec(text)?.[0] ?? []);

const NAMED_PATH = /`((?:[\w.-]+\/)*[\w.-]+\/?)(?:\/\*)?`/g;
const SOURCE = /\.(?:ts|mjs|md|graphql|svg)$|\w\/$/;

/**
 * The paths in backticks of a page: those that begin with a folder of the workspace (`rooms`), and names of sources and
 * of folders (with a slash at their end), which may leave out what stands before them.
 */
export const pathsIn = (page: string, rooms: readonly string[]): readonly string[] =>
  Array.from(page.replace(FENCED, '').matchAll(NAMED_PATH), ([, path = '']) => path).filter(
    (path) => rooms.some((room) => path.startsWith(`${room}/`)) || SOURCE.test(path),
  );
