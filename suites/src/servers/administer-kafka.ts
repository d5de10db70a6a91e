import { setTimeout } from 'node:timers/promises';
import kafkajs from 'kafkajs';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, Kafka, logLevel, ResourcePatternTypes } =
  kafkajs;

/** A user may do something with one topic or one group. */
export interface KafkaRule {
  /** `User:NAME` */
  readonly principal: string;
  readonly operation: 'Read' | 'Write' | 'DescribeConfigs' | 'AlterConfigs' | 'All';
  readonly on: 'topic' | 'group';
  readonly name: string;
  /** Whether all are meant whose names begin so. */
  readonly isPrefix?: boolean;
}

export interface KafkaSetup {
  /** Partitions by the names of the topics. */
  readonly topics: Readonly<Record<string, number>>;
  readonly rules: readonly KafkaRule[];
}

const OPERATIONS = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  AlterConfigs: AclOperationTypes.ALTER_CONFIGS,
  All: AclOperationTypes.ALL,
} as const;
const RESOURCES = { topic: AclResourceTypes.TOPIC, group: AclResourceTypes.GROUP } as const;

const PAUSE_MS = 20;

/** Makes topics and allows what the rules say, in force when it returns, at a broker that lets everybody administer it. */
export const administerKafka = async (broker: string, { topics, rules }: KafkaSetup): Promise<void> => {
  const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const wanted = Object.entries(topics).map(([topic, numPartitions]) => ({ topic, numPartitions }));
    await admin.createTopics({ topics: wanted, waitForLeaders: false });
    await admin.createAcls({ acl: rules.map(aclOf) });
    while ((await knownAcls(admin)) < rules.length) await setTimeout(PAUSE_MS);
  } finally {
    await admin.disconnect();
  }
};

/** The controller has them first, the broker soon. */
const knownAcls = async (admin: kafkajs.Admin): Promise<number> => {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: AclOperationTypes.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls }) => acls).length;
};

const aclOf = ({ principal, operation, on, name, isPrefix = false }: KafkaRule) => ({
  principal,
  host: '*',
  operation: OPERATIONS[operation],
  permissionType: AclPermissionTypes.ALLOW,
  resourceType: RESOURCES[on],
  resourceName: name,
  resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
});
