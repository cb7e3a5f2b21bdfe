import type { OperationOutput } from "#main/operations/collection.ts";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { decimal, divideDecimal, multiplyDecimals } from "#shared/kernel/decimal.ts";
import type { ScheduleItem } from "#shared/model/close/schedule-item.ts";

/** What a demo client holds over many months. The amounts are those of its ledger, where each purchase and monthly entry is. */
interface Held {
  readonly cover?: string;
  readonly machine?: { readonly title: string; readonly cost: string };
  readonly advance?: string;
  /** The ledger lacks the last month's entries: `drafted`, for the reviewer to send, or left for the newcomer. */
  readonly lastMonth?: "drafted" | "left";
}

const HELD: Readonly<Record<string, Held>> = {
  "Marlow Street Dental": { machine: { title: "Treatment chairs", cost: "76800" } },
  "Penrose & Daughters Joinery": { cover: "6720" },
  "Kōwhai Grove Nurseries": { cover: "5400", lastMonth: "drafted" },
  "Maple Sound Studios": { advance: "13920" },
  "Saffron Table Foods": { cover: "9600", machine: { title: "Packing line", cost: "96000" } },
  "Copper Kettle Coffee Roasters": { machine: { title: "Drum roaster", cost: "105600" }, lastMonth: "left" },
};

const SHARE_ON_LOAN = decimal("0.75");
const PAYMENT_PER_UNIT = decimal("0.03043");

type AccountRow = OperationOutput<"accounts.list">["rows"][number];

/**
 * Keeps the schedules of a demo client as its preparer would: prepaid cover, a machine with its depreciation and its loan, income
 * received ahead. They agree to the ledger, or lack the last month's entries.
 * @param monthsEnd the last day of the month that is being closed
 */
export async function keepSchedules(
  runtime: Runtime,
  { clientId, name }: { readonly clientId: string; readonly name: string },
  monthsEnd: CalendarDate,
): Promise<void> {
  const held = HELD[name];
  const accounts = held === undefined ? null : await runtime.route("accounts.list", { clientId });
  const period = monthsEnd.slice(0, 7);
  const kept = await runtime.route("schedules.list", { clientId, period });
  const isKept = kept.ok && (kept.value as OperationOutput<"schedules.list">).items.length > 0;
  if (held === undefined || accounts === null || !accounts.ok || isKept) return;
  for (const item of itemsOf(held, (accounts.value as OperationOutput<"accounts.list">).rows, monthsEnd))
    await runtime.route("schedules.save", { clientId, item });
  if (held.lastMonth === "drafted") await runtime.route("schedules.draft", { clientId, period });
}

function itemsOf({ cover, machine, advance, lastMonth }: Held, accounts: readonly AccountRow[], monthsEnd: CalendarDate): ScheduleItem[] {
  const idOf = (wanted: string) => accounts.find(({ name }) => name === wanted)?.id ?? "";
  const bookedThrough = lastMonth === undefined ? monthsEnd : monthEnd(monthsEnd, -1);
  const months = (ago: number) => ({ from: monthStart(monthsEnd, -ago), bookedThrough });
  const items: ScheduleItem[] = [];
  if (cover !== undefined)
    items.push({
      ...{ kind: "prepaid", title: "Professional indemnity insurance", amount: decimal(cover), months: 12, by: "month", ...months(6) },
      ...{ accountId: idOf("Prepaid expenses"), otherAccountId: idOf("Insurance") },
    });
  if (advance !== undefined)
    items.push({
      ...{
        kind: "deferred_revenue",
        title: "Choir membership, paid ahead",
        amount: decimal(advance),
        months: 12,
        by: "month",
        ...months(4),
      },
      ...{ accountId: idOf("Deferred revenue"), otherAccountId: idOf("Services") },
    });
  return machine === undefined ? items : [...items, ...machineItems(machine, idOf, months(15))];
}

function machineItems(
  { title, cost }: NonNullable<Held["machine"]>,
  idOf: (name: string) => string,
  months: Pick<ScheduleItem, "from" | "bookedThrough">,
): ScheduleItem[] {
  const amount = decimal(cost);
  const loan = multiplyDecimals(amount, SHARE_ON_LOAN);
  return [
    {
      ...{
        kind: "fixed_asset",
        title,
        amount,
        salvage: decimal("0"),
        months: 60,
        method: "straight_line",
        factor: decimal("2"),
        ...months,
      },
      ...{ accountId: idOf("Machinery"), otherAccountId: idOf("Depreciation"), disposal: null },
      contraAccountId: idOf("Accumulated depreciation, machinery"),
    },
    {
      ...{ kind: "loan", title: `${title}, bank loan`, amount: loan, months: 36, rate: decimal("6"), ...months },
      payment: divideDecimal(multiplyDecimals(loan, PAYMENT_PER_UNIT), decimal("1"), 2),
      ...{ accountId: idOf("Bank loan"), otherAccountId: idOf("Interest paid"), paymentAccountId: idOf("Operating account") },
    },
  ];
}
