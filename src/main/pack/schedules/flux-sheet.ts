import { type Identified, identified } from "#main/pack/pins.ts";
import { whyNotCounting } from "#main/pack/sign-off-words.ts";
import type { Sheet, SheetCell, SheetRow } from "#main/pack/workbook/sheet.ts";
import { documentNameOf } from "#main/store/documents/record-names.ts";
import { openVariances } from "#main/store/flux/flux-counts.ts";
import { fluxTrend } from "#main/store/flux/flux-drivers.ts";
import type { FluxRow, FluxStamp } from "#shared/contract/reports/flux.ts";
import { type DecimalString, decimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { percentOf } from "#shared/kernel/percent.ts";
import { amountName, counted, dayName, rangeName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { EQUITY_SUBTOTAL, FLUX_SECTION_LABELS, fluxTrendLabel } from "#shared/model/labels/status-labels.ts";
import { fluxSection } from "#shared/model/reports/flux.ts";
import { isMonth } from "#shared/model/reports/month-spans.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, signedBy, sourceLabel } from "./labels.ts";

/** Schedule D: every account compared with the prior month, its threshold, explanation and sign-offs. */
export function fluxSheet({ reader, closing, currency }: PackFacts): Sheet {
  const { review } = closing.review("prior_month");
  const { rows, progress, comparedWith, unavailable, gaps } = review;
  const open = openVariances(review, true).length;
  const pins = identified(rows.flatMap(({ stamps }) => stamps));
  const prior = comparedWith.every(isMonth) ? "month" : "period";
  const against = comparedWith.map(({ from, to }) => `${dayName(from)} to ${dayName(to)}`).join(", ");
  return {
    ref: "D",
    title: "Flux analysis",
    source: `${against === "" ? "" : `Compared with ${against}. `}${sourceLabel({ source: review.source as "mirror", asOf: review.asOf })}`,
    notes: [
      ...(unavailable === null ? [] : [unavailable]),
      `${counted(progress.material, "change")} at or above the threshold: ${progress.explained} explained, ${progress.signed} signed off. Lines that changed after sign-off, including lines below the threshold: ${progress.stale}.`,
      ...gaps.map(({ message }) => `Note: ${message}`),
      `Credit balances of income, liabilities and equity are shown as positive. The percentage is n/m (not meaningful) if the prior ${prior} is zero or the sign changed.`,
      ...(pins.note === null ? [] : [pins.note]),
    ],
    currency,
    columns: [
      { title: "Code", kind: "text", width: 8 },
      { title: "Account", kind: "text", width: 26 },
      { title: "Section", kind: "text", width: 18 },
      { title: "This period", kind: "amount", width: 15 },
      { title: `Prior ${prior}`, kind: "amount", width: 15 },
      { title: "Change", kind: "amount", width: 15 },
      { title: "%", kind: "percent", width: 11 },
      { title: "Effect", kind: "text", width: 10 },
      { title: "Trend", kind: "text", width: 16 },
      { title: "Threshold", kind: "text", width: 54 },
      { title: "At or above threshold", kind: "text", width: 20 },
      { title: "Status", kind: "text", width: 12 },
      { title: "Explanation", kind: "text", width: 36 },
      { title: "Explained by", kind: "text", width: 26 },
      { title: "Transactions", kind: "text", width: 26 },
      { title: "Prepared by", kind: "text", width: 26 },
      { title: "Reviewed by", kind: "text", width: 26 },
    ],
    rows: () => bySection(rows, pins, (id) => documentNameOf(reader, id) ?? id),
    ...(unavailable === null
      ? openStatus(open, "to sign off", rows.some(({ material }) => material) ? "All signed off" : "None at or above threshold")
      : { status: "Nothing to compare with", open: 0 }),
  };
}

/** Schedule D2: two years of every account's figures, by period, which a change is judged against. */
export function fluxTrendSheet({ reader, books, yearEnd, order, closing, currency }: PackFacts): Sheet {
  const { spans, rows } = fluxTrend(reader, { books, yearEnd, period: order.period });
  const { review } = closing.review("prior_month");
  const material = new Set(review.rows.flatMap((row) => (row.material ? [row.accountId] : [])));
  return {
    ref: "D2",
    title: "Flux trend",
    source: `${counted(spans.length, "period")} through ${dayName(order.period.end)}. ${sourceLabel({ source: review.source as "mirror", asOf: review.asOf })}`,
    notes: [
      "Income and expenses are for each period. Balances are at the end of each period.",
      "Credit balances of income, liabilities and equity are shown as positive.",
      ...review.gaps.map(({ message }) => `Note: ${message}`),
    ],
    currency,
    columns: [
      { title: "Code", kind: "text", width: 8 },
      { title: "Account", kind: "text", width: 30 },
      { title: "At or above threshold", kind: "text", width: 20 },
      ...spans.map(({ from, to }) => ({ title: rangeName(from, to), kind: "amount" as const, width: 14 })),
    ],
    rows: () =>
      rows.map(
        ({ accountId, account, label, amounts }): SheetRow => ({
          cells: [account.code ?? null, label, material.has(accountId) ? "Yes" : "No", ...amounts],
        }),
      ),
    status: "Complete",
    open: 0,
  };
}

/** The rows under the parts of the statements that they are in, each with the sums of its accounts. */
function bySection(rows: readonly FluxRow[], pins: Identified, nameOf: (recordId: string) => string): SheetRow[] {
  return fluxSection.options.flatMap((section): SheetRow[] => {
    const own = rows.filter((row) => row.section === section);
    const title = section === "equity" ? EQUITY_SUBTOTAL : t(FLUX_SECTION_LABELS[section]);
    return own.length === 0 ? [] : [subtotalRow(title, own), ...own.map((row) => fluxRow(row, pins, nameOf))];
  });
}

function subtotalRow(title: string, rows: readonly FluxRow[]): SheetRow {
  const sum = (amounts: readonly (DecimalString | null)[]) =>
    sumDecimals([decimal("0.00"), ...amounts.filter((amount) => amount !== null)]);
  const current = sum(rows.map((row) => row.current));
  const isCompared = rows.some((row) => row.comparative !== null);
  const comparative = isCompared ? sum(rows.map((row) => row.comparative)) : null;
  const change = comparative === null ? null : subtractDecimals(current, comparative);
  const percent = comparative === null ? null : (percentOf(current, comparative) ?? "n/m");
  return { look: "strong", cells: [null, title, null, current, comparative, liveChange(change), percent, ...NOTHING_MORE] };
}

/** The cells of a subtotal behind its figures. */
const NOTHING_MORE = Array.from({ length: 10 }, () => null);

function liveChange(change: DecimalString | null): SheetCell {
  return change === null ? null : { value: change, formula: (at) => `ROUND(D${at}-E${at},4)` };
}

function fluxRow(row: FluxRow, pins: Identified, nameOf: (recordId: string) => string): SheetRow {
  const { account, label, section, current, comparative, change, percent, effect, rule, material, status, explanation } = row;
  return {
    cells: [
      account?.code ?? null,
      label,
      t(FLUX_SECTION_LABELS[section]),
      current,
      comparative,
      liveChange(change),
      percent ?? (comparative === null ? null : "n/m"),
      codeLabel(effect),
      fluxTrendLabel(row),
      rule.words,
      material ? "Yes" : "No",
      codeLabel(status),
      explanation?.text ?? null,
      explanation === null ? null : signedBy(explanation),
      explanation?.documentIds.map(nameOf).join("; ") ?? null,
      signOffOf(row, "preparer", pins),
      signOffOf(row, "reviewer", pins),
    ],
  };
}

function signOffOf({ stamps, status, explanation }: FluxRow, role: FluxStamp["role"], { mark }: Identified): string | null {
  const stamp = stamps.find((one) => one.role === role);
  if (stamp === undefined) return null;
  const given = `${signedBy(stamp)}${mark(stamp)}`;
  if (!stamp.stale) return `${given}${whyNotCounting(stamp, status, explanation)}`;
  const moved = stamp.movedBy
    .map(({ label, difference }) => (difference === null ? label : `${label}, ${amountName(difference)}`))
    .join("; ");
  return `${given}${stamp.waiting ? " (not on the firm's server yet)" : ""}. Figure at sign-off: ${amountName(stamp.current)}. ${moved === "" ? "Changed since then" : `Transactions added, changed or deleted since then, with their effect where known: ${moved}${stamp.movedCount > stamp.movedBy.length ? "; and more" : ""}`}`;
}
