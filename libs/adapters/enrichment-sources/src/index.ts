export * from './isbot/bot-detection.ts';
export * from './maxmind/open-geo-source.ts';
export * from './tables/open-table-source.ts';
export * from './user-agent/user-agent-source.ts';
