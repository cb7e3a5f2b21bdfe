import { compareDecimals, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LineChange, LineDraft } from "#shared/model/ledger/write.ts";
import { decimalOf, holds, isObject, numeral, objectsIn, refOf, sameWire, textOf, type WireObject } from "../../wire-json.ts";
import { dimensionWord, type Held } from "./dimensions.ts";
import { splitId } from "./entities.ts";
import {
  billableMembers,
  checkDraft,
  checkItemAccount,
  checkProduct,
  entryAmount,
  type LineFrame,
  lineTarget,
  newLine,
  storedAmount,
  taxMember,
} from "./line-body.ts";
import { refTo, requireAccount, requireItem } from "./lookups.ts";
import { refuseInput } from "./refused.ts";

/** Detail types of lines that people see and edit; the ledger's own lines are left unchanged. */
const editable = [
  "SalesItemLineDetail",
  "ItemBasedExpenseLineDetail",
  "AccountBasedExpenseLineDetail",
  "JournalEntryLineDetail",
  "DiscountLineDetail",
];
const shownOnly = ["TaxLineDetail"];

interface Edit {
  readonly frame: LineFrame;
  /** Mirrored id of the document, the prefix of its lines' ids. */
  readonly documentId: string;
  readonly drafts: readonly LineChange[];
  readonly held: readonly Held[];
}

/**
 * The lines of a full update, based on the lines just read: named lines are kept and changed, unnamed lines
 * that a person could see are removed, everything else stays, new lines come last. Rule 29: no line is lost
 * without someone deciding it.
 * @throws WriteRefused naming the field
 */
export function patchLines(edit: Edit, current: readonly WireObject[]): readonly WireObject[] {
  const ids = lineIds(edit.documentId, current);
  checkNames(edit, [...ids.values()]);
  const kept = current.flatMap((line) => keptLine(edit, ids, line));
  const added = edit.drafts.flatMap((draft, index) =>
    draft.id === undefined ? [newLine(edit.frame, draft, index, edit.held[index] ?? {})] : [],
  );
  const end = kept.findLastIndex((line) => !isSubtotal(line)) + 1;
  return withSubtotal([...kept.slice(0, end), ...added, ...kept.slice(end)]);
}

