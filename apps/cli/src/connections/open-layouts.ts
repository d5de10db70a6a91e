import { openMongodbLayouts, type DatabaseOf } from '@kith/mongodb';
import { ConfigurationError } from '@kith/platform';
import type { LayoutAdministration, LayoutProgress, Opened, Place } from './connections.ts';

/** The layouts of the database that MONGODB_URI names; no app is asked, for it may be the one that is waited for. */
export const openLayouts = async (
  { settings: { MONGODB_URI: uri } }: Pick<Place, 'settings'>,
  of: DatabaseOf,
  progress: LayoutProgress,
): Promise<Opened<LayoutAdministration>> => {
  if (uri === undefined) {
    const sentence =
      'the database whose layout is meant; standalone changes that of its own data when it starts';
    throw new ConfigurationError([`MONGODB_URI: is missing: ${sentence}`]);
  }
  const layouts = await openMongodbLayouts(of, { uri, appName: 'kith', ...progress });
  return { opened: layouts, close: layouts.close };
};
