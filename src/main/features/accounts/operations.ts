import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { accountList } from "#main/store/accounts/account-list.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { accountRow } from "#shared/contract/books/records.ts";
import { clientId } from "#shared/contract/fields.ts";
import { figureKind, figureSources } from "#shared/contract/reports/figures.ts";
import { ok } from "#shared/kernel/result.ts";
import { instantString } from "#shared/model/books/money.ts";
import { figureSource } from "#shared/model/reports/statement.ts";
import { figureStreams } from "./figure-streams.ts";

/** The chart of accounts, and what figures rest on. */
export const accountOperations = [
  query("accounts.list", {
    summary: "List the chart of accounts",
    input: z.object({ clientId }),
    output: z.object({ asOf: instantString.nullable(), rows: z.array(accountRow) }),
    runs: "reader",
    perform: ({ mirror }) => ok({ asOf: mirrorAsOf(mirror), rows: accountList(mirror) }),
  }),

  query("figures.sources", {
    summary: "Show the source of a figure: the ledger's data sets and when each was last synced",
    input: z.object({ clientId, of: figureKind, source: figureSource.describe("Source, as shown with the figure") }),
    output: figureSources,
    runs: "reader",
    perform: ({ mirror }, { of, source }) => ok(figureStreams(mirror.source.system, new StreamStore(mirror.db).all(), { of, source })),
  }),
] as const;
