import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { conformanceConfiguration } from './conformance-configuration.ts';
import { defineConformance } from './define-conformance.ts';

const kith = useKith(withConfiguration(conformanceConfiguration, newStandaloneHome));
defineConformance('interface B to the letter', kith);
