import { fetchAccessToken, findPerson, type Person } from '../kit/analyst.ts';
import { eventually } from '../kit/eventually.ts';
import type { Kith } from '../kit/kith.ts';
import { createVisitor } from '../kit/visitor.ts';

/** A Kith that knows a customer, and a token that sees him. */
export type GraphqlStage = {
  /** Where `/graphql` is. */
  readonly url: () => string;
  readonly token: () => string;
  readonly person: () => Person;
};

/** Lets a customer visit the prices, and answers with the umid once the visit has been stored. */
export const seeCustomer = async (url: string): Promise<string> => {
  const visitor = createVisitor(url);
  const visit = { permission: { 'CS-OPT': true }, data: [{ page: { name: 'prices' } }] };
  const { umid } = await visitor.info('&customerId=c-1001', visit);
  await eventually(
    () => visitor.info('&attributes'),
    ({ attributes }) => attributes?.['pageViews'] === '1',
  );
  return umid;
};

/** Lets a customer visit, and fetches a token. */
export const fillStage = async (kith: Kith): Promise<GraphqlStage> => {
  const umid = await seeCustomer(kith.url);
  const token = await fetchAccessToken(kith.authUrl);
  const person = await findPerson(kith.graphqlUrl, token, umid);
  if (person === null) throw new Error('the customer is unknown');
  return { url: () => kith.graphqlUrl, token: () => token, person: () => person };
};
