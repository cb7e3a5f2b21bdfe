import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** A column of a table on the command line. */
export interface Column {
  readonly title: string;
  readonly width: number;
  readonly of: (row: Readonly<Record<string, unknown>>) => string;
  readonly right?: boolean;
}

/**
 * How an input field is given on the command line. By default a field `accountId` is the option
 * `--account-id`, `clientId` is `--client`, a boolean is a flag and a list may be repeated.
 */
export interface OptionForm {
  readonly option?: string;
  /** The option names a file; its bytes as base64, its text, or its name is the field's value. */
  readonly file?: "base64" | "text" | "name";
  /** The option names an environment variable with the field's value: a secret is no argument, since others can read those. */
  readonly env?: true;
  /** Turns the text into the field's value where the field is no plain text, number or flag. */
  readonly read?: (text: string) => Result<unknown, Failure>;
}

/** A verb of the command line: its options and their help derive from the input schema. */
export interface CommandForm<I, O> {
  /** Noun and verb, such as `flux sign`. */
  readonly verb: `${string} ${string}`;
  /** Fields whose option differs from the default; null for a field that the command line doesn't offer. */
  readonly options?: { readonly [Field in keyof I]?: string | OptionForm | null };
  /** Fields that are named by their place, such as `pack verify FILE`. */
  readonly places?: readonly (keyof I & string)[];
  /** It sends to ledgers, so those of the demo firm must run. */
  readonly sends?: true;
  /** The file in the answer: the command line writes it to `--out`, by default under its own name, and never over another one. */
  readonly file?: (value: O) => { readonly name: string; readonly content: string };
  /** The answer for people; with --json it is printed as it is. */
  readonly lines?: (value: O, input: I) => readonly string[];
  /** What ended it before all was done: said after the lines, and the exit status is that of a command that is partly done. */
  readonly failure?: (value: O) => Failure | null;
  /** The answer as rows: a table for people, one JSON object a line with --json. */
  readonly table?: {
    readonly rows: (value: O) => readonly object[];
    readonly columns: readonly Column[];
    /** With --json the whole answer instead of its rows. */
    readonly whole?: true;
    /** What people read before the rows. */
    readonly before?: (value: O, input: I) => readonly string[];
    /** What people read after the rows. */
    readonly after?: (value: O) => string | readonly string[] | null;
  };
}

type Row = Readonly<Record<string, unknown>>;

/** A column whose text is flush left. */
export const left = (title: string, width: number, of: (row: Row) => unknown): Column => ({
  title,
  width,
  of: (row) => String(of(row) ?? ""),
});

/** A column whose text is flush right, for figures. */
export const right = (title: string, width: number, of: (row: Row) => unknown): Column => ({ ...left(title, width, of), right: true });
