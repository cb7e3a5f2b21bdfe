import type { StreamHolding } from "#main/ledgers/origin.ts";
import { originOf } from "#main/ledgers/registry.ts";
import type { StreamRow } from "#main/store/database/schema-client.ts";
import type { FigureKind, FigureSources, FigureStream } from "#shared/contract/reports/figures.ts";
import type { StreamState } from "#shared/contract/sync/sync.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { FigureSource } from "#shared/model/reports/statement.ts";

/** Which figures, and how they were had. */
interface FigureQuestion {
  readonly of: FigureKind;
  readonly source: FigureSource;
}

const RESTS_ON: Readonly<Record<Exclude<FigureKind, "records">, readonly StreamHolding[]>> = {
  accounts: ["sales", "purchases", "journals", "payments", "accounts"],
  open_items: ["sales", "purchases", "payments", "parties"],
  spend: ["purchases", "orders"],
};

/** The streams that figures rest on, in the order in which they are read. */
export function figureStreams(system: LedgerSystem, rows: readonly StreamRow[], question: FigureQuestion): FigureSources {
  const streams = rows.flatMap((row): FigureStream[] => {
    const from = originOf(system, row.name);
    if (from === undefined || !restsOn(question, from.holds)) return [];
    return [
      {
        stream: row.name,
        label: row.label,
        endpoint: from.endpoint,
        state: row.state as StreamState,
        cursor: row.pass_position ?? row.watermark,
        asOf: row.completed_ms === null ? null : instantFromMs(row.completed_ms),
      },
    ];
  });
  return { system, streams };
}

function restsOn({ of, source }: FigureQuestion, holds: readonly StreamHolding[]): boolean {
  if (of === "records") return true;
  // Rule 17: where the ledger's own postings are read, no figure of an account is made of documents.
  const wanted: readonly StreamHolding[] = of === "accounts" && source === "gl_feed" ? ["postings", "accounts"] : RESTS_ON[of];
  return wanted.some((holding) => holds.includes(holding));
}
