import { describe, expect, test } from 'vitest';
import { tagSettings } from '../tag/tag-settings.ts';
import { compileConfiguration } from './compile-configuration.ts';
import { configurationSchema } from './configuration-schema.ts';

const documentWith = (pipeline: object) => ({
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: {
        customerId: { kind: 'login', verify: { hmac: { secretFile: '/s' } } },
        email: { kind: 'login' },
      },
      permissions: ['P', 'Q'],
      notifications: { N: { versions: [1, 2], current: 2, covers: ['P'], uxvariants: ['banner'] } },
      pipelines: {
        web: {
          cookie: { domain: 'example.com' },
          identifiers: ['customerId', 'email'],
          identifierSources: { email: ['body', 'query'] },
          sections: ['attributes'],
          ...pipeline,
        },
      },
    },
  },
});

const settingsOf = (pipeline: object, bodyBytes = 65_536) => {
  const { pipelines } = compileConfiguration(configurationSchema.parse(documentWith(pipeline)));
  return tagSettings(pipelines.get('web')!, bodyBytes);
};

const faultsOf = (pipeline: object): readonly string[] =>
  (configurationSchema.safeParse(documentWith(pipeline)).error?.issues ?? []).map(({ path, message }) =>
    [path.slice(4).join('.'), message].join(' '),
  );

describe('the web tag of a pipeline', () => {
  test('is there without a word, and reads, asks and waits for nothing', () => {
    expect(settingsOf({})).toEqual({
      keptAs: 'kith.demo',
      requires: [],
      gpc: true,
      dataLayer: [],
      spa: true,
      sections: [],
      body: ['email'],
      query: ['customerId', 'customerId_sig'],
      most: 58_982,
    });
  });

  test('is not there where it is switched off, and for servers', () => {
    expect(settingsOf({ tag: false })).toBeNull();
    expect(settingsOf({ cookie: false })).toBeNull();
    expect(settingsOf({ access: { keyFile: '/k' } })).toBeNull();
  });

  test.each([
    [{ tracking: { requires: 'P' } }, ['P']],
    [{ tracking: { requires: 'P' }, cookie: { domain: 'example.com', requires: 'Q' } }, ['P', 'Q']],
    [{ tracking: { requires: 'P' }, tag: { requires: 'Q' } }, ['Q']],
    [{ tracking: { requires: 'P' }, tag: { requires: false } }, []],
  ])('%j waits for %j', (pipeline, requires) => {
    expect(settingsOf(pipeline)?.requires).toEqual(requires);
  });

  test('is told how decisions of the consent manager become permissions', () => {
    const tcf = { P: { purposes: [1, 7], vendors: [755] } };
    const consentManager = { tcf, notification: 'N', version: 2, uxvariant: 'banner' };
    expect(settingsOf({ tag: { consentManager } })?.manager).toEqual({
      kind: 'tcf',
      needs: { P: ['p1', 'p7', 'v755'] },
      shown: { notification: 'N', version: 2, uxvariant: 'banner' },
    });
    for (const kind of ['googleConsentMode', 'oneTrust', 'usercentrics']) {
      const mapped = settingsOf({ tag: { consentManager: { [kind]: { Q: ['x', 'y'] } } } });
      expect(mapped?.manager).toEqual({ kind, needs: { Q: ['x', 'y'] } });
    }
  });

  test('sends no more than the endpoint takes', () => {
    expect(settingsOf({}, 10_000)?.most).toBe(9_000);
  });

  test.each([
    [{ requires: 'X' }, 'tag.requires is no permission of this account'],
    [{ sections: ['identifiers'] }, "tag.sections.0 is not among the pipeline's sections"],
    [
      { consentManager: { tcf: { X: { purposes: [1] } } } },
      'tag.consentManager.tcf.X is no permission of this account',
    ],
    [
      { consentManager: { oneTrust: { P: ['a'] }, notification: 'X' } },
      'tag.consentManager.notification is no notification of this account',
    ],
    [
      { consentManager: { oneTrust: { P: ['a'] }, notification: 'N', version: 3 } },
      'tag.consentManager.version is no version of it',
    ],
    [
      { consentManager: { oneTrust: { P: ['a'] }, notification: 'N', version: 1, uxvariant: 'wall' } },
      'tag.consentManager.uxvariant is no variant of it',
    ],
    [
      { consentManager: { oneTrust: { P: ['a'] }, tcf: { P: { purposes: [1] } } } },
      'tag.consentManager must have exactly one of tcf, googleConsentMode, oneTrust, usercentrics',
    ],
  ])('%j is refused', (tag, fault) => {
    expect(faultsOf({ tag })).toEqual([fault]);
  });

  test.each(['https://id.example.com/', 'id.example.com', 'ftp://id.example.com'])(
    '%s is no endpoint',
    (endpoint) => {
      expect(faultsOf({ tag: { endpoint } })).toHaveLength(1);
      expect(faultsOf({ tag: { endpoint: 'https://id.example.com' } })).toEqual([]);
    },
  );

  test('of a pipeline for servers is refused', () => {
    expect(faultsOf({ cookie: false, tag: {} })).toEqual(['tag needs a pipeline with a cookie']);
  });
});
