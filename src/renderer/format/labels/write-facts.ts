import { addDecimals, type DecimalString, decimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { memoName } from "#shared/model/labels/record-name.ts";
import type { AllocationDraft, DocumentDraft, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { t } from "../../language/t.ts";
import { formatMoney } from "../amounts/amount.ts";
import { withAmounts } from "../amounts/amounts-in-text.ts";
import { formatDay } from "../dates/date.ts";
import { jobTitle, shortReason } from "./write-labels.ts";

/** The contact that an update of one new transaction or payment names; null for others. */
export function contactIdOf({ operations }: Pick<WriteJob, "operations">): string | null {
  const [operation, ...more] = operations;
  if (operation === undefined || more.length > 0) return null;
  if (operation.kind === "create_document") return operation.document.party?.id ?? null;
  return operation.kind === "create_payment" ? operation.payment.party.id : null;
}

/**
 * What tells an update from others like it: its day, amount, contact and memo, as far as its title doesn't say them. Nothing of
 * several changes.
 */
export function jobFacts(job: Parameters<typeof jobTitle>[0], contact: string | null = null): readonly string[] {
  const [operation, ...more] = job.operations;
  if (operation === undefined || more.length > 0) return [];
  const title = jobTitle(job);
  return [...factsOf(operation, job.seen), contact ?? ""].filter((fact) => fact !== "" && !title.includes(fact));
}

function factsOf(operation: WriteOperation, seen: WriteJob["seen"]): readonly string[] {
  switch (operation.kind) {
    case "create_document": {
      const { issueDate, number, memo = "" } = operation.document;
      return [formatDay(issueDate), amountText(operation.document), number === undefined ? memoName(memo) : ""];
    }
    case "create_payment":
      return [formatDay(operation.payment.date), appliedText(operation.payment.allocations)];
    case "apply_credit":
      return [formatDay(operation.date), appliedText(operation.allocations)];
    case "update_document":
    case "void":
    case "delete": {
      const before = seen?.find(({ id }) => id === operation.id);
      return before === undefined ? [] : [formatDay(before.issueDate), before.number === undefined ? memoName(before.memo ?? "") : ""];
    }
    default:
      return [];
  }
}

/** What a new transaction comes to: of a journal its debits; without tax that only the ledger knows. */
function amountText({ type, total, tax, lines, currency }: DocumentDraft): string {
  const nets = lines.map(({ net }) => net.amount);
  if (type === "journal") return formatMoney(sumDecimals(nets.filter((amount) => !amount.startsWith("-"))), currency);
  if (total !== undefined) return formatMoney(total.amount, currency);
  const net = sumDecimals(nets);
  const known = tax?.basis === "none" ? decimal("0") : (tax?.amount?.amount ?? taxOfLines(lines));
  if (known === null) return t("{amount} before tax", { amount: formatMoney(net, currency) });
  return formatMoney(addDecimals(net, known), currency);
}

function taxOfLines(lines: DocumentDraft["lines"]): DecimalString | null {
  const taxes = lines.flatMap(({ tax }) => tax?.amount?.amount ?? []);
  return taxes.length < lines.length ? null : sumDecimals(taxes);
}

function appliedText(allocations: readonly AllocationDraft[]): string {
  const [first] = allocations;
  return first === undefined ? "" : formatMoney(sumDecimals(allocations.map(({ amount }) => amount.amount)), first.amount.currency);
}

/** Why an update has its state, in a list: of one that was posted in part also which of its parts isn't. */
export function listReason(job: Parameters<typeof shortReason>[0], isSafeMode = false): string {
  const reason = shortReason(job, isSafeMode);
  const [left, ...more] = job.state === "partial" ? job.items.filter(({ outcome }) => outcome !== "accepted") : [];
  if (left === undefined) return reason;
  const counts = { done: job.items.length - more.length - 1, items: job.items.length };
  const title = withAmounts(left.title);
  const words =
    more.length === 0
      ? t("{done} of {items} posted. Not posted: {title}.", { ...counts, title })
      : t("{done} of {items} posted. Not posted: {title} and {more} more.", { ...counts, title, more: more.length });
  return reason === "" ? words : `${words} ${reason}`;
}
