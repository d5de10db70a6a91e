import { ConfigurationError } from '@kith/platform';
import type { EdgeConfiguration } from '../pipeline-entry.ts';
import { someSecrets } from '../some-secrets.ts';
import { httpStepsOf } from './http-steps-of.ts';

/** What a header can hold. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * The secrets that headers of calls hold, by their files: the first of each. Throws a `ConfigurationError` where one is none that a
 * header can hold; the sentence shows nothing of it.
 */
export const headerSecrets = (configuration: EdgeConfiguration): ReadonlyMap<string, string> =>
  new Map(
    httpStepsOf(configuration)
      .flatMap(({ headers }) => [...headers.values()])
      .flatMap((rule) =>
        'text' in rule ? [] : [[rule.secretFile, secretIn(configuration, rule.secretFile)]],
      ),
  );

const secretIn = ({ files }: EdgeConfiguration, file: string): string => {
  const [secret = ''] = someSecrets(files, file);
  if (!HEADER_VALUE.test(secret)) throw new ConfigurationError([`${file}: holds what no header can`]);
  return secret;
};
