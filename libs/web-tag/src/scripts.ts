import type { TagSettings } from '@kith/contracts/tag';

/** The built scripts of the tag by what is built in. */
export type Scripts = Readonly<Record<string, string>>;

/** What a script can have built in, beside what every page gets. */
export const PARTS = [
  'DataLayers',
  'Navigation',
  'Tcf',
  'GoogleConsentMode',
  'OneTrust',
  'Usercentrics',
] as const;
export type Part = (typeof PARTS)[number];

const MANAGERS = {
  tcf: 'Tcf',
  googleConsentMode: 'GoogleConsentMode',
  oneTrust: 'OneTrust',
  usercentrics: 'Usercentrics',
} as const;

/** Every set of parts that a configuration can ask for: a site has one consent manager, or none. */
export const partSets = (): readonly (readonly Part[])[] =>
  [[], ['DataLayers']].flatMap((layers) =>
    [[], ['Navigation']].flatMap((navigation) =>
      [[], ...Object.values(MANAGERS).map((manager) => [manager])].map(
        (manager) => [...layers, ...navigation, ...manager] as Part[],
      ),
    ),
  );

/** The parts that these settings ask for. */
export const partsFor = ({ dataLayer, spa, manager }: TagSettings): readonly Part[] => [
  ...(dataLayer.length > 0 ? (['DataLayers'] as const) : []),
  ...(spa ? (['Navigation'] as const) : []),
  ...(manager === undefined ? [] : [MANAGERS[manager.kind]]),
];

/** The name of the script with these parts. */
export const scriptName = (parts: readonly Part[]): string => ['tag', ...parts].join('-');

/** The variables that the settings are in a script, those of a consent manager among them. */
export const SETTINGS_NAMES = {
  keptAs: '$u',
  endpoint: '$c',
  requires: '$S',
  gpc: '$O',
  dataLayer: '$d',
  sections: '$Q',
  body: '$b',
  query: '$L',
  most: '$m',
  needs: '$l',
  shown: '$o',
} as const;
