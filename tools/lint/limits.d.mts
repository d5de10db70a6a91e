import type { Linter } from 'eslint';

export declare const LIMITS: Linter.RulesRecord;
export declare const FUNCTION_LIMITS: Linter.RulesRecord;
export declare const ABOVE_LIMITS: Readonly<Record<string, readonly string[]>>;
