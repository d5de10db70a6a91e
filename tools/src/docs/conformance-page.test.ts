import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';

type Row = { readonly clause: string; readonly doneIn: string; readonly shownBy: string };

const roomRow = /^\| `(\w+)`\s*\| `([\w./-]+)`\s*\|$/gm;
const named = /`(\w+):([\w./-]+)`/g;

describe('docs/conformance.md', () => {
  let page: string;
  let rooms: ReadonlyMap<string, string>;
  let rows: readonly Row[];
  beforeAll(async () => {
    page = await readFile(join(workspaceRoot, 'docs/conformance.md'), 'utf8');
    rooms = new Map(Array.from(page.matchAll(roomRow), ([, room = '', folder = '']) => [room, folder]));
    rows = clausesOf(page);
  });

  const filesIn = (text: string): readonly string[] =>
    Array.from(text.matchAll(named), ([, room = '', path = '']) => `${rooms.get(room) ?? room}/${path}`);

  test('names files that are there, and no others', () => {
    const gone = filesIn(page).filter((file) => !existsSync(join(workspaceRoot, file)));
    expect(gone).toEqual([]);
    expect(filesIn(page).length).toBeGreaterThan(100);
  });

  test('says of every clause where it is done and what shows it, or that it is not there yet', () => {
    expect(rows.length).toBeGreaterThan(80);
    const open = rows.filter(
      ({ doneIn, shownBy }) => filesIn(doneIn).length === 0 || filesIn(shownBy).length === 0,
    );
    expect(open.filter(({ doneIn }) => !doneIn.startsWith('not yet'))).toEqual([]);
  });

  test('lets suites show a clause, and nothing else', () => {
    const suites = /\.test\.ts$|\/define-[\w-]+\.ts$|^libs\/testing\/|^e2e\//;
    expect(rows.flatMap(({ shownBy }) => filesIn(shownBy)).filter((file) => !suites.test(file))).toEqual([]);
  });
});

/** The rows of three columns, without the heads of their tables. */
const clausesOf = (page: string): readonly Row[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2).split(/(?<!\\)\|/))
    .filter((cells) => cells.length === 4)
    .map(([clause = '', doneIn = '', shownBy = '']) => ({
      clause: clause.trim(),
      doneIn: doneIn.trim(),
      shownBy: shownBy.trim(),
    }))
    .filter(({ clause }) => clause !== 'clause' && !clause.startsWith('---'));
