import { conformanceConfiguration } from '../conformance/conformance-configuration.ts';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { defineAttacker } from './define-attacker.ts';
import { defineSlowRequests } from './define-slow-requests.ts';
import { defineUnreadAnswers } from './define-unread-answers.ts';

const kith = useKith(withConfiguration(conformanceConfiguration, newStandaloneHome));

defineSlowRequests(kith, () =>
  defineUnreadAnswers(kith, () => defineAttacker('an attacker, beside the slow ones', kith)),
);
