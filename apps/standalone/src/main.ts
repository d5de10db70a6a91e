import { resolve } from 'node:path';
import { ConfigurationError, createLifecycle, createLogger } from '@kith/platform';
import { banner } from './banner.ts';
import { bootstrapUser } from './bootstrap-user.ts';
import { startStandalone } from './compose.ts';
import { readConfig } from './config.ts';
import type { StandaloneConfig } from './config.ts';

/** How long the shutdown may take, in milliseconds. */
const SHUTDOWN_MS = 20_000;

const run = async (config: StandaloneConfig): Promise<void> => {
  const { settings, configuration } = config;
  // What a person reads goes to standard output, what a machine reads to standard error.
  const logger = createLogger({ name: 'standalone', level: settings.LOG_LEVEL, destination: process.stderr });
  const lifecycle = createLifecycle(logger);
  lifecycle.exitOnFatalErrors();
  const stopped = lifecycle.untilSignal();
  for (const notice of configuration.notices) logger.warn({}, notice);
  const { port, managementPort, issuing } = await startStandalone(config, logger, lifecycle);
  const credentials = await bootstrapUser(issuing, config);
  const text = banner({
    publicUrl: `http://${settings.HOST}:${port}`,
    managementUrl: `http://${settings.HOST}:${managementPort}`,
    dataDirectory: resolve(settings.DATA_DIR),
    configFile: settings.CONFIG_FILE,
    pipelines: [...configuration.pipelines.keys()],
    credentials,
  });
  process.stdout.write(`${text}\n`);
  logger.info({ signal: await stopped }, 'stopping');
  lifecycle.setUnready('stopping');
  await lifecycle.close(SHUTDOWN_MS);
};

try {
  await run(await readConfig());
} catch (error) {
  process.stderr.write(`Kith did not start. ${explanation(error)}\n`);
  process.exitCode = 1;
}

function explanation(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
