/** The account and the pipeline of the shipped configuration that the page is written for. */
export const DEMO = { account: 'demo', pipeline: 'demo' } as const;
