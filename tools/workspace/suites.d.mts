/** The test files of a room by the target that runs them, relative to the workspace's folder; no target without any. */
export declare const suitesByTarget: (room: {
  readonly folder: string;
  readonly name: string;
}) => Readonly<Record<string, readonly string[]>>;
