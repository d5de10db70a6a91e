/** What a variable of the environment says; one that is empty says nothing, as in the apps' own settings. */
export const given = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name];
