/** What a browser's tag shares with the server: types alone, of sources that no browser has to have. */
export type { InfoAnswer } from '../info/info-answer.ts';
export type { TagManagerSettings, TagSettings } from './tag-settings.ts';
