/** A room of the workspace: a package with sources. */
export interface Room {
  readonly folder: string;
  readonly name: string;
  readonly imports: readonly string[];
}

export declare const root: string;
export declare const readRooms: () => readonly Room[];
