import type { Example } from './examples.ts';

/** A GraphQL request as GraphiQL makes it. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: unknown;
}

/** As much of a `Storage` as GraphiQL uses. */
export interface GraphiqlStorage {
  readonly length: number;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

/** The properties of the component that the page sets. */
export interface GraphiqlProps {
  readonly fetcher: (request: GraphqlRequest) => Promise<unknown>;
  readonly defaultTabs: readonly Example[];
  /** Of the tab that is open at first. */
  readonly variables: string | undefined;
  readonly defaultEditorToolsVisibility: 'variables';
  readonly storage: GraphiqlStorage;
  readonly isHeadersEditorEnabled: boolean;
  readonly shouldPersistHeaders: boolean;
  readonly showPersistHeadersSettings: boolean;
}

interface Component {
  readonly Logo: object;
}

/** What the built files of React and GraphiQL put into the page; `main.ts` is loaded after them. */
interface Globals {
  readonly React: { createElement(component: object, props: object | null, ...children: unknown[]): object };
  readonly ReactDOM: { createRoot(container: Element): { render(element: object): void } };
  readonly GraphiQL: Component;
  /** Read by the part of GraphiQL that adds a style while a dialog is open. */
  __webpack_nonce__: string;
}

/** They are there once the scripts ahead of `main.ts` have run; `nonce` is for the styles that GraphiQL adds. */
export const graphiqlGlobals = (nonce: string): Globals => {
  const globals = globalThis as unknown as Globals;
  globals.__webpack_nonce__ = nonce;
  return globals;
};
