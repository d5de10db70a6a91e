import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../kit/workspace-root.ts';

/** An example of the page on data layers: an element as a site sends it, and the events that it comes to. */
export type DataLayerExample = {
  /** Under which heading it stands. */
  readonly heading: string;
  readonly element: Readonly<Record<string, unknown>>;
  /** Each as `{ type: properties }`. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
};

export type DataLayerPage = {
  /** The configuration that the examples go by, as YAML: `pipelines` and what is in it. */
  readonly configuration: string;
  readonly examples: readonly DataLayerExample[];
};

const pieces = /^#+ (.+)$|^```(yaml|json)\n([\s\S]*?)^```$/gm;

/** Reads docs/data-layers.md: one block of YAML, and blocks of JSON in pairs. */
export const readDataLayerPage = async (): Promise<DataLayerPage> => {
  const page = await readFile(join(workspaceRoot, 'docs/data-layers.md'), 'utf8');
  let heading = '';
  let configuration = '';
  const blocks: { readonly heading: string; readonly value: unknown }[] = [];
  for (const [, title, language, text = ''] of page.matchAll(pieces)) {
    if (title !== undefined) heading = title;
    else if (language === 'yaml') configuration = text;
    else blocks.push({ heading, value: JSON.parse(text) as unknown });
  }
  const examples = blocks.flatMap((block, index) =>
    index % 2 === 0 ? [{ ...block, element: block.value, events: blocks[index + 1]?.value }] : [],
  );
  return { configuration, examples: examples as unknown as readonly DataLayerExample[] };
};
