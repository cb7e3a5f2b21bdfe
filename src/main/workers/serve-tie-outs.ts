import { ledgerPeriods } from "#main/store/accounts/chart.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import { endsInWork } from "#main/store/close/in-close.ts";
import { reportReadMs, reportText, saveReport } from "#main/store/records/report-store.ts";
import { lastTieOut, saveTieOuts } from "#main/store/records/tie-out-store.ts";
import { lastMoveMs, tieOutStandingAt } from "#main/store/tie-outs/recheck.ts";
import { tieOuts } from "#main/store/tie-outs/tie-outs.ts";
import type { ClientFiles } from "./client-files.ts";
import type { ClientSource, OpInput, OpResult } from "./protocol.ts";
import type { TieOutOps } from "./tie-out-ops.ts";

type Handlers = { readonly [O in keyof TieOutOps<ClientSource>]: (input: OpInput<O>) => OpResult<O> };

/** Answers what is asked of the ledger's own reports, and holds our figures against them (rule 19). */
export function tieOutHandlers(files: ClientFiles): Handlers {
  const reader = (source: ClientSource) => files.readable(source).reader;
  return {
    "reports.ground": ({ keys, ...source }) => {
      const { db } = files.readable(source);
      const counted = lastTieOut(db, "document_counts")?.asOf.ledgers ?? null;
      return {
        accounts: mirroredAccounts(reader(source)),
        periodStarts: ledgerPeriods(reader(source)).map(({ start }) => start),
        readMs: keys.map((key) => reportReadMs(db, key)),
        countedMs: counted === null ? null : Date.parse(counted),
      };
    },
    "reports.inWork": ({ today, ...source }) =>
      endsInWork(reader(source), today).map((asOfDate) => ({
        asOfDate,
        movedMs: lastMoveMs(reader(source), asOfDate),
        recheck: tieOutStandingAt(reader(source), asOfDate)?.recheck === true,
      })),
    "reports.save": ({ clientId, reports }) => {
      files.withWritable(clientId, (db) => {
        for (const { report, raw } of reports) saveReport(db, report, raw);
      });
      return null;
    },
    "reports.text": ({ key, ...source }) => reportText(files.readable(source).db, key),
    "tieOuts.check": ({ input, ...source }) => tieOuts(reader(source), input),
    "tieOuts.save": ({ clientId, run }) => ({ runNo: files.withWritable(clientId, (db) => saveTieOuts(db, run)) }),
  };
}
