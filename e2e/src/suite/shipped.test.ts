import { defineBadInput } from '../info/define-bad-input.ts';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { useKith } from '../kit/use-kith.ts';
import { defineOverload } from '../overload/define-overload.ts';
import { defineShipped } from './define-shipped.ts';

const kith = useKith(newStandaloneHome);
defineShipped('the shipped configuration', kith);
defineBadInput('a request that does not conform', kith);
defineOverload('more than a standalone can do', kith);
