import type { Operation } from "#main/operations/operation.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { assert } from "#shared/kernel/assert.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ClientFiles } from "./client-files.ts";
import type { OperationMessage, OperationOps } from "./operation-ops.ts";
import type { ClientSource } from "./protocol.ts";

type Answer = Result<unknown, Failure>;
type Handlers = { readonly [O in keyof OperationOps<ClientSource>]: (message: OperationOps<ClientSource>[O][0]) => Answer };

type Collection = Pick<typeof import("#main/operations/collection.ts"), "findWork">;
let collection: Collection | null = null;

/** False while this thread knows no declared operations: `loadOperations` comes first. */
export function hasOperations(): boolean {
  return collection !== null;
}

/**
 * Loads what declared operations do. That is most of the program, so that a thread without it opens its first file in half the
 * time, and threads that only write do not compete with the start of the window.
 */
export async function loadOperations(): Promise<void> {
  collection ??= await import("#main/operations/collection.ts");
}

/** Runs the declared operations that belong to a file, on the thread that has it open. */
export function operationHandlers(files: ClientFiles, firm: () => Sqlite, home: string): Handlers {
  const read = (message: OperationOps<ClientSource>["operation.read"][0]): Answer =>
    perform(message, { ...message, home, mirror: files.readable(message).reader });
  return {
    "operation.read": read,
    "operation.later": (message) => {
      try {
        return read(message);
      } finally {
        files.close(message.clientId);
      }
    },
    // Worked out and stored in one transaction, so that what a person signs is what was looked at.
    "operation.write": (message) =>
      files.withWritable(message.clientId, (db) =>
        inTransaction(db, () => perform(message, { ...message, home, mirror: new MirrorReader(db, message) })),
      ),
    "firm.operation.read": (message) => perform(message, { ...message, firm: firm() }),
    "firm.operation.write": (message) => inTransaction(firm(), () => perform(message, { ...message, firm: firm() })),
  };
}

function perform({ name, input, prepared }: OperationMessage, work: Parameters<Operation["perform"]>[0]): Answer {
  assert(collection !== null, "operations are loaded before the first is performed");
  const operation = collection.findWork(name);
  assert(operation !== null, `no operation ${name}`);
  const answer = operation.perform(work, input, prepared, {});
  assert(!(answer instanceof Promise), `${name} runs on a thread and answers at once`);
  return answer;
}

/** Carries a refusal out of a transaction, which rolls it back. */
class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super("refused");
    this.answer = answer;
  }
}

function inTransaction(db: Sqlite, act: () => Answer): Answer {
  try {
    return db
      .transaction(() => {
        const answer = act();
        if (!answer.ok) throw new Refused(answer);
        return answer;
      })
      .immediate();
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}
