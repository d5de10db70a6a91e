import type { CallFunction, CallHandler, CallTable } from '@kith/contracts';

/** A call as it goes over the wire, with an input and a result that its schemas take. */
interface Sample<Input, Output> {
  /** Written out once more: programs of every release call it so. */
  readonly path: string;
  /** The same: whether a program makes the call again after a lost connection. */
  readonly repeatable: boolean;
  readonly input: Input;
  readonly output: Output;
}

/** A sample of each call of tables. */
export type Samples<Table extends CallTable> = {
  readonly [Family in keyof Table]: {
    readonly [Name in keyof Table[Family]]: Sample<
      Required<Parameters<CallFunction<Table[Family][Name]>>>[1],
      Awaited<ReturnType<CallHandler<Table[Family][Name]>>>
    >;
  };
};
