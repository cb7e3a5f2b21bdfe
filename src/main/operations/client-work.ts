import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientBooks } from "./client-books.ts";

/** What an operation on one client's file works with, on the thread that owns the file. */
export interface ClientWork extends Act, ClientBooks {
  readonly mirror: MirrorReader;
  /** The data folder, for the files that are kept beside the client's. */
  readonly home: string;
}

/**
 * What an operation in the core has done in a client's file, for each of many clients or between two other
 * steps. It runs as an operation does, but no one outside can ask for it.
 */
export interface ClientStep<I extends { readonly clientId: string }, T> {
  readonly name: string;
  /** `background` is for what nobody waits for and takes a while: questions of windows don't queue behind it. */
  readonly runs: "reader" | "writer" | "background";
  readonly perform: (work: ClientWork, input: I) => Result<T, Failure>;
}

export function clientStep<I extends { readonly clientId: string }, T>(
  name: string,
  runs: ClientStep<I, T>["runs"],
  perform: ClientStep<I, T>["perform"],
): ClientStep<I, T> {
  return { name, runs, perform };
}
