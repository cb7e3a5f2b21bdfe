import type { OperationInput } from "#main/operations/collection.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { reply } from "./ask.ts";
import { type CommandRun, textOption } from "./command.ts";

type Kind = OperationInput<"records.list">["kind"];

/**
 * Every record of a kind of the client of `--client`, page by page, so that any number of rows passes through little memory.
 * @throws ListingStopped
 */
export async function* recordPages(
  run: CommandRun,
  kind: Kind,
  filter: OperationInput<"records.list">["filter"] = {},
): AsyncGenerator<readonly object[]> {
  const question = { clientId: textOption(run.options, "client") as string, kind, filter };
  for (let after: string | null | undefined; after !== null; ) {
    const page = await reply(run, "records.list", { ...question, after });
    if (!page.ok) throw new ListingStopped(page.failure);
    if (page.value.rows.length > 0) yield page.value.rows;
    after = page.value.next;
  }
}

/** A read that fails in the middle of a listing ends it; the failure is reported where the command was started. */
export class ListingStopped extends Error {
  override readonly name = "ListingStopped";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
