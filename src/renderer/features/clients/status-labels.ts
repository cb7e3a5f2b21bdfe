import { type ClientRow, WORST } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import type { DashboardRow } from "./dashboard-rows.ts";

/** What is worst about a client, in words. */
export const WORST_LABELS: Readonly<Record<ClientRow["worst"], string>> = {
  needs_sign_in: t("Connection ended"),
  // Rejected, posted in part, or with an unknown outcome.
  rejected: t("Ledger update problem"),
  failed: t("Sync failed"),
  conflict: t("Ledger update conflict"),
  variance: t("Out of balance"),
  // The close itself may not be due yet.
  late: t("Late close tasks"),
  stale: t("Out of date"),
  queued: t("Queued"),
  ok: t("None"),
};

/** Everything that is wrong with a client, the worst first; `worst` alone would hide a late close behind a rejected write. */
export function problemsOf({ close, ...row }: DashboardRow): readonly ClientRow["worst"][] {
  const has: Readonly<Record<ClientRow["worst"], boolean>> = {
    needs_sign_in: row.worst === "needs_sign_in",
    rejected: row.writesToReview > 0,
    failed: row.worst === "failed",
    conflict: row.conflicts > 0,
    variance: (row.tieOuts?.variance ?? 0) > 0,
    late: (close?.daysLate ?? 0) > 0,
    stale: row.worst === "stale",
    queued: row.worst === "queued",
    ok: false,
  };
  return WORST.filter((each) => has[each]);
}

/** What the rows add up to. That nothing is an exception isn't said: other things may still be wrong. */
export function sumsText(rows: readonly Pick<DashboardRow, "documents" | "findings">[]): string {
  const documents = rows.reduce((sum, row) => sum + row.documents, 0);
  const findings = rows.reduce((sum, row) => sum + row.findings, 0);
  return [
    t("{documents, plural, one {1 transaction} other {{shown} transactions}}", { documents, shown: formatCount(documents) }),
    ...(findings === 0
      ? []
      : [t("{findings, plural, one {1 exception} other {{shown} exceptions}}", { findings, shown: formatCount(findings) })]),
  ].join(", ");
}
