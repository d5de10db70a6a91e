import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorSentence } from '@kith/platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration, readSettings } from './config.ts';

/** What a process that ends for it says: `e2e:configuration/broken-file.test.ts`. */
describe('a broken configuration file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-config-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const refusalOf = async (content: string | Buffer): Promise<readonly string[]> => {
    const CONFIG_FILE = join(folder, 'kith.yaml');
    await writeFile(CONFIG_FILE, content);
    const refused = await readConfiguration(readSettings({ CONFIG_FILE })).catch((error: unknown) => error);
    return errorSentence(refused).replaceAll(CONFIG_FILE, 'FILE').split('\n');
  };

  test.each<[string, string | Buffer, string]>([
    [
      'a member that stands twice',
      'accounts: { demo: { owner: o } }\nlimits: {}\nlimits: {}\n',
      'FILE:3:1: limits: stands here twice',
    ],
    [
      'a tab',
      'accounts:\n\tdemo: { owner: o }\n',
      'FILE:2:1: the document: Tabs are not allowed as indentation',
    ],
    [
      'a merge key',
      'accounts:\n  demo: &demo { owner: o }\n  other:\n    <<: *demo\n    owner: o\n',
      'FILE:4:5: accounts.other.<<: unknown member',
    ],
    [
      'a truth of YAML 1.1',
      'accounts: { demo: { owner: o, identifiers: { a: { kind: login, many: yes } } } }',
      'FILE:1:64: accounts.demo.identifiers.a.many: must be true or false',
    ],
    [
      'a directive for YAML 1.1',
      '%YAML 1.1\n---\naccounts: { demo: { owner: o } }\n',
      'FILE:1:1: the document: only YAML 1.2 is read: leave the directive %YAML out',
    ],
    [
      'a name that is a number',
      'accounts: { demo: { owner: o, pipelines: { 0x10: { cookie: false } } } }',
      'FILE:1:44: accounts.demo.pipelines.16: a name must be a text: put it in quotes',
    ],
    [
      'the name of the prototype',
      'accounts: { demo: { owner: o, __proto__: { colour: blue } } }',
      'FILE:1:31: accounts.demo.__proto__: unknown member',
    ],
    [
      'two documents',
      'accounts: { demo: { owner: o } }\n---\n{}\n',
      'FILE:2:1: the document: Source contains multiple documents; please use YAML.parseAllDocuments()',
    ],
    ['nothing', '', 'FILE:1:1: accounts: is missing'],
    ['a comment alone', '# later\n', 'FILE:1:1: accounts: is missing'],
    ['a list', '- accounts\n', 'FILE:1:1: the document: must be an object'],
    ['no UTF-8', Buffer.from('accounts: { demo: { owner: "\xe9" } }', 'latin1'), 'FILE: is not UTF-8'],
    [
      'more than a mebibyte',
      `# ${'x'.repeat(1024 * 1024)}\n`,
      'FILE: is larger than 1048576 bytes; CONFIG_FILE names the configuration file',
    ],
  ])('is told of %s', async (_what, content, fault) => {
    expect(await refusalOf(content)).toContain(fault);
  });
});
