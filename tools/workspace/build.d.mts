/** Compiles what has changed in all rooms, and bundles the apps. */
export declare const build: (options: { readonly say: (line: string) => void }) => Promise<void>;
