import type { ProgramAnswer, ProgramTool } from "#shared/contract/app/programs.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Caller } from "./door.ts";

/** What another program asks: a tool by its name, with its input. */
export interface ProgramQuestion {
  readonly program: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is put on record of a question before it is answered. */
export interface ProgramReadNote {
  readonly clientId: string;
  readonly program: string;
  readonly operation: string;
  readonly about: string;
  readonly asked: string;
}
export type NoteProgramRead = (read: ProgramReadNote) => Promise<Result<unknown, Failure>>;

/** What other programs may ask. */
export interface Programs {
  /** Everything that may be asked for; a failure while it is switched off. */
  tools(): Promise<Result<ProgramTool[], Failure>>;
  /** Answers, with the source, after the question was put on record. */
  ask(question: ProgramQuestion, note: NoteProgramRead, caller: Caller): Promise<Result<ProgramAnswer, Failure>>;
}
