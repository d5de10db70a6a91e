import UAParser from 'ua-parser-js';

/** What a user agent tells; what it does not tell is absent. */
export interface UserAgentValues {
  readonly [name: string]: string;
}

/** One browser goes by several names, as what it runs on differs. */
const BROWSERS: Readonly<Record<string, string>> = {
  'Mobile Safari': 'Safari',
  'Chrome WebView': 'Chrome',
  'Chrome Headless': 'Chrome',
  'Mobile Chrome': 'Chrome',
  'Firefox Focus': 'Firefox',
  'Mobile Firefox': 'Firefox',
  'Opera Mobi': 'Opera',
  'Opera Mini': 'Opera',
  'Opera Touch': 'Opera',
  'Opera Coast': 'Opera',
  'Opera Tablet': 'Opera',
  'Opera GX': 'Opera',
  IEMobile: 'IE',
};

const SYSTEMS: Readonly<Record<string, string>> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'Chrome OS',
  'Windows Phone': 'Windows',
  'Windows Mobile': 'Windows',
  Ubuntu: 'Linux',
  Debian: 'Linux',
  Fedora: 'Linux',
};

/** `deviceName`, `deviceType`, `browserFamily` and `osFamily` of a `User-Agent` header. */
export const readUserAgent = (userAgent: string): UserAgentValues => {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  const values = {
    deviceName: deviceName(device),
    deviceType: deviceType(device.type, os.name),
    browserFamily: familyOf(BROWSERS, browser.name),
    osFamily: familyOf(SYSTEMS, os.name),
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
};

/** Chrome on Android says K of every device. */
const HIDDEN_MODEL = 'K';

const deviceName = ({ vendor, model }: UAParser.IDevice): string | undefined => {
  if (model === undefined || model === HIDDEN_MODEL) return vendor;
  return vendor === undefined || model.startsWith(vendor) ? model : `${vendor} ${model}`;
};

const DESKTOPS: ReadonlySet<string> = new Set([
  'Windows',
  'Mac OS',
  'Linux',
  'Ubuntu',
  'Debian',
  'Fedora',
  'Chromium OS',
  'FreeBSD',
  'OpenBSD',
]);

const deviceType = (type: string | undefined, system: string | undefined): string | undefined => {
  if (type !== undefined) return type === 'smarttv' ? 'tv' : type;
  return system !== undefined && DESKTOPS.has(system) ? 'desktop' : undefined;
};

const familyOf = (
  families: Readonly<Record<string, string>>,
  name: string | undefined,
): string | undefined => (name !== undefined && Object.hasOwn(families, name) ? families[name] : name);
