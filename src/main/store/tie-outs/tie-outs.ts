import { unchecked, withEntities } from "#main/domain/tie-outs/tie-out.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { newestReport, type ReportKey } from "#main/store/records/report-store.ts";
import { lastTieOut } from "#main/store/records/tie-out-store.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import { monthStart } from "#shared/kernel/calendar-date.ts";
import { once, onceEach } from "#shared/kernel/once.ts";
import type { LedgerReportKind } from "#shared/model/reports/ledger-report.ts";
import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { searchedBooks } from "./account-suspects.ts";
import { agingCheck } from "./tie-out-aging.ts";
import { countCheck } from "./tie-out-counts.ts";
import type { CheckSetting, TieOutInput } from "./tie-out-setting.ts";
import { balanceSheetCheck, bankCheck, controlCheck, profitAndLossCheck, sumsSetting, trialBalanceCheck } from "./tie-out-statements.ts";

/**
 * Compares the mirror's figures at a date with the ledger's own: its reports, party balances and counts, as
 * last read (rules 16 to 19). Changes nothing.
 */
export function tieOuts(reader: MirrorReader, input: TieOutInput): TieOut[] {
  const whole = settingOf(reader, input);
  const checks = figureChecks(reader, whole);
  const byEntity = input.entities.map((entity) => {
    const setting = settingOf(reader, { ...input, baseCurrency: entity.currency }, entity.id);
    return { entity, checks: figureChecks(reader, setting) };
  });
  const together = checks.map((check, at) =>
    withEntities(
      check,
      byEntity.map(({ entity, checks: own }) => ({ entity, check: own[at] as TieOut })),
    ),
  );
  return [...together, counted(reader, whole)];
}

/** Every check of figures, of the whole company or of one legal entity. */
function figureChecks(reader: MirrorReader, setting: CheckSetting): TieOut[] {
  return [
    trialBalanceCheck(reader, setting),
    profitAndLossCheck(reader, setting),
    balanceSheetCheck(reader, setting),
    controlCheck(reader, setting, "receivable"),
    controlCheck(reader, setting, "payable"),
    agingCheck(reader, setting, "receivable"),
    agingCheck(reader, setting, "payable"),
    bankCheck(reader, setting),
  ];
}

function settingOf(reader: MirrorReader, input: TieOutInput, entityId?: string): CheckSetting {
  const from = monthStart(input.asOfDate);
  const question = { ...sumsSetting({ ...input, entityId }), from, to: input.asOfDate, yearEnd: input.yearEnd };
  return {
    ...{ ...input, from, entityId },
    trialBalance: once(() => trialBalanceReport(reader, question)),
    chart: once(() => chartOf(reader)),
    report: onceEach((kind) => storedReport(reader, { from, to: input.asOfDate, entityId }, kind)),
    suspects: new Map(),
    books: searchedBooks(reader, input.baseCurrency),
  };
}

function storedReport(reader: MirrorReader, { from, ...key }: Pick<ReportKey, "from" | "to" | "entityId">, kind: LedgerReportKind) {
  const isSpan = kind === "profit_and_loss" || kind === "bank_summary";
  return newestReport(reader.db, { kind, basis: "accrual", ...key, ...(isSpan && from !== undefined ? { from } : {}) });
}

/** Counting takes one call per stream, so it is done once a day; until the next count the last one is used, with its own as-of. */
function counted(reader: MirrorReader, { asOfDate, counts }: CheckSetting): TieOut {
  const facts = { check: "document_counts" as const, from: asOfDate, to: asOfDate };
  if (counts !== null) return countCheck(reader, facts, counts.streams, counts.countedMs);
  const last = lastTieOut(reader.db, "document_counts");
  if (last !== null) return last;
  const asOf = { ours: mirrorAsOf(reader), ledgers: null };
  return unchecked("not_run", "Tieout hasn't asked the ledger for its record counts yet.", {
    ...facts,
    currency: null,
    source: "mirror",
    asOf,
  });
}
