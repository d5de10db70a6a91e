export { accessToken, offlineToken } from './analyst.ts';
export { addFirstUser, type FirstUser } from './first-user.ts';
export { nodeFlags } from './node-flags.ts';
export { startApp, type AppPlan, type SuiteApp } from './suite-app.ts';
export { ARCHITECTURE_PORTS, suitePlan } from './suite-plan.ts';
export { SUITE_SECRETS } from './suite-secrets.ts';
