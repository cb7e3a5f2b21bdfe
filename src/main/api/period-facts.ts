import type { DiscoveredClient } from "#main/operations/client-books.ts";
import { booksOf, discoveredClient } from "#main/operations/client-source.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { FluxQuestion } from "#main/store/flux/flux-figures.ts";
import type { OpResult } from "#main/workers/protocol.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { periodCalled } from "#shared/model/books/period.ts";
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
  const listed = await context.pool.perform("periods.book", { ...source, fiscalYearEnd: yearEnd });
  return listed.ok ? ok(listed.value.filter(({ isAdjustment }) => !isAdjustment)) : listed;
}

/** A period of a client by its id, label or month; adjustment periods lie inside ordinary ones and are never closed on their own. */
export async function periodNamed(context: ApiContext, books: ClientBooks, named: string): Promise<Result<ListedPeriod, Failure>> {
  const listed = await ordinaryPeriods(context, books);
  if (!listed.ok) return listed;
  const period = periodCalled(listed.value, named);
  if (period !== undefined) return ok(period);
  return fail({ code: "not_found", message: `No period matches ${named}. List the periods to see their IDs.`, field: "period" });
}
