import type { DiscoveredClient } from "#main/operations/client-books.ts";
import { booksOf, discoveredClient } from "#main/operations/client-source.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { FluxQuestion } from "#main/store/flux/flux-figures.ts";
import type { OpResult } from "#main/workers/protocol.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import { namedPeriod } from "#shared/model/books/named-period.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { ApiContext } from "./context.ts";

/** What discovery knows of a client's books and a person does not have to say. Closes and reviews are of the whole client, accrual. */
export interface ClientBooks extends DiscoveredClient {
  readonly books: SumsSetting;
  readonly yearEnd: FluxQuestion["yearEnd"];
}

type ListedPeriod = OpResult<"periods.book">[number];

/** The books of a client that is connected and discovered. */
export async function clientBooks(context: ApiContext, clientId: string): Promise<Result<ClientBooks, Failure>> {
  const client = await discoveredClient(context, clientId);
  if (!client.ok) return client;
  const { books, yearEnd } = booksOf(client.value);
  return ok({ ...client.value, books, yearEnd });
}

/** Every period of a client that is no adjustment period, oldest first. */
export async function ordinaryPeriods(context: ApiContext, { source, yearEnd }: ClientBooks): Promise<Result<ListedPeriod[], Failure>> {
  const listed = await everyPeriod(context, { source, yearEnd });
  return listed.ok ? ok(listed.value.filter(({ isAdjustment }) => !isAdjustment)) : listed;
}

function everyPeriod(
  context: ApiContext,
  { source, yearEnd }: Pick<ClientBooks, "source" | "yearEnd">,
): Promise<Result<ListedPeriod[], Failure>> {
  return context.pool.perform("periods.book", { ...source, fiscalYearEnd: yearEnd });
}

/** A period of a client by its id, label or month. */
export async function periodNamed(context: ApiContext, books: ClientBooks, named: string): Promise<Result<ListedPeriod, Failure>> {
  const listed = await everyPeriod(context, books);
  return listed.ok ? namedPeriod(listed.value, named) : listed;
}
