import { newConfiguration } from '../configuration/rewritable-configuration.ts';
import { startApart } from '../suite/apart.ts';
import { defineExpiry, keeping } from './define-expiry.ts';
import { serverTexts } from './server-texts.ts';

defineExpiry('what an account no longer keeps, with the apps apart,', async () => {
  const configuration = await newConfiguration(keeping({}));
  const { suite, servers, end } = await startApart({ CONFIG_FILE: configuration.path });
  const managementUrl = suite.managementUrl('identity-resolver');
  const remover = suite.processes.find((one) => one.managementUrl === managementUrl);
  if (remover === undefined) throw new Error('there is no resolver');
  return {
    kith: suite,
    configuration,
    processes: suite.processes,
    remover,
    everything: () => serverTexts(servers.environment),
    end: async () => {
      await end();
      await configuration.remove();
    },
  };
});
