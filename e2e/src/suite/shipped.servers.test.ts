import { defineBadInput } from '../info/define-bad-input.ts';
import { useKith } from '../kit/use-kith.ts';
import { defineShipped } from './define-shipped.ts';
import { newPatientSuiteHome } from './suite-home.ts';

const kith = useKith(newPatientSuiteHome);
defineShipped('the shipped configuration, by the apps apart', kith);
defineBadInput('a request that does not conform, to the apps apart', kith);
