import type { z } from "zod";
import type { ApiContext } from "#main/api/context.ts";
import type { Caller } from "#main/api/door.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PersonRole } from "#shared/model/close/person.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientWork } from "./client-work.ts";
import type { CommandForm } from "./command-form.ts";

/** What an operation on the firm's file works with, on the thread that owns it. */
export interface FirmWork extends Act {
  readonly firm: Sqlite;
}

/**
 * Where an operation runs. `reader`: a read-only connection to the client's file, never behind a sync.
 * `writer`: the thread that owns the client's file, in one transaction that a failure rolls back.
 * `firmReader` and `firmWriter`: the same for the firm's file. `core`: beside the sync engine and the
 * write queue, for what talks to ledgers, the keychain or the shell.
 */
export interface WorkOf {
  readonly reader: ClientWork;
  readonly writer: ClientWork;
  readonly firmReader: FirmWork;
  readonly firmWriter: FirmWork;
  readonly core: ApiContext;
}
export type Place = keyof WorkOf;
export type ThreadPlace = Exclude<Place, "core">;

/** What a successful operation makes stale: the close board's row, and with `clients` what windows show of the client. */
export type Outdates = "close" | "clients";

type Answer<R extends Place, T> = R extends "core" ? Promise<Result<T, Failure>> : Result<T, Failure>;

export interface Definition<I extends z.ZodType, O extends z.ZodType, R extends Place, P> {
  /** One line for the command line's help and for other programs. */
  readonly summary: string;
  /** Parsed at the door, whose own caps (`input-caps.ts`) hold for every text, list and file without a maximum here. */
  readonly input: I;
  readonly output: O;
  readonly runs: R;
  /** The least role; by default viewers read and preparers write. */
  readonly allowed?: PersonRole | ((input: z.output<I>) => PersonRole);
  /** Whether it counts as the person's signature, which takes their PIN where the firm requires it. */
  readonly signs?: boolean | ((input: z.output<I>) => boolean);
  readonly outdates?: readonly Outdates[];
  /** The answer for a client whose ledger was never read; without one such a client is refused. */
  readonly unread?: z.output<O>;
  /** What only the core can supply before a thread does the rest, such as the cells of an uploaded table. */
  readonly prepare?: (context: ApiContext, input: z.output<I>) => Promise<Result<P, Failure>>;
  /** What only the core can do once it has succeeded, such as putting a moved close on the board. */
  readonly after?: (context: ApiContext, input: z.output<I>, value: z.output<O>) => Promise<void>;
  /** `caller` is for long work in the core: its signal says that the caller is no longer waiting. */
  readonly perform: (work: WorkOf[R], input: z.output<I>, prepared: P, caller: Caller) => Answer<R, z.output<O>>;
  /** Its verb on the command line; without one it has none. */
  readonly command?: CommandForm<z.output<I>, z.output<O>>;
}

/** An operation as declared: the router, the threads, permissions, the command line and the window's client derive from it. */
export interface Operation<N extends string = string, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly name: N;
  readonly kind: "query" | "command";
  readonly summary: string;
  readonly input: I;
  readonly output: O;
  readonly runs: Place;
  readonly outdates: readonly Outdates[];
  /** The answer for a client whose ledger was never read; undefined refuses such a client. */
  readonly unread: unknown;
  /** The least role; a function where it depends on what is asked. */
  readonly allowed: PersonRole | ((input: unknown) => PersonRole);
  /** Whether it counts as the person's signature. */
  signs(input: unknown): boolean;
  prepare(context: ApiContext, input: unknown): Promise<Result<unknown, Failure>>;
  perform(
    work: WorkOf[Place],
    input: unknown,
    prepared: unknown,
    caller: Caller,
  ): Result<unknown, Failure> | Promise<Result<unknown, Failure>>;
  after(context: ApiContext, input: unknown, value: unknown): Promise<void>;
  readonly command: CommandForm<never, never> | null;
}

/** An operation that changes nothing and may be repeated at any time. */
export function query<N extends string, I extends z.ZodType, O extends z.ZodType, R extends Place, P = undefined>(
  name: N,
  definition: Definition<I, O, R, P>,
): Operation<N, I, O> {
  return declare(name, "query", definition);
}

/** An operation that may change something. */
export function command<N extends string, I extends z.ZodType, O extends z.ZodType, R extends Place, P = undefined>(
  name: N,
  definition: Definition<I, O, R, P>,
): Operation<N, I, O> {
  return declare(name, "command", definition);
}

function declare<N extends string, I extends z.ZodType, O extends z.ZodType, R extends Place, P>(
  name: N,
  kind: Operation["kind"],
  { summary, input, output, runs, outdates, unread, allowed, signs, prepare, after, perform, command: form }: Definition<I, O, R, P>,
): Operation<N, I, O> {
  const least = allowed ?? (kind === "query" ? "viewer" : "preparer");
  // The router hands over only what it parsed with this very schema, so the casts below state what it did.
  return {
    name,
    kind,
    summary,
    input,
    output,
    runs,
    outdates: outdates ?? [],
    unread,
    allowed: least as Operation["allowed"],
    signs: (parsed) => (typeof signs === "function" ? signs(parsed as z.output<I>) : (signs ?? false)),
    prepare: async (context, parsed) => (prepare === undefined ? { ok: true, value: undefined } : prepare(context, parsed as z.output<I>)),
    perform: (work, parsed, prepared, caller) => perform(work as WorkOf[R], parsed as z.output<I>, prepared as P, caller),
    after: async (context, parsed, value) => after?.(context, parsed as z.output<I>, value as z.output<O>),
    command: (form ?? null) as CommandForm<never, never> | null,
  };
}
