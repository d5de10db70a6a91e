import { z } from 'zod';

/** What a call leaves in the log of the app that took it. It never says whom it concerned. */
export interface CallNote {
  readonly level: 'info' | 'debug';
  readonly about: Readonly<Record<string, unknown>>;
  readonly said: string;
}

interface CallDefinition<Body, Input extends z.ZodObject, Output extends z.ZodType> {
  /** Where the app takes it, by `POST`. */
  readonly path: string;
  /** What the caller brings, as the body has it; what is not declared is refused. */
  readonly input: Input;
  /** What it comes to; what is not declared is dropped, on both sides. */
  readonly output: Output;
  /** Made twice it does no more than made once: after a lost connection it may be made again. */
  readonly repeatable: boolean;
  /** It may take as long as its caller waits, also where that is longer than a request of a visitor may take. */
  readonly isPatient?: boolean;
  /** Calls of one turn of the loop may travel in one request (`gatheredCall`); one alone is served all the same. */
  readonly isGathered?: boolean;
  /** What the log is told once the call is answered; null: nothing. Without it no such call is logged. */
  noted?(body: Body, output: z.output<Output>): CallNote | null;
}

/** A call about the installation as a whole, or one that names its account among its other members. */
export interface GeneralCall<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends CallDefinition<z.output<Input>, Input, Output> {
  readonly isScoped: false;
}

/** A call that is confined to one account: the body has the member `account` beside those of the input. */
export interface ScopedCall<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends CallDefinition<z.output<Input> & { readonly account: string }, Input, Output> {
  readonly isScoped: true;
}

export type Call = GeneralCall | ScopedCall;

/** Calls by their names, family by family. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, Call>>>>;

export const call = <Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Omit<GeneralCall<Input, Output>, 'isScoped'>,
): GeneralCall<Input, Output> => ({ ...definition, isScoped: false });

export const scopedCall = <Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Omit<ScopedCall<Input, Output>, 'isScoped'>,
): ScopedCall<Input, Output> => ({ ...definition, isScoped: true });

/** The whole body of a call. */
export const bodySchema = ({ input, isScoped }: Call): z.ZodObject =>
  isScoped ? z.strictObject({ account: z.string(), ...input.shape }) : input;

interface Deadline {
  remainingMs(): number;
}

/** What a call carries beside its input: when the answer is due, and the account to which it is confined. */
type Context<C extends Call> = C['isScoped'] extends true
  ? { readonly account: string; readonly deadline: Deadline }
  : Deadline;

type Primitive = string | number | boolean | null | undefined;

/** The same, not to be changed: what is only read may be either. */
type DeepReadonly<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends readonly (infer Item)[]
      ? readonly DeepReadonly<Item>[]
      : { readonly [Name in keyof T]: DeepReadonly<T[Name]> };

/** An input in which every member may be left out may be left out itself. */
type Arguments<Input> = Record<string, never> extends Input ? [input?: Input] : [input: Input];

/** A call as its caller has it. */
export type CallFunction<C extends Call> = (
  context: Context<C>,
  ...input: Arguments<DeepReadonly<z.input<C['input']>>>
) => Promise<z.output<C['output']>>;

/** A call as the one who answers it has it. */
export type CallHandler<C extends Call> = (
  context: Context<C>,
  input: z.output<C['input']>,
) => Promise<DeepReadonly<z.input<C['output']>>>;

/** All calls of a table as functions. */
export type CallsOf<Table extends CallTable> = {
  readonly [Family in keyof Table]: {
    readonly [Name in keyof Table[Family]]: CallFunction<Table[Family][Name]>;
  };
};

/** Who answers all calls of a table. */
export type HandlersOf<Table extends CallTable> = {
  readonly [Family in keyof Table]: {
    readonly [Name in keyof Table[Family]]: CallHandler<Table[Family][Name]>;
  };
};
