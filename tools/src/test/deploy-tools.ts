import { join } from 'node:path';
import { serversDirectory } from '../servers/servers-directory.ts';
import { isExecutable } from '../process/find-executable.ts';

/** The programs that check `deploy/`, each by its path. */
export type DeployTools = Readonly<
  Record<'kustomize' | 'kubernetesValidate' | 'hadolint' | 'composeSpec', string>
>;

const toolsIn = (directory: string): DeployTools => ({
  kustomize: join(directory, 'kustomize'),
  kubernetesValidate: join(directory, 'kubernetes-validate'),
  hadolint: join(directory, 'hadolint'),
  composeSpec: join(directory, 'compose-spec'),
});

const directoryOf = (environment: NodeJS.ProcessEnv): string =>
  join(serversDirectory(environment), 'deploy', 'bin');

/** Which of the tools are not where `.ci/install-deploy-tools` puts them. */
export const missingDeployTools = (environment: NodeJS.ProcessEnv): readonly string[] =>
  Object.values(toolsIn(directoryOf(environment))).filter((path) => !isExecutable(path));

/** The tools that `.ci/install-deploy-tools` has put there; throws a sentence that names those that are missing. */
export const deployTools = (environment: NodeJS.ProcessEnv): DeployTools => {
  const missing = missingDeployTools(environment);
  if (missing.length > 0) {
    throw new Error(`missing: ${missing.join(', ')}. Run .ci/install-deploy-tools`);
  }
  return toolsIn(directoryOf(environment));
};
