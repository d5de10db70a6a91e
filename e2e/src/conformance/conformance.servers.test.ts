import { defineAttacker } from '../attacker/define-attacker.ts';
import { defineUnreadAnswers } from '../attacker/define-unread-answers.ts';
import { useKith } from '../kit/use-kith.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { newSuiteHome } from '../suite/suite-home.ts';
import { conformanceConfiguration } from './conformance-configuration.ts';
import { defineConformance } from './define-conformance.ts';

const kith = useKith(withConfiguration(conformanceConfiguration, newSuiteHome));
defineConformance('interface B to the letter, by the apps apart', kith);
defineUnreadAnswers(kith, () => defineAttacker('an attacker of the apps apart', kith));
