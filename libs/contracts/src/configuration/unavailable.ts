/**
 * What the format has but this version does not do. To pass over a member that protects somebody would be a lie, so
 * the configuration is refused where it stands.
 */
export const UNAVAILABLE = 'not available in this version';
