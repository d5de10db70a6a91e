/** A page of a list, as the Relay cursor connections specification has it. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** What a caller says of a page. */
export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** The page of so many items; `items` holds one more where there are more. */
export const connectionOf = <Item, Node>(
  items: readonly Item[],
  size: number,
  { after }: PageArguments,
  describe: { readonly cursor: (item: Item) => string; readonly node: (item: Item) => Node },
): Connection<Node> => {
  const edges = items
    .slice(0, size)
    .map((item) => ({ cursor: describe.cursor(item), node: describe.node(item) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: items.length > size,
      hasPreviousPage: typeof after === 'string',
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
};
