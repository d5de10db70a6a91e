import { defineOneState } from './define-one-state.ts';
import { standaloneStage } from './stage.ts';

defineOneState('a person with several devices', standaloneStage);
