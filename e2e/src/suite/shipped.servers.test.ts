import { defineBadInput } from '../info/define-bad-input.ts';
import { useKith } from '../kit/use-kith.ts';
import { defineShipped } from './define-shipped.ts';
import { newSuiteHome } from './suite-home.ts';

const kith = useKith(newSuiteHome);
defineShipped('the shipped configuration, by the apps apart', kith);
defineBadInput('a request that does not conform, to the apps apart', kith);
