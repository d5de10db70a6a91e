import type { Umid } from '@kith/domain/identity';
import type {
  DeviceDocument,
  HolderDocument,
  IdentifierDocument,
  LinkDocument,
  ProfileDocument,
  SuppressionDocument,
} from '../engine/documents.ts';
import { identityKey, lastPart, linksAround, ownedBy, profileKey } from '../engine/identity-keys.ts';
import type {
  FormerDevice,
  FormerHolder,
  FormerIdentifier,
  FormerLink,
  FormerProfile,
  FormerSuppression,
} from './former-collections.ts';

/** What stands under a former document in the identity collection. */
export const profileOfFormer = (former: FormerProfile): ProfileDocument => {
  const { account, version } = former;
  const _id = profileKey(account, lastPart(former._id));
  if ('to' in former) {
    const { to, next = to, journal } = former;
    const shortcut = next === to ? {} : { shortcut: lastPart(next) };
    return { _id, version, account, to: lastPart(to), ...shortcut, journal };
  }
  const { createdAt: _created, lastSeenAt: _seen, absorbed: _absorbed, ...living } = former;
  return { ...living, _id };
};

export const deviceOfFormer = ({ target: _, bound, ...former }: FormerDevice): DeviceDocument => {
  const [account, [umdid]] = partsOf(former._id, 1);
  return {
    ...former,
    _id: identityKey(account, 'device', umdid!),
    of: ownedBy(account, 'device', lastPart(bound)),
  };
};

export const identifierOfFormer = ({ _id, target }: FormerIdentifier): IdentifierDocument => {
  const [account, [digest]] = partsOf(_id, 1);
  return {
    _id: identityKey(account, 'identifier', digest!),
    of: ownedBy(account, 'identifier', lastPart(target)),
  };
};

export const holderOfFormer = ({ _id, lastSeen }: FormerHolder): HolderDocument => {
  const [account, [digest, umid]] = partsOf(_id, 2);
  return {
    _id: identityKey(account, 'holder', digest!, umid!),
    of: ownedBy(account, 'holder', umid as Umid),
    around: identityKey(account, 'holder', digest!),
    lastSeen,
  };
};

export const linkOfFormer = ({ _id, umids, why, lastSeen }: FormerLink): LinkDocument => {
  const [account, [own, other]] = partsOf(_id, 2);
  return {
    _id: identityKey(account, 'link', own!, other!),
    around: linksAround(account, own as Umid),
    umids,
    why,
    lastSeen,
  };
};

export const suppressionOfFormer = ({ _id, at }: FormerSuppression): SuppressionDocument => {
  const [account, [key]] = partsOf(_id, 1);
  return { _id: identityKey(account, 'suppression', key!), at };
};

/** The account, whose name may have colons, and so many parts, which have none. */
const partsOf = (key: string, count: number): readonly [account: string, parts: readonly string[]] => {
  const all = key.split(':');
  return [all.slice(0, -count).join(':'), all.slice(-count)];
};
