import type { Named } from "#shared/contract/books/choices.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import type { DocumentLine, LedgerDocument } from "#shared/model/books/document.ts";
import type { LineChange, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { type DocumentForm, isBlank, type LineForm, lineDraftOf } from "./transaction-draft.ts";

type Names = Readonly<Record<string, string>>;
export type UpdateOperation = Extract<WriteOperation, { readonly kind: "update_document" }>;
type Changes = UpdateOperation["changes"];

/** A form filled with a document, as the person sees it now. */
export function formOfDocument(document: LedgerDocument, names: Names): DocumentForm {
  return {
    type: document.type,
    party: document.party === undefined ? null : { id: document.party.id, name: document.party.name },
    number: document.number ?? "",
    reference: document.reference ?? "",
    issueDate: document.issueDate,
    dueDate: document.dueDate ?? "",
    currency: document.currency,
    exchangeRate: document.exchangeRate ?? "",
    status: document.status === "draft" || document.status === "awaiting_approval" ? document.status : "open",
    basis: document.tax.basis === "unknown" ? "" : document.tax.basis,
    entityId: document.entityId ?? "",
    memo: document.memo ?? "",
    totalAccount: null,
    lines: document.lines.map((line, key) => lineOfDocument(line, document.type === "journal", names, key)),
  };
}

/** A line as the form shows it. */
export function lineOfDocument(line: DocumentLine, isJournal: boolean, names: Names, key: number): LineForm {
  const id = line.kind === "item" ? line.itemId : line.accountId;
  const target: Named | null = id === undefined ? null : { id, name: names[id] ?? id };
  const isCredit = isJournal && line.net.amount.startsWith("-");
  return {
    key,
    lineId: line.id,
    kind: line.kind,
    target,
    description: line.description ?? "",
    quantity: line.quantity === undefined ? "" : canonicalDecimal(line.quantity),
    unitAmount: line.unitAmount === undefined ? "" : line.unitAmount.amount.replace(/(\.\d\d\d*?)0+$/, "$1"),
    net: isCredit ? "" : line.net.amount,
    credit: isCredit ? absoluteDecimal(line.net.amount) : "",
    taxCode: line.tax.components[0]?.code ?? "",
    // Rule 10: what was copied down from the header is never written back per line.
    dimensions: Object.fromEntries(
      line.dimensions.filter((value) => !value.fannedFromHeader).map(({ dimensionId, valueId }) => [dimensionId, valueId]),
    ),
  };
}

/**
 * What the person changed, and nothing else. Lines are sent whole as soon as one of them moved: the
 * ones that stay by their ids, so that an update keeps every line it means to keep.
 * @returns no keys when nothing was changed
 */
export function changesOf(seen: DocumentForm, form: DocumentForm, decimals: number): Changes {
  const moved = (key: "number" | "reference" | "dueDate" | "memo" | "entityId") => form[key].trim() !== seen[key].trim();
  const text = (key: "reference" | "memo") => (moved(key) ? { [key]: form[key].trim() } : {});
  const filled = (key: "number" | "entityId") => (moved(key) && form[key].trim() !== "" ? { [key]: form[key].trim() } : {});
  const cleared = clearedFields(seen, form);
  const rate = form.exchangeRate.trim() === "" ? null : readAmount(form.exchangeRate);
  return {
    ...(form.party !== null && form.party.id !== seen.party?.id ? { party: { id: form.party.id } } : {}),
    ...filled("number"),
    ...text("reference"),
    ...(form.issueDate === seen.issueDate ? {} : { issueDate: form.issueDate as CalendarDate }),
    ...(moved("dueDate") && form.dueDate !== "" ? { dueDate: form.dueDate as CalendarDate } : {}),
    ...(rate === null || sameAmount(form.exchangeRate, seen.exchangeRate) ? {} : { exchangeRate: rate }),
    ...filled("entityId"),
    ...text("memo"),
    ...(form.status === seen.status ? {} : { status: form.status }),
    ...(cleared.length === 0 ? {} : { cleared }),
    ...lineChanges(seen, form, decimals),
  };
}

/** Fields that were filled and are empty now, of those that have no empty value of their own. */
function clearedFields(seen: DocumentForm, form: DocumentForm): NonNullable<Changes["cleared"]> {
  const texts = (["number", "dueDate", "exchangeRate", "entityId"] as const).filter(
    (key) => form[key].trim() === "" && seen[key].trim() !== "",
  );
  return [...(form.party === null && seen.party !== null ? (["party"] as const) : []), ...texts];
}

/** The change as an operation against the record as it was seen. */
export function changeOperation(id: string, seenHash: string, changes: Changes): WriteOperation {
  return { kind: "update_document", id, seenHash, changes };
}

function lineChanges(seen: DocumentForm, form: DocumentForm, decimals: number): { readonly lines?: LineChange[] } {
  const lines = form.lines.filter((line) => !isBlank(line));
  const before = new Map(seen.lines.map((line) => [line.lineId, line]));
  const same = lines.length === seen.lines.length && lines.every((line, index) => isSameLine(line, seen.lines[index]));
  if (same) return {};
  return {
    lines: lines.map((line) => {
      const draft = lineDraftOf(line, form, decimals);
      const old = line.lineId === null ? undefined : before.get(line.lineId);
      return old === undefined ? draft : keptLine(draft, line, old);
    }),
  };
}

/** A line that stays says what moved in it; what it leaves out stays in the ledger. */
function keptLine(draft: LineDraft, line: LineForm, old: LineForm): LineChange {
  const { id, kind, net } = draft;
  const isEmptied = (key: "quantity" | "unitAmount" | "taxCode") => line[key].trim() === "" && old[key].trim() !== "";
  const cleared = [...(["quantity", "unitAmount"] as const).filter(isEmptied), ...(isEmptied("taxCode") ? (["tax"] as const) : [])];
  const clearedDimensions = Object.keys(old.dimensions).filter(
    (dimension) => (old.dimensions[dimension] ?? "") !== "" && (line.dimensions[dimension] ?? "") === "",
  );
  const amounts =
    sameAmount(line.quantity, old.quantity) && sameAmount(line.unitAmount, old.unitAmount)
      ? {}
      : {
          ...(draft.quantity === undefined ? {} : { quantity: draft.quantity }),
          ...(draft.unitAmount === undefined ? {} : { unitAmount: draft.unitAmount }),
        };
  // A line of an item always names it, changed or not.
  const target = draft.itemId === undefined ? { accountId: draft.accountId } : { itemId: draft.itemId };
  return {
    ...(id === undefined ? {} : { id }),
    kind,
    net,
    ...amounts,
    ...(line.description.trim() === old.description.trim() ? {} : { description: line.description.trim() }),
    ...(line.target === null ? {} : target),
    ...(line.taxCode.trim() === old.taxCode.trim() || draft.tax === undefined ? {} : { tax: draft.tax }),
    dimensions: sameDimensions(line.dimensions, old.dimensions) ? [] : draft.dimensions,
    ...(cleared.length === 0 ? {} : { cleared }),
    ...(clearedDimensions.length === 0 ? {} : { clearedDimensions }),
  } as LineChange;
}

function isSameLine(line: LineForm, old: LineForm | undefined): boolean {
  if (old === undefined || line.lineId !== old.lineId || line.kind !== old.kind) return false;
  return (
    line.target?.id === old.target?.id &&
    line.description.trim() === old.description.trim() &&
    line.taxCode.trim() === old.taxCode.trim() &&
    (["quantity", "unitAmount", "net", "credit"] as const).every((key) => sameAmount(line[key], old[key])) &&
    sameDimensions(line.dimensions, old.dimensions)
  );
}

function sameDimensions(a: LineForm["dimensions"], b: LineForm["dimensions"]): boolean {
  const set = (values: LineForm["dimensions"]) =>
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map((pair) => pair.join("="))
      .sort()
      .join(" ");
  return set(a) === set(b);
}

/** True when two texts are the same amount: `12.5` and `12.50`. */
export function sameAmount(a: string, b: string): boolean {
  const [one, other] = [readAmount(a), readAmount(b)];
  if (one === null || other === null) return a.trim() === b.trim();
  return canonicalDecimal(one as DecimalString) === canonicalDecimal(other as DecimalString);
}
