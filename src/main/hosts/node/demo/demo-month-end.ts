import type { Runtime } from "#main/runtime/create-runtime.ts";
import type { PeriodRow } from "#shared/contract/books/periods.ts";
import type { FirmProfile } from "#shared/contract/clients/firm.ts";
import type { CloseStatus } from "#shared/contract/close/close.ts";
import type { ReconciliationRow } from "#shared/contract/close/reconciliations.ts";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { as, COLLEAGUES } from "./demo-people.ts";
import { keepSchedules } from "./demo-schedules.ts";

/** How far a client's close has come. Clients that no plan names are left for the newcomer to begin. */
interface Plan {
  /** Checklist tasks that were completed by hand. */
  readonly tasks: number;
  readonly explained: boolean;
  /** Why the period was closed with sign-offs still open; `clean` after both were given; null while it is in close. */
  readonly closed: string | null;
}

const ALL: Plan = { tasks: 99, explained: true, closed: null };
const CLEAN = "clean";
const PLANS: Readonly<Record<string, Plan>> = {
  "Marlow Street Dental": { ...ALL, closed: "Agreed with the owner: the open reconciliations and both sign-offs will be done next week." },
  "Maple Sound Studios": { ...ALL, closed: CLEAN },
  "Linden Hall Logistics": { ...ALL, closed: CLEAN },
  "Penrose & Daughters Joinery": ALL,
  "Saffron Table Foods": ALL,
  "Kōwhai Grove Nurseries": { ...ALL, tasks: 8 },
  "Wren Cycle Works": { ...ALL, tasks: 5 },
  "Heron Bay Textiles": { tasks: 5, explained: false, closed: null },
  "Lantern Books & Paper": { tasks: 2, explained: false, closed: null },
};

/** What a bookkeeper writes when a task has no evidence in the ledger. */
const NOTES: Readonly<Record<string, string>> = {
  "client-questions": "Nothing to ask the owner this month.",
  bank: "Balances match the month's statements.",
  "balance-sheet": "Payroll and tax balances match the returns.",
  accruals: "Nothing to accrue this month.",
  prepayments: "Balances match the schedules.",
  depreciation: "Posted in the ledger on the last day of the month.",
  "tax-ids": "Requested by email; no one is over the reporting limit.",
  unapplied: "Customers have been asked what these receipts are for.",
  duplicates: "Discussed with the owner: separate deliveries.",
};

/** The demo firm's name, and whom its clients belong to. */
export async function hireColleagues(runtime: Runtime): Promise<void> {
  const profile = await runtime.route("firm.profile", {});
  if (profile.ok && (profile.value as FirmProfile).name === null)
    await runtime.route("firm.setProfile", { name: "Walker Singh Accounting" });
  for (const colleague of COLLEAGUES) await runtime.route("people.add", colleague);
}

/**
 * What the demo firm's people have done for a client's last month before anybody opens it: it has owners, its
 * close is under way, and most differences are explained. All of it goes through the router, as a person's acts do.
 */
export async function playMonthEnd(
  runtime: Runtime,
  { clientId, name }: { readonly clientId: string; readonly name: string },
  today: CalendarDate,
): Promise<void> {
  const plan = PLANS[name];
  const ended = await lastEnded(runtime, clientId, today);
  if (ended === undefined) return;
  await runtime.route("tieOuts.run", { clientId, asOfDate: ended.end });
  await as(COLLEAGUES[0].name, () => keepSchedules(runtime, { clientId, name }, ended.end));
  if (plan === undefined) return;
  await runtime.route("clients.assign", { clientIds: [clientId], role: "preparer", person: COLLEAGUES[0].name });
  await runtime.route("clients.assign", { clientIds: [clientId], role: "reviewer", person: COLLEAGUES[1].name });
  const target = { clientId, period: ended.id };
  const begun = await as(COLLEAGUES[0].name, () => playClose(runtime, target, plan));
  if (!begun || plan.closed !== CLEAN) return;
  await as(COLLEAGUES[0].name, () => prepare(runtime, target, ended.end));
  await as(COLLEAGUES[1].name, () => reviewAndClose(runtime, target));
}

/** The month to close: a ledger may end its months on a weekday, and may have periods for adjustments beside them. */
async function lastEnded(runtime: Runtime, clientId: string, today: CalendarDate): Promise<PeriodRow | undefined> {
  const listed = await runtime.route("periods.list", { clientId });
  const periods = listed.ok ? (listed.value as PeriodRow[]) : [];
  return periods.findLast(({ end, isAdjustment }) => end < today && !isAdjustment);
}

interface Target {
  readonly clientId: string;
  readonly period: string;
}

