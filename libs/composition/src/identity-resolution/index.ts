export {
  type AdministrationStores,
  composeAdministration,
  composePrivacyAdministration,
  composeUnauditedAdministration,
  IDENTITY_RESOLUTION_SECRETS,
} from './compose-administration.ts';
export {
  type IdentityResolution,
  type IdentityResolutionDeps,
  SINK_STUCK,
  startIdentityResolution,
} from './start-identity-resolution.ts';
