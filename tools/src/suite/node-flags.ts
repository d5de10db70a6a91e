const NONE: readonly string[] = [];

/**
 * What Node is started with for an app, in images as in suites. The edge makes much that is forgotten with its answer: with
 * room for twice as much, half as often something of it is moved (docs/decisions/0064-the-edges-bursts.md).
 */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  'info-ingest': ['--max-semi-space-size=32'],
};

/** The flags of Node for an app by its name. */
export const nodeFlags = (app: string): readonly string[] => FLAGS[app] ?? NONE;
