import { defineOneState } from './define-one-state.ts';
import { apartStage } from './stage.ts';

defineOneState('a person with several devices, in the apps apart', apartStage);
