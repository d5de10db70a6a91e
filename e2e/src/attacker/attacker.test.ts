import { conformanceConfiguration } from '../conformance/conformance-configuration.ts';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { defineAttacker } from './define-attacker.ts';

defineAttacker('an attacker', useKith(withConfiguration(conformanceConfiguration, newStandaloneHome)));
