import { conformanceConfiguration } from '../conformance/conformance-configuration.ts';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { defineAttacker } from './define-attacker.ts';
import { defineSlowRequests } from './define-slow-requests.ts';

const kith = useKith(withConfiguration(conformanceConfiguration, newStandaloneHome));

defineSlowRequests(kith, () => defineAttacker('an attacker, beside the slow one', kith));