/** The mirrored id of every line that the mirror shows. */
export function lineIds(documentId: string, lines: readonly WireObject[]): Map<WireObject, string> {
  const shown = lines.flatMap((line) => (line.DetailType === "GroupLineDetail" ? innerLines(line) : [line])).filter(isShown);
  return new Map(shown.map((line, index) => [line, `${documentId}/${textOf(line.Id) ?? `#${index + 1}`}`]));
}

function isShown(line: WireObject): boolean {
  const type = textOf(line.DetailType) ?? "";
  return editable.includes(type) || shownOnly.includes(type);
}

function innerLines(line: WireObject): readonly WireObject[] {
  return isObject(line.GroupLineDetail) ? objectsIn(line.GroupLineDetail.Line) : [];
}

function checkNames({ drafts }: Edit, known: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of drafts.entries()) {
    if (id === undefined) continue;
    if (!known.includes(id))
      refuseInput(
        `lines[${index}].id`,
        `The transaction has no line ${id} that can be changed.`,
        "Sync the client, then use the line IDs that the transaction has now.",
      );
    if (seen.has(id)) refuseInput(`lines[${index}].id`, `The update lists line ${id} twice.`);
    seen.add(id);
  }
}

function keptLine(edit: Edit, ids: ReadonlyMap<WireObject, string>, line: WireObject): readonly WireObject[] {
  if (line.DetailType === "GroupLineDetail") return [keptBundle(edit, ids, line)];
  const id = ids.get(line);
  if (id === undefined) return [line];
  const index = edit.drafts.findIndex((draft) => draft.id === id);
  const draft = edit.drafts[index];
  return draft === undefined ? [] : [patchLine(edit.frame, line, draft, index, edit.held[index] ?? {})];
}

/** The lines of a bundle belong together: they are kept unchanged, or the change is refused. */
function keptBundle(edit: Edit, ids: ReadonlyMap<WireObject, string>, bundle: WireObject): WireObject {
  for (const line of innerLines(bundle).filter(isShown)) {
    const index = edit.drafts.findIndex((draft) => draft.id === ids.get(line));
    const draft = edit.drafts[index];
    if (draft === undefined || !sameWire(line, patchLine(edit.frame, line, draft, index, {})))
      refuseInput(
        draft === undefined ? "lines" : `lines[${index}]`,
        `Line ${[...ids.keys()].indexOf(line) + 1} is part of a bundle. Change the bundle in the ledger.`,
      );
  }
  return bundle;
}

/** One line with the draft's changes; members with an equal value keep their digits. @throws WriteRefused */
function patchLine(frame: LineFrame, line: WireObject, draft: LineChange, index: number, held: Held): WireObject {
  const type = textOf(line.DetailType) ?? "";
  const detail = isObject(line[type]) ? (line[type] as WireObject) : {};
  if (!editable.includes(type)) return untouched(frame, line, draft, index);
  if (!staysOfType(frame, type, detail, draft)) {
    const { Id, LineNum, Description } = line;
    return {
      ...(Id === undefined ? {} : { Id }),
      ...(LineNum === undefined ? {} : { LineNum }),
      ...(Description === undefined ? {} : { Description }),
      ...newLine(frame, draft, index, held),
    };
  }
  checkDraft(frame, draft, index);
  const money = amountMembers(frame, type, draft.net.amount);
  const isMoved =
    compareDecimals(decimalOf(money.Amount) ?? ("0" as DecimalString), decimalOf(line.Amount) ?? ("0" as DecimalString)) !== 0;
  const changed: WireObject = {
    ...(isMoved && detail.TaxInclusiveAmt !== undefined ? { TaxInclusiveAmt: undefined } : {}),
    ...money.detail,
    ...targetMembers(frame, type, detail, draft, index),
    ...emptiedDetail(frame, detail, draft, index),
    ...quantities(detail, draft),
    ...(type === "DiscountLineDetail" ? {} : taxMember(draft)),
    ...billables(detail, draft, index),
    ...heldMembers(type, held),
  };
  const patched = merge(detail, changed);
  checkQuantity(frame, patched, draft, index, isMoved);
  return merge(line, {
    ...(draft.description === undefined ? {} : { Description: draft.description }),
    ...(isMoved ? { Amount: money.Amount } : {}),
    [type]: patched,
  });
}

/** Lines that the ledger adds can be kept, not changed. */
function untouched(frame: LineFrame, line: WireObject, draft: LineDraft, index: number): WireObject {
  const amount = storedAmount(frame, draft);
  const own = decimalOf(line.Amount);
  if (own === undefined || compareDecimals(own, amount) !== 0)
    refuseInput(`lines[${index}].net`, "The ledger calculates this line, so its amount can't be changed.");
  return line;
}

/** False where the draft needs another detail type: an item line becomes an account line, or the reverse. */
function staysOfType({ side }: LineFrame, type: string, detail: WireObject, draft: LineDraft): boolean {
  if (type === "JournalEntryLineDetail" || type === "AccountBasedExpenseLineDetail") return draft.kind === "account";
  if (type === "DiscountLineDetail")
    return (
      draft.kind === "account" && (draft.accountId === undefined || refOf(detail.DiscountAccountRef) === splitId(draft.accountId).ledgerId)
    );
  return draft.kind === "item" || (side === "sales" && draft.accountId === undefined);
}

interface AmountMembers {
  readonly Amount: WireObject["Amount"];
  readonly detail: WireObject;
}

function amountMembers(frame: LineFrame, type: string, net: DecimalString): AmountMembers {
  if (type === "JournalEntryLineDetail") {
    const { PostingType, Amount } = entryAmount(net);
    return { Amount, detail: { PostingType } };
  }
  // Discounts and refunds are sent as positive amounts that reduce the total.
  const isTurned = (type === "DiscountLineDetail") !== frame.flip;
  return { Amount: numeral(isTurned ? negateDecimal(net) : net), detail: {} };
}

function targetMembers(frame: LineFrame, type: string, detail: WireObject, draft: LineDraft, index: number): WireObject {
  const field = `lines[${index}]`;
  if (type === "DiscountLineDetail") return {};
  if (type === "JournalEntryLineDetail" || type === "AccountBasedExpenseLineDetail") {
    if (draft.itemId !== undefined) refuseInput(`${field}.itemId`, "Account lines can't have a product or service.");
    const isSame = draft.accountId === undefined || splitId(draft.accountId).ledgerId === refOf(detail.AccountRef);
    return isSame ? {} : { AccountRef: refTo(requireAccount(frame.context, draft.accountId, `${field}.accountId`).id) };
  }
  const isSame = draft.itemId === undefined || splitId(draft.itemId).ledgerId === refOf(detail.ItemRef);
  if (!isSame) return { ...lineTarget(frame, draft, index).target, ItemAccountRef: undefined };
  const named = refOf(detail.ItemAccountRef);
  const item =
    draft.itemId === undefined || draft.accountId === undefined ? undefined : requireItem(frame.context, draft.itemId, `${field}.itemId`);
  if (item !== undefined && splitId(draft.accountId ?? "").ledgerId !== named)
    checkItemAccount(frame.context, item, draft.accountId, frame.side, `${field}.accountId`);
  return {};
}

const EMPTIED = { quantity: "Qty", unitAmount: "UnitPrice", tax: "TaxCodeRef" } as const;

/** Members that a person emptied are left out of the line. @throws WriteRefused for a value that is the whole transaction's */
function emptiedDetail(
  { context }: LineFrame,
  detail: WireObject,
  { cleared = [], clearedDimensions = [] }: LineChange,
  index: number,
): WireObject {
  const refs = clearedDimensions.map((dimension) => {
    const name = dimensionWord(context, dimension);
    if (refOf(detail[`${dimension}Ref`]) === undefined)
      refuseInput(
        `lines[${index}].dimensions`,
        `This line has no ${name} of its own to remove. A ${name} for the whole transaction can't be removed on one line.`,
      );
    return `${dimension}Ref`;
  });
  return Object.fromEntries([...cleared.map((field) => EMPTIED[field]), ...refs].map((member) => [member, undefined]));
}

function quantities(detail: WireObject, { quantity, unitAmount }: LineDraft): WireObject {
  const differs = (member: WireObject["Qty"], value: DecimalString) => !holds(member, numeral(value));
  return {
    ...(quantity !== undefined && differs(detail.Qty, quantity) ? { Qty: numeral(quantity) } : {}),
    ...(unitAmount !== undefined && differs(detail.UnitPrice, unitAmount.amount) ? { UnitPrice: numeral(unitAmount.amount) } : {}),
  };
}

/** With the old quantity and price, the ledger would refuse a changed amount or silently recalculate it. */
function checkQuantity(frame: LineFrame, detail: WireObject, draft: LineDraft, index: number, isMoved: boolean): void {
  const [quantity, price] = [decimalOf(detail.Qty), decimalOf(detail.UnitPrice)];
  if (!isMoved || quantity === undefined || price === undefined) return;
  const isStated = draft.quantity !== undefined || draft.unitAmount !== undefined;
  checkProduct(quantity, price, storedAmount(frame, draft), `lines[${index}].${isStated ? "net" : "quantity"}`);
}

function billables(detail: WireObject, draft: LineDraft, index: number): WireObject {
  const { billable } = draft;
  // A cost that was already billed keeps the ledger's mark.
  if (billable === undefined || (billable.status === "billed" && detail.BillableStatus === "HasBeenBilled")) return {};
  return billableMembers(draft, index);
}

function heldMembers(type: string, { Class, Department }: Held): WireObject {
  return {
    ...(Class === undefined ? {} : { ClassRef: { value: Class } }),
    ...(Department === undefined || type !== "JournalEntryLineDetail" ? {} : { DepartmentRef: { value: Department } }),
  };
}

/** Members with an equal value keep their original text; undefined removes a member. */
function merge(record: WireObject, changes: WireObject): WireObject {
  const merged: Record<string, WireObject[string]> = { ...record };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete merged[key];
    else if (!sameMember(record[key], value)) merged[key] = value;
  }
  return merged;
}

function sameMember(before: WireObject[string], after: WireObject[string]): boolean {
  return refOf(after) !== undefined ? refOf(before) === refOf(after) : sameWire(before, after);
}

/** True for a line that sums up others, and that people don't see as a line. */
export function isSubtotal(line: WireObject): boolean {
  return line.DetailType === "SubTotalLineDetail";
}

/** The ledger's own subtotal follows the lines; with several subtotals all are left unchanged. */
function withSubtotal(lines: readonly WireObject[]): readonly WireObject[] {
  if (lines.filter(isSubtotal).length !== 1) return lines;
  const summed = lines.filter((line) => line.DetailType === "SalesItemLineDetail" || line.DetailType === "GroupLineDetail");
  const sum = sumDecimals(summed.flatMap((line) => decimalOf(line.Amount) ?? []));
  return lines.map((line) => (isSubtotal(line) ? merge(line, { Amount: numeral(sum) }) : line));
}
