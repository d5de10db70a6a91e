import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { untilLogged } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { callerKeys, customerSecrets, guardedConfiguration, sign, signed } from './guarded-configuration.ts';

describe('secrets of a pipeline', () => {
  let standalone: Standalone;
  const endings = useEndings();
  beforeAll(async () => {
    const env = { CONFIG_FILE: await guardedConfiguration(), LOG_LEVEL: 'debug' };
    standalone = await startStandalone({ env });
    endings.push(() => standalone.stop());
  });

  test('and what callers show of them reach no log, even at its most talkative', async () => {
    const path = '/op/server/info?out=json';
    for (const key of [callerKeys[0], 'a-wrong-key']) {
      await send(standalone.url, path, { headers: { authorization: `Bearer ${key}` } });
    }
    await send(standalone.url, `/op/web/info?out=json${signed('c-logged')}`);
    await send(standalone.url, `/op/web/info?out=json&customerId=c-logged&customerId_sig=${sign('c-other')}`);
    await standalone.stop();
    const hidden = [...callerKeys, ...customerSecrets, 'a-wrong-key', sign('c-logged'), sign('c-other')];
    await untilLogged(standalone, 'answered');
    for (const secret of hidden) expect(standalone.output()).not.toContain(secret);
  });

  test('are not told by the notices at start, nor are guarded identifiers called open', () => {
    const notices = standalone
      .logged()
      .split('\n')
      .filter((line) => line.includes('knows or guesses'));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain(
      'accounts.demo.pipelines.web: whoever knows or guesses a value of email can',
    );
  });
});
