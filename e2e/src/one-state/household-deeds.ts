import { newPerson, umidOf, type Household, type Member, type Person } from './household.ts';

/** What an administrator does, by a command. */
export interface Administrator {
  readonly unmerge: (umid: string) => Promise<void>;
  readonly erase: (umid: string) => Promise<void>;
  readonly tell: (customerId: string, granted: boolean) => Promise<void>;
}

type Deed = (household: Household) => Promise<void>;

const pick = <T>({ random }: Household, among: readonly T[]): T => among[random(among.length) - 1]!;

const isGranting = ({ random }: Household): boolean => random(2) === 1;

const later = (one: Person['consent'], other: Person['consent']): Person['consent'] =>
  (one?.at ?? -1) > (other?.at ?? -1) ? one : other;

/** Everybody at the one is at the other from now on. */
const unite = ({ members }: Household, absorbed: Person, survivor: Person): void => {
  survivor.consent = later(survivor.consent, absorbed.consent);
  for (const member of members) if (member.person === absorbed) member.person = survivor;
};

/** A visitor becomes a customer; a customer's device goes over to a new one. */
const logInAnew = (household: Household, member: Member): Promise<void> => {
  const customerId = household.newId();
  return household.step(`logs in as the new ${customerId}`, member, async () => {
    const { umid } = await member.visitor.info(`&customerId=${customerId}`);
    if (member.person.customerId === null) member.person.customerId = customerId;
    else member.person = { umid, customerId, consent: null };
  });
};

/** A visitor is merged into the customer; a customer's device goes over. */
const logInAs = (household: Household, member: Member, other: Person): Promise<void> =>
  household.step(`logs in as ${other.customerId}`, member, async () => {
    await member.visitor.info(`&customerId=${other.customerId}`);
    if (member.person.customerId === null) unite(household, member.person, other);
    else member.person = other;
  });

const logIn: Deed = (household) => {
  const member = pick(household, household.members);
  const customers = household.members
    .map(({ person }) => person)
    .filter(({ customerId }) => customerId !== null);
  return customers.length === 0 || household.random(3) === 1
    ? logInAnew(household, member)
    : logInAs(household, member, pick(household, customers));
};

const consent: Deed = (household) => {
  const [member, granted] = [pick(household, household.members), isGranting(household)];
  return household.step(granted ? 'consents' : 'withdraws', member, async () => {
    await member.visitor.info('', { permission: { 'CS-OPT': granted } });
    member.person.consent = { granted, at: household.nextMoment() };
  });
};

/** A device becomes somebody whom nobody knows. */
const reset = (household: Household, member: Member): Promise<void> =>
  household.step('is reset', member, async () => {
    const received = await member.visitor.post('/op/web/reset?out=json', {});
    member.person = { ...newPerson(), umid: umidOf(received) };
  });

const resetSomebody: Deed = (household) => reset(household, pick(household, household.members));

/** Visitors become one where their devices tell of the same. */
const share: Deed = async (household) => {
  const visitors = household.members.filter(({ person }) => person.customerId === null);
  const [one] = visitors;
  const other = visitors.find(({ person }) => person !== one?.person);
  if (one === undefined || other === undefined) return resetSomebody(household);
  const deviceId = household.newId();
  await household.step(`tells of ${deviceId}`, one, async () => {
    await one.visitor.info(`&deviceId=${deviceId}`);
  });
  await household.step(`tells of ${deviceId}, too`, other, async () => {
    await other.visitor.info(`&deviceId=${deviceId}`);
    unite(household, other.person, one.person);
  });
};

/** What happens all the time. */
export const DEEDS: readonly Deed[] = [logIn, logIn, consent, consent, share, resetSomebody];

/** A visitor with a consent of its own is merged into a customer, and both are taken apart again. */
const mergeAndUndo =
  ({ unmerge }: Administrator): Deed =>
  async (household) => {
    const [member, other] = household.members.toSorted(() => household.random(3) - 2) as [Member, Member];
    if (other.person.customerId === null) await logInAnew(household, other);
    await reset(household, member);
    const granted = isGranting(household);
    await household.step(granted ? 'consents' : 'withdraws', member, async () => {
      await member.visitor.info('', { permission: { 'CS-OPT': granted } });
      member.person.consent = { granted, at: household.nextMoment() };
    });
    const [visitor, customer] = [member.person, other.person];
    const before = customer.consent;
    await logInAs(household, member, customer);
    await household.step(`the merge of ${visitor.umid} is undone`, null, async () => {
      await unmerge(customer.umid!);
      customer.consent = before;
      member.person = visitor;
    });
  };

const eraseSomebody =
  ({ erase }: Administrator): Deed =>
  (household) => {
    const { person } = pick(household, household.members);
    return household.step(`${person.umid} is erased`, null, async () => {
      await erase(person.umid!);
      for (const member of household.members) if (member.person === person) member.person = newPerson();
    });
  };

/** What a shop says of a customer. */
const tellOfSomebody =
  ({ tell }: Administrator): Deed =>
  async (household) => {
    const { members } = household;
    if (members.every(({ person }) => person.customerId === null)) await logInAnew(household, members[0]!);
    const { person } = pick(
      household,
      members.filter((member) => member.person.customerId !== null),
    );
    const granted = person.consent?.granted !== true;
    await household.step(`a shop says ${granted} of ${person.customerId}`, null, async () => {
      await tell(person.customerId!, granted);
      person.consent = { granted, at: household.nextMoment() };
    });
  };

/** What happens now and then, as a command is a process of its own. */
export const rareDeeds = (administrator: Administrator): readonly Deed[] =>
  [mergeAndUndo, eraseSomebody, tellOfSomebody].map((deed) => deed(administrator));
