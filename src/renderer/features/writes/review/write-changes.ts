import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import {
  addDecimals,
  type DecimalString,
  decimal,
  divideDecimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import type { LedgerDocument } from "#shared/model/books/document.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { AllocationDraft, DocumentDraft, WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { formatMoney, formatNumeral } from "../../../format/amounts/amount.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { isNeverOwed, statusLabel, typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import {
  type ConflictRow,
  changedRows,
  conflictRows,
  FIELDS,
  type FieldKey,
  formOfSeen,
  NOT_THERE,
  textOf,
  textOfLine,
  withChanges,
} from "../conflicts/conflict.ts";
import { formOfDraft } from "../queue/job-form.ts";
import { type LedgerTax, NO_TAX_CODES, type TaxCodes, taxLabel, totalWords } from "../transactions/entry-tax.ts";
import { formOfDocument, lineOfDocument } from "../transactions/transaction-change.ts";
import type { DocumentForm } from "../transactions/transaction-draft.ts";

/** One field or line that a write changes. `before` null: there is nothing yet; `after` null: it is taken away. */
export interface EffectRow {
  readonly key: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What the ledger has, where someone changed it there; absent where that isn't told. */
  readonly theirs?: string | null;
}

/** What is known about the records that a write is about. */
export interface EffectGround {
  readonly documents: ReadonlyMap<string, LedgerDocument>;
  /** By id, and by `dimension=value`. */
  readonly names: Readonly<Record<string, string>>;
  readonly seen: WriteJob["seen"];
  /** What new transactions may be taxed with; absent while it isn't known. */
  readonly taxCodes?: TaxCodes;
  /** What their ledger works out of their tax, by type. */
  readonly ledgerTax?: ReadonlyMap<DocumentDraft["type"], LedgerTax>;
  /** The ledger has it: a payment already counts in what is outstanding. */
  readonly posted?: boolean;
  /** Someone else changed the record in the ledger: what it has now is told as well, once the mirror has it. */
  readonly conflict?: boolean;
}

/** What an operation changes, field by field; null where what it changes is not known here. */
export function effectOf(operation: WriteOperation, ground: EffectGround): readonly EffectRow[] | null {
  switch (operation.kind) {
    case "create_document":
      return [...created(formOfDraft(operation.document), ground), ...totalOf(operation.document, ground)];
    case "update_document":
      return changed(operation, ground);
    case "void":
    case "delete":
      return withdrawn(operation, ground);
    case "create_payment":
      return paid(operation.payment, ground);
    case "apply_credit":
      return applied(operation, ground);
    case "approve": {
      // Once it is posted, the record has its status after the approval already.
      const before = ground.posted === true ? undefined : ground.documents.get(operation.id);
      const now = before === undefined ? null : statusLabel(before.status, before.type).word;
      return [
        row("approval", t("Approval"), now, operation.approved ? t("Approved") : t("Returned for correction")),
        ...(operation.note === undefined ? [] : [row("note", t("Note"), null, operation.note)]),
      ];
    }
    default:
      return [
        row("name", t("Item"), null, operation.name),
        row("account", t("Posts to"), null, ground.names[operation.accountId] ?? operation.accountId),
      ];
  }
}

/** Ids of the documents that operations name: what they change, or settle. */
export function documentsOf(operations: readonly WriteOperation[]): readonly string[] {
  const ids = operations.flatMap((operation): readonly string[] => {
    if (operation.kind === "create_payment") return operation.payment.allocations.map(({ toId }) => toId);
    if (operation.kind === "apply_credit") return [operation.fromId, ...operation.allocations.map(({ toId }) => toId)];
    return "id" in operation ? [operation.id] : [];
  });
  return [...new Set(ids)];
}

/** What a picker would look up to name what operations name. */
export function namesWanted(
  operations: readonly WriteOperation[],
): readonly { readonly kind: "party" | "account" | "item"; readonly id: string }[] {
  const wanted = operations.flatMap((operation) => {
    const document =
      operation.kind === "create_document" ? operation.document : operation.kind === "update_document" ? operation.changes : null;
    const lines = document?.lines ?? [];
    const accounts = [
      ...lines.map(({ accountId }) => accountId),
      document?.totalAccountId,
      operation.kind === "create_payment" ? operation.payment.accountId : undefined,
      operation.kind === "create_integration_item" ? operation.accountId : undefined,
    ];
    const parties = [document?.party?.id, operation.kind === "create_payment" ? operation.payment.party.id : undefined];
    const of = (kind: "party" | "account" | "item", ids: readonly (string | undefined)[]) =>
      ids.flatMap((id) => (id === undefined ? [] : [{ kind, id }]));
    return [
      ...of("party", parties),
      ...of("account", accounts),
      ...of(
        "item",
        lines.map(({ itemId }) => itemId),
      ),
    ];
  });
  return [...new Map(wanted.map((one) => [`${one.kind} ${one.id}`, one])).values()];
}

function row(key: string, name: string, before: string | null, after: string | null): EffectRow {
  return { key, name, before, after };
}

function fieldText(key: FieldKey, text: string): string | null {
  if (text === "") return null;
  return key === "issueDate" || key === "dueDate" ? formatDay(text) : text;
}

function created(draft: DocumentForm, { names, taxCodes = NO_TAX_CODES }: EffectGround): readonly EffectRow[] {
  const form = named(draft, names);
  const fields = (Object.keys(FIELDS) as FieldKey[]).flatMap((key) => {
    // What is never owed isn't open until it is paid.
    const isPosted = key === "status" && form.status === "open" && isNeverOwed(form.type);
    const text = isPosted ? statusLabel(form.status, form.type).word : fieldText(key, textOf(form, key));
    return text === null ? [] : [row(key, FIELDS[key], null, text)];
  });
  const account = form.totalAccount;
  const bank = account === null ? [] : [row("bank", bankWords(form.type), null, names[account.id] ?? account.name)];
  const lines = form.lines.map((line, index) => {
    const told = { ...line, taxCode: taxCodes.get(line.taxCode)?.name ?? line.taxCode };
    return row(`line ${index}`, t("Line {index}", { index: index + 1 }), null, textOfLine(told, form.currency, names));
  });
  return [row("currency", t("Currency"), null, form.currency), ...fields, ...bank, ...lines];
}

/** The account that the total of a transaction posts to. */
function bankWords(type: DocumentForm["type"]): string {
  if (type === "cash_purchase") return t("Paid from");
  return type === "cash_sale" ? t("Deposited to") : t("Control account");
}

/** What is owed more or less once it is posted, by the kind of transaction. */
const OWED: Partial<Record<DocumentDraft["type"], string>> = {
  purchase_bill: t("Adds to payables"),
  purchase_credit: t("Reduces payables"),
  sales_invoice: t("Adds to receivables"),
  sales_credit: t("Reduces receivables"),
};

/** What a new transaction comes to, its taxes by name, and what that does to what is owed; without tax that only the ledger knows. */
function totalOf(draft: DocumentDraft, { taxCodes = NO_TAX_CODES, ledgerTax }: EffectGround): readonly EffectRow[] {
  const { type, total, lines, currency, status } = draft;
  if (type === "journal") {
    const debits = sumDecimals(lines.map(({ net }) => net.amount).filter((amount) => !amount.startsWith("-")));
    return [row("total", t("Total debits"), null, formatMoney(debits, currency))];
  }
  const net = sumDecimals(lines.map((line) => line.net.amount));
  const { known, taxUnknown } = taxesOf(draft, taxCodes, ledgerTax?.get(type) ?? "none");
  const isNet = total === undefined && taxUnknown;
  // A total that somebody stated holds more tax than what is known.
  const shown = taxUnknown && !isNet ? [] : known;
  const sum = formatMoney(total?.amount ?? sumDecimals([net, ...shown.map(([, amount]) => amount)]), currency);
  const owed = OWED[type];
  return [
    ...(shown.length === 0 ? [] : [row("net", t("Subtotal"), null, formatMoney(net, currency))]),
    ...shown.map(([name, amount], index) => row(`tax ${index}`, name, null, formatMoney(amount, currency))),
    ...(isNet ? [row("tax", shown.length === 0 ? t("Tax") : t("Other tax"), null, t("Set by the ledger"))] : []),
    row("total", totalWords(isNet, shown.length > 0), null, sum),
    ...(owed === undefined || status !== "open" || isNet ? [] : [row("owed", owed, null, sum)]),
  ];
}

interface NewTaxes {
  readonly known: readonly (readonly [string, DecimalString])[];
  /** There is tax that only the ledger knows. */
  readonly taxUnknown: boolean;
}

/** The taxes of a new transaction by their names, as the form added them up. */
function taxesOf({ tax, lines, currency }: DocumentDraft, codes: TaxCodes, ledgerTax: LedgerTax): NewTaxes {
  let taxUnknown = ledgerTax === "all";
  if (tax?.basis === "none") return { known: [], taxUnknown };
  if (tax?.amount !== undefined) return { known: [[t("Tax"), tax.amount.amount]], taxUnknown };
  const byName = new Map<string, DecimalString>();
  for (const line of lines) {
    const named = line.tax?.components?.[0]?.code;
    const code = named === undefined ? undefined : codes.get(named);
    const rate = code?.rate ?? null;
    const worked =
      rate === null ? undefined : divideDecimal(multiplyDecimals(line.net.amount, rate), decimal("100"), currencyDigits(currency));
    const amount = line.tax?.amount?.amount ?? worked;
    if (amount === undefined) {
      if (named !== undefined || ledgerTax === "uncoded") taxUnknown = true;
      continue;
    }
    const name = code === undefined ? t("Tax") : taxLabel(code);
    byName.set(name, addDecimals(byName.get(name) ?? decimal("0"), amount));
  }
  return { known: [...byName], taxUnknown };
}

function named(form: DocumentForm, names: EffectGround["names"]): DocumentForm {
  const entityId = names[form.entityId] ?? form.entityId;
  return form.party === null
    ? { ...form, entityId }
    : { ...form, entityId, party: { ...form.party, name: names[form.party.id] ?? form.party.name } };
}

/** What was voided or deleted in the ledger has no version there to compare with. */
const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

function changed(
  operation: Extract<WriteOperation, { readonly kind: "update_document" }>,
  ground: EffectGround,
): readonly EffectRow[] | null {
  const { names } = ground;
  const document = ground.documents.get(operation.id);
  const known = ground.seen?.find(({ id }) => id === operation.id);
  if (document === undefined) return null;
  const now = formOfDocument(document, names);
  const isJournal = document.type === "journal";
  const before = named(
    known === undefined ? now : formOfSeen(known, now, (line, key) => lineOfDocument(line, isJournal, names, key)),
    names,
  );
  const after = named(withChanges(before, operation.changes), names);
  const text = (key: string, value: string) => (value === NOT_THERE ? null : fieldText(key as FieldKey, value));
  const beside = besideForm(document, operation.changes, names);
  if (ground.conflict === true && !ENDED.has(document.status)) {
    const theirs = named(now, names);
    const seen = known === undefined ? null : before;
    if (seen === null || changedRows(theirs, seen, names).length > 0)
      return [
        ...conflictRows(after, theirs, seen, names).map(versionsRow),
        // What was seen of these isn't kept.
        ...beside.map((one) => ({ ...one, before: t("Unknown"), theirs: one.before })),
      ];
  }
  return [
    ...changedRows(after, before, names).map(({ key, name, mine, theirs }) => row(key, name, text(key, theirs), text(key, mine))),
    ...beside,
  ];
}

function versionsRow({ key, name, mine, theirs, seen }: ConflictRow): EffectRow {
  const text = (value: string) => (value === NOT_THERE ? value : fieldText(key as FieldKey, value));
  return { ...row(key, name, seen === null ? t("Unknown") : text(seen), text(mine)), theirs: text(theirs) };
}

const BASIS: Readonly<Record<LedgerDocument["tax"]["basis"], string | null>> = {
  exclusive: t("Tax exclusive"),
  inclusive: t("Tax inclusive"),
  none: t("No tax"),
  unknown: null,
};

/** What a change from the command line says of fields that the form doesn't change. */
function besideForm(
  { type, tax, totalAccountId }: LedgerDocument,
  changes: Extract<WriteOperation, { readonly kind: "update_document" }>["changes"],
  names: EffectGround["names"],
): readonly EffectRow[] {
  const money = (amount: Money | undefined) => (amount === undefined ? null : formatMoney(amount.amount, amount.currency));
  const account = (id: string | undefined) => (id === undefined ? null : (names[id] ?? id));
  const taxed = changes.tax?.amount;
  const isSameTax = taxed !== undefined && tax.amount !== undefined && isZero(subtractDecimals(taxed.amount, tax.amount.amount));
  return [
    ...(changes.totalAccountId === undefined || changes.totalAccountId === totalAccountId
      ? []
      : [row("bank", bankWords(type), account(totalAccountId), account(changes.totalAccountId))]),
    ...(taxed === undefined || isSameTax ? [] : [row("tax", t("Tax"), money(tax.amount), money(taxed))]),
    ...(changes.tax?.basis === undefined || changes.tax.basis === tax.basis
      ? []
      : [row("basis", t("Amounts are"), BASIS[tax.basis], BASIS[changes.tax.basis])]),
  ];
}

function withdrawn(
  operation: Extract<WriteOperation, { readonly kind: "void" | "delete" }>,
  { documents }: EffectGround,
): readonly EffectRow[] | null {
  const document = documents.get(operation.id);
  if (document === undefined) return null;
  const { total, outstanding, status, type } = document;
  const nothing = formatMoney("0", total.currency);
  // A draft and what awaits approval have no effect that could be taken away.
  const counts = status !== "draft" && status !== "awaiting_approval";
  const gone = operation.kind === "void" ? statusLabel("voided").word : statusLabel("deleted").word;
  return [
    row("status", FIELDS.status, statusLabel(status, type).word, gone),
    ...(counts ? [row("total", t("Effect on the books"), formatMoney(total.amount, total.currency), nothing)] : []),
    ...(isNeverOwed(type) ? [] : [row("outstanding", t("Outstanding"), formatMoney(outstanding.amount, outstanding.currency), nothing)]),
  ];
}

/** How much is open of each document, before and after; a new payment's rows have no column for what was before. */
function settled(
  allocations: readonly AllocationDraft[],
  { documents, names, posted = false }: EffectGround,
  isNew: boolean,
): readonly EffectRow[] {
  return allocations.map(({ toId, amount }, index) => {
    const document = documents.get(toId);
    const name = document === undefined ? (names[toId] ?? toId) : nameOf(document);
    if (document === undefined || posted)
      return row(`to ${index}`, name, null, t("{amount} applied", { amount: formatMoney(amount.amount, amount.currency) }));
    const { outstanding } = document;
    const left = formatMoney(subtractDecimals(outstanding.amount, amount.amount), outstanding.currency);
    if (isNew) {
      const applied = formatMoney(amount.amount, amount.currency);
      return row(`to ${index}`, name, null, t("{applied} applied, {left} left outstanding", { applied, left }));
    }
    return row(
      `to ${index}`,
      t("Outstanding on {document}", { document: name }),
      formatMoney(outstanding.amount, outstanding.currency),
      left,
    );
  });
}

function paid(
  payment: Extract<WriteOperation, { readonly kind: "create_payment" }>["payment"],
  ground: EffectGround,
): readonly EffectRow[] {
  const { direction, party, date, currency, accountId, reference, exchangeRate, allocations } = payment;
  const total = sumDecimals(allocations.map(({ amount }) => amount.amount));
  const account = ground.names[accountId] ?? accountId;
  return [
    row("amount", direction === "made" ? t("Paid") : t("Received"), null, formatMoney(total, currency)),
    row("party", FIELDS.party, null, ground.names[party.id] ?? party.id),
    row("date", FIELDS.issueDate, null, formatDay(date)),
    row("account", direction === "made" ? t("From account") : t("To account"), null, account),
    ...(reference === undefined ? [] : [row("reference", FIELDS.reference, null, reference)]),
    ...(exchangeRate === undefined ? [] : [row("rate", FIELDS.exchangeRate, null, formatNumeral(exchangeRate))]),
    ...settled(allocations, ground, true),
  ];
}

function applied(operation: Extract<WriteOperation, { readonly kind: "apply_credit" }>, ground: EffectGround): readonly EffectRow[] {
  const { fromId, date, allocations } = operation;
  const total = sumDecimals(allocations.map(({ amount }) => amount.amount));
  const currency = allocations[0]?.amount.currency ?? "";
  const credit = ground.documents.get(fromId);
  const left = credit === undefined ? null : leftOf(credit, total);
  return [
    row("date", FIELDS.issueDate, null, formatDay(date)),
    left === null
      ? row("from", ground.names[fromId] ?? fromId, null, t("{amount} applied", { amount: formatMoney(total, currency) }))
      : row("from", t("Unapplied on {document}", { document: nameOf(credit as LedgerDocument) }), left.before, left.after),
    ...settled(allocations, ground, false),
  ];
}

/** Credits are owed the other way round in some ledgers: what is left comes nearer to nothing. */
function leftOf({ outstanding: { amount, currency } }: LedgerDocument, applied: DecimalString) {
  const after = subtractDecimals(amount, amount.startsWith("-") ? negateDecimal(applied) : applied);
  return { before: formatMoney(amount, currency), after: formatMoney(after, currency) };
}

function nameOf({ type, unappliedKind, number, reference, party }: LedgerDocument): string {
  const own = [typeLabel(type, unappliedKind), number ?? reference].filter((part) => part !== undefined).join(" ");
  return party === undefined ? own : `${own}, ${party.name}`;
}