/** @returns false where somebody has begun the close before */
async function playClose(runtime: Runtime, { clientId, period }: Target, plan: Plan): Promise<boolean> {
  const moved = await runtime.route("close.move", { clientId, period, status: "in_close" });
  if (!moved.ok) return false;
  if (plan.explained) await explain(runtime, clientId, period);
  const status = await runtime.route("close.status", { clientId, period });
  if (!status.ok) return true;
  const open = (status.value as CloseStatus).tasks.filter((task) => task.role === "preparer" && ["open", "waiting"].includes(task.state));
  for (const { id } of open.slice(0, plan.tasks))
    await runtime.route("close.tick", { clientId, period, taskId: id, why: NOTES[id] ?? "Checked against the ledger." });
  if (plan.closed !== null && plan.closed !== CLEAN)
    await runtime.route("close.move", { clientId, period, status: "closed", why: plan.closed });
  return true;
}

/**
 * The preparer's part: deposits in transit are a reconciling item, and what no aging supports has a figure from its
 * statement, with the statement attached.
 */
async function prepare(runtime: Runtime, target: Target, end: CalendarDate): Promise<void> {
  for (const { accountId, label, closing, blocked, policy, difference } of await required(runtime, target)) {
    if (blocked.preparer === null) continue;
    if (policy.type === "zero_balance") {
      const item = { text: "Deposits in transit", amount: difference, date: end, expected: addDays(end, 7) };
      await runtime.route("reconciliations.save", { ...target, accountId, items: [item] });
      continue;
    }
    await runtime.route("reconciliations.save", { ...target, accountId, support: closing, note: "The balance matches the statement." });
    if (!policy.evidence) continue;
    const content = Buffer.from(`${label}, statement of ${end}. Closing balance: ${closing}\n`).toString("base64");
    await runtime.route("reconciliations.attach", { ...target, accountId, fileName: `statement-${end}.txt`, content });
  }
  await signReconciliations(runtime, target, "preparer");
  await runtime.route("close.sign", { ...target, role: "preparer" });
}

async function reviewAndClose(runtime: Runtime, target: Target): Promise<void> {
  await signReconciliations(runtime, target, "reviewer");
  const review = { ...target, comparison: "prior_month" };
  const listed = await runtime.route("flux.list", review);
  const rows = listed.ok ? (listed.value as FluxReview).rows : [];
  for (const { accountId, status } of rows)
    if (status === "ready_for_review") await runtime.route("flux.sign", { ...review, accountId, role: "reviewer" });
  await runtime.route("close.sign", { ...target, role: "reviewer" });
  await runtime.route("close.move", { ...target, status: "closed" });
}

async function signReconciliations(runtime: Runtime, target: Target, role: "preparer" | "reviewer"): Promise<void> {
  const ready = (await required(runtime, target)).filter(({ blocked }) => blocked[role] === null);
  if (ready.length > 0)
    await runtime.route("reconciliations.signAll", { ...target, accountIds: ready.map(({ accountId }) => accountId), role });
}

async function required(runtime: Runtime, target: Target): Promise<ReconciliationRow[]> {
  const listed = await runtime.route("reconciliations.list", target);
  return listed.ok ? (listed.value as ReconciliationRow[]).filter((row) => row.required) : [];
}

async function explain(runtime: Runtime, clientId: string, period: string): Promise<void> {
  const review = { clientId, period, comparison: "prior_month" };
  const listed = await runtime.route("flux.list", review);
  if (!listed.ok) return;
  for (const { accountId, account, status } of (listed.value as FluxReview).rows) {
    if (status !== "needed") continue;
    await runtime.route("flux.explain", { ...review, accountId, text: reasonFor(account?.code ?? "") });
    await runtime.route("flux.sign", { ...review, accountId, role: "preparer" });
  }
}

/** By the first digits of the account's code, as the demo charts number their accounts. */
const REASONS: readonly (readonly [code: string, reason: string])[] = [
  ["10", "The change matches the month's receipts, deposits and payments."],
  ["11", "Two large invoices from the last week of the month, not due yet."],
  ["205", "The balance matches the card statement; paid in full each month."],
  ["20", "Bills from the last week of the month, paid in the next payment run."],
  ["21", "The tax of the last return was paid this month."],
  ["30", "The owner's monthly drawings."],
  ["4", "Sales follow the season and match the month's invoices."],
  ["5", "Moves with sales and matches the month's bills."],
  ["606", "Billed once a quarter, so not every month."],
  ["614", "Overtime for large orders, as shown in the payroll report."],
];

function reasonFor(code: string): string {
  return REASONS.find(([start]) => code.startsWith(start))?.[1] ?? "Matches the month's transactions; nothing unusual.";
}
