import { Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { compileConfiguration, configurationSchema, tagSettings } from '@kith/contracts';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assembleTag } from './assemble-tag.ts';
import { buildScripts } from './build/build-scripts.ts';
import { partSets, scriptName, type Scripts } from './scripts.ts';

const MAX_BYTES = 4_096;

const shipped = (): { accounts: { demo: { pipelines: { web: Record<string, unknown> } } } } =>
  parse(shippedConfiguration()) as ReturnType<typeof shipped>;

const managers = {
  tcf: { 'CS-OPT': { purposes: [1, 7, 9], vendors: [755] }, 'CS-OM': { purposes: [2, 4] } },
  googleConsentMode: { 'CS-OPT': ['analytics_storage'], 'CS-OM': ['ad_storage', 'ad_user_data'] },
  oneTrust: { 'CS-OPT': ['C0002'], 'CS-OM': ['C0004'] },
  usercentrics: { 'CS-OPT': ['Kith'], 'CS-OM': ['Kith Marketing'] },
};

describe('the size of tag.js', () => {
  let scripts: Scripts;
  beforeAll(async () => {
    scripts = await buildScripts();
  });

  test.each(Object.entries(managers))(
    'is at most 4 KB gzipped with all data layers and %s',
    (kind, mapping) => {
      const document = shipped();
      document.accounts.demo.pipelines.web['tag'] = {
        requires: 'CS-OPT',
        dataLayer: ['dataLayer', 'adobeDataLayer', 'digitalData', 'utag_data'],
        sections: ['attributes', 'permissions'],
        consentManager: { [kind]: mapping, notification: 'MAIN_CS', version: 2, uxvariant: 'banner' },
      };
      const { pipelines, limits } = compileConfiguration(configurationSchema.parse(document));
      const settings = tagSettings(pipelines.get('web')!, limits.bodyBytes)!;
      expect(gzipSync(assembleTag(scripts, settings), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
    },
  );

  test('every configuration has its script, and only what it asks for is in it', () => {
    expect(Object.keys(scripts).toSorted()).toEqual(partSets().map(scriptName).toSorted());
    expect(scripts['tag']).not.toMatch(/pushState|__tcfapi|UC_UI|Onetrust|"update"/);
  });

  test('each is a script in a block of its own', () => {
    for (const text of Object.values(scripts)) expect(() => new Script(`{let ${text}}`)).not.toThrow();
  });

  test('nothing in it needs a policy to allow evaluated text or inline style', () => {
    for (const text of Object.values(scripts))
      expect(text).not.toMatch(/\beval\b|new Function|\.style\b|innerHTML/);
  });
});
