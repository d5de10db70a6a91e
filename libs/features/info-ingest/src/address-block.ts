/** The part of an address that counts as one visitor: IPv4 whole; of IPv6 the first 64 bits, a line's own block. */
export const addressBlock = (address: string): string =>
  address.includes(':') ? ipv6Groups(address).slice(0, 4).join(':') : address;

const ipv6Groups = (address: string): readonly string[] => {
  const [head = [], tail] = (address.split('%')[0] ?? '').split('::').map(groupsOf);
  if (tail === undefined) return head;
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail];
};

const groupsOf = (text: string): readonly string[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [shortest(group)]));

const shortest = (group: string): string => parseInt(group, 16).toString(16);

const NOT_PUBLIC =
  /^(?:10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Whether an address is one of the Internet: others are a load balancer, a proxy, or this machine itself. */
export const isPublicAddress = (address: string): boolean => !NOT_PUBLIC.test(address);
