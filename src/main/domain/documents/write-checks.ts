import { currencyDigits } from "#main/domain/postings/account-sum.ts";
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type DecimalString,
  isZero,
  scaleOf,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { moneyName, notInBooks } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { DocumentStatus, DocumentType } from "#shared/model/books/document.ts";
import type { Item } from "#shared/model/books/item.ts";
import type { MappedDocument, MappedPayment } from "#shared/model/books/mapped-record.ts";
import type { Party } from "#shared/model/books/party.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { chooseContact, recordName } from "#shared/model/labels/record-name.ts";
import type { SourceCapabilities } from "#shared/model/ledger/capabilities.ts";
import { NO_APPROVAL } from "#shared/model/ledger/capabilities.ts";
import type { AllocationDraft, DocumentChanges, DocumentDraft, LineDraft, WriteCheck, WriteOperation } from "#shared/model/ledger/write.ts";
import { CLASS_WORDS, CONTROL_WORDS, isControl } from "./account-words.ts";

/** What the checks know: answers from the mirror, the capabilities, and the locks already asked. */
export interface CheckFacts {
  readonly capabilities: SourceCapabilities;
  /** Currencies in use according to the ledger, its accounts, contacts and documents; empty when the ledger doesn't report any. */
  readonly currencies: readonly string[];
  account(id: string): Account | undefined;
  item(id: string): Item | undefined;
  party(id: string): Party | undefined;
  record(id: string): CheckedRecord | undefined;
  /** Each lock that blocks the operation, explained, with the next open date. */
  cutOffs(operation: number): readonly { readonly date: string; readonly message: string }[];
  /** Bills that look like this one, explained. */
  duplicates(operation: number): readonly string[];
}

export interface CheckedRecord {
  readonly document?: MappedDocument;
  readonly payment?: MappedPayment;
  readonly changeHash: string;
  readonly removed: boolean;
}

/**
 * Everything that is looked at before a write leaves (rules 7, 8, 9, 12, 21). A `blocked` check
 * keeps the job from being sent; a `warning` is shown and lets it go. Fields are named as in the file.
 */
export function checkWrite(operations: readonly WriteOperation[], facts: CheckFacts): WriteCheck[] {
  const many = operations.length > 1;
  const spoken: Spoken = { settled: new Map(), used: new Map() };
  const found = operations.flatMap((operation, index) => {
    const at = (field: string) => (many ? `operations[${index}].${field}` : field);
    return [...checkOne(operation, facts, at, spoken), ...checkCutOff(facts, index), ...checkDuplicates(facts, index)];
  });
  const passed = (["input", "cut_off", "capability", "currency", "balance", "allocation", "version"] as const)
    .filter((name) => !found.some((check) => check.name === name))
    .map((name): WriteCheck => ({ name, outcome: "passed", message: name === "version" ? versionText(operations) : PASSED[name] }));
  return [...found, ...passed];
}

const PASSED = {
  input: "All contacts, accounts and items entered in this update exist. The contacts and accounts are active.",
  cut_off: "The dates aren't locked.",
  capability: "The ledger supports this update.",
  currency: "Currencies match.",
  balance: "Amounts add up.",
  allocation: "Amounts applied don't exceed what's outstanding.",
} as const;

/** What the version check could see: only an operation that names the version a person opened is compared with it. */
function versionText(operations: readonly WriteOperation[]): string {
  const existing = operations.filter((operation) => "id" in operation);
  if (existing.length === 0) return "The details of existing transactions don't change.";
  return existing.every((operation) => "seenHash" in operation && operation.seenHash !== undefined)
    ? "When Tieout checked, no transaction in this update had changed in the local copy since it was opened."
    : "When Tieout checked, no transaction in this update was deleted or voided in the local copy.";
}

type At = (field: string) => string;

/** What earlier operations of the same job settle of documents and use up of credits. */
interface Spoken {
  readonly settled: Map<string, DecimalString>;
  readonly used: Map<string, DecimalString>;
}

/** Adds to what is spoken for. @returns the sum so far */
function addTo(sums: Map<string, DecimalString>, id: string, amount: DecimalString): DecimalString {
  const sum = addDecimals(sums.get(id) ?? ("0" as DecimalString), amount);
  sums.set(id, sum);
  return sum;
}

function blocked(name: WriteCheck["name"], message: string, field?: string): WriteCheck {
  return { name, outcome: "blocked", message, ...(field === undefined ? {} : { field }) };
}

function checkOne(operation: WriteOperation, facts: CheckFacts, at: At, spoken: Spoken): WriteCheck[] {
  switch (operation.kind) {
    case "create_document":
      return checkDocument(operation.document, facts, at);
    case "update_document":
      return [...checkExisting(operation, facts, at), ...checkChanges(operation, facts, at)];
    case "create_payment":
      return [
        ...checkParty(operation.payment.party.id, facts, at("party.id")),
        ...checkAccount(operation.payment.accountId, facts, at("accountId")),
        ...checkMoneyAccount(operation.payment.accountId, facts, at("accountId")),
        ...checkCurrency(operation.payment.currency, facts, at("currency")),
        ...checkAllocations({ by: "payment", ...operation.payment }, facts, at, spoken),
      ];
    case "apply_credit":
      return checkCredit(operation, facts, at, spoken);
    case "approve":
      return [
        ...checkExisting(operation, facts, at),
        ...(facts.capabilities.hasApprovalWorkflow ? [] : [blocked("capability", NO_APPROVAL)]),
      ];
    case "create_integration_item":
      return checkAccount(operation.accountId, facts, at("accountId"));
    default:
      return checkExisting(operation, facts, at);
  }
}

function checkDocument(draft: DocumentDraft, facts: CheckFacts, at: At): WriteCheck[] {
  const isCash = draft.type === "cash_purchase" || draft.type === "cash_sale";
  const needsParty = draft.type !== "journal" && !isCash;
  const { totalAccountId: total } = draft;
  return [
    ...(needsParty && draft.party === undefined ? [blocked("input", chooseContact(draft.type), at("party.id"))] : []),
    ...(draft.party === undefined ? [] : checkParty(draft.party.id, facts, at("party.id"))),
    ...(draft.dueDate !== undefined && draft.dueDate < draft.issueDate
      ? [blocked("input", "The due date is before the transaction's date.", at("dueDate"))]
      : []),
    ...(total === undefined ? [] : checkAccount(total, facts, at("totalAccountId"))),
    ...(total === undefined || !isCash ? [] : checkMoneyAccount(total, facts, at("totalAccountId"))),
    ...(total === undefined && isCash ? [blocked("input", "Choose the bank or card account.", at("totalAccountId"))] : []),
    ...checkCurrency(draft.currency, facts, at("currency")),
    ...checkLines(draft.lines, draft, facts, at),
    ...checkControlAccounts(draft.type, draft.lines, facts, at),
    ...checkTotal(draft, at),
  ];
}

function checkParty(id: string, facts: CheckFacts, field: string): WriteCheck[] {
  const party = facts.party(id);
  if (party === undefined) return [blocked("input", notInBooks("contact", id), field)];
  return party.active ? [] : [blocked("input", `${party.name} is inactive in the ledger.`, field)];
}

function checkAccount(id: string, facts: CheckFacts, field: string): WriteCheck[] {
  const account = facts.account(id);
  if (account === undefined) return [blocked("input", notInBooks("account", id), field)];
  return account.active ? [] : [blocked("input", `The account ${account.name} is inactive in the ledger.`, field)];
}

/** Money comes from and goes to something that is owned or owed: a bank, a card, petty cash, a loan. Equity may be set up for it. */
function checkMoneyAccount(id: string, facts: CheckFacts, field: string): WriteCheck[] {
  const account = facts.account(id);
  if (account === undefined || ((account.class === "asset" || account.class === "liability") && !isControl(account))) return [];
  if (account.class === "equity")
    return [
      {
        name: "input",
        outcome: "warning",
        message: `${account.name} is an equity account, not a bank or card account. Check that it's the right one.`,
        field,
      },
    ];
  const kind = isControl(account) ? t(CONTROL_WORDS[account.role]) : CLASS_WORDS[account.class];
  return [blocked("input", `${account.name} is ${kind}. Choose a bank or card account.`, field)];
}

/**
 * What customers and vendors owe is posted by an invoice, bill or credit as a whole; a line would count it twice. A cash document
 * posts none of it, and a ledger may take such a line. Journals may always post there.
 */
function checkControlAccounts(type: DocumentType, lines: readonly LineDraft[], facts: CheckFacts, at: At): WriteCheck[] {
  if (type === "journal") return [];
  const outcome = type === "cash_purchase" || type === "cash_sale" ? "warning" : "blocked";
  return lines.flatMap(({ accountId }, index): WriteCheck[] => {
    const account = accountId === undefined ? undefined : facts.account(accountId);
    if (account === undefined || !isControl(account)) return [];
    const message = `Line ${index + 1} posts to ${account.name}, ${t(CONTROL_WORDS[account.role])}. Choose another account.`;
    return [{ name: "input", outcome, message, field: at(`lines[${index}].accountId`) }];
  });
}

function checkCurrency(currency: string, facts: CheckFacts, field: string): WriteCheck[] {
  if (facts.currencies.length === 0 || facts.currencies.includes(currency)) return [];
  return [blocked("currency", `${currency} isn't set up in this ledger, which has ${facts.currencies.join(", ")}.`, field)];
}

/** An amount that its currency has no coins for: 100.50 JPY. Unit prices may be finer. */
function checkDecimals(amount: DecimalString, currency: string, field: string): WriteCheck[] {
  const digits = currencyDigits(currency);
  if (scaleOf(canonicalDecimal(amount)) <= digits) return [];
  return [blocked("currency", `${amount} has too many decimal places: ${currency} has ${digits}.`, field)];
}

function checkLines(
  lines: readonly LineDraft[],
  { type, currency }: Pick<DocumentDraft, "type" | "currency">,
  facts: CheckFacts,
  at: At,
): WriteCheck[] {
  return lines.flatMap((line, index) => {
    const field = (name: string) => at(`lines[${index}].${name}`);
    const amounts = [line.net, line.unitAmount, line.tax?.amount].filter((amount) => amount !== undefined);
    return [
      ...(amounts.every((amount) => amount.currency === currency)
        ? []
        : [blocked("currency", `Line ${index + 1} isn't in ${currency}, the currency of this transaction.`, field("net.currency"))]),
      // An existing line keeps the fields a draft leaves out.
      ...(line.id === undefined && line.accountId === undefined && line.itemId === undefined
        ? [blocked("input", `Line ${index + 1} needs an account${type === "journal" ? "" : " or an item"}.`, field("accountId"))]
        : []),
      ...(line.accountId === undefined ? [] : checkAccount(line.accountId, facts, field("accountId"))),
      ...(line.itemId !== undefined && facts.item(line.itemId) === undefined
        ? [blocked("input", notInBooks("item", line.itemId), field("itemId"))]
        : []),
      ...checkDecimals(line.net.amount, currency, field("net.amount")),
      ...checkTax(line, index, facts, field("tax.amount")),
    ];
  });
}

/** Rule 21: where the ledger computes the tax, an amount is no promise. */
function checkTax(line: LineDraft, index: number, { capabilities }: CheckFacts, field: string): WriteCheck[] {
  if (line.tax?.amount === undefined || capabilities.canCreateTaxRates) return [];
  const message = `Line ${index + 1} has a tax amount, but this ledger calculates the tax, so Tieout doesn't send the amount.`;
  return [{ name: "tax", outcome: "warning", message, field }];
}

function checkTotal(draft: DocumentDraft, at: At): WriteCheck[] {
  if (draft.type === "journal") return checkJournal(draft, at);
  if (draft.total === undefined) return [];
  if (draft.total.currency !== draft.currency)
    return [blocked("currency", `The total isn't in ${draft.currency}, the currency of this transaction.`, at("total.currency"))];
  const net = sumDecimals(draft.lines.map((line) => line.net.amount));
  const lineTaxes = draft.lines.flatMap(({ tax }) => (tax?.amount === undefined ? [] : [tax.amount.amount]));
  const tax = draft.tax?.amount?.amount ?? sumDecimals(lineTaxes);
  const sum = addDecimals(net, tax);
  if (compareDecimals(sum, draft.total.amount) === 0) return [];
  return [blocked("balance", `Lines and tax add up to ${sum}, but the total is ${draft.total.amount}.`, at("total.amount"))];
}

function checkJournal(draft: DocumentDraft, at: At): WriteCheck[] {
  const difference = sumDecimals(draft.lines.map((line) => line.net.amount));
  if (isZero(difference)) return [];
  const more = difference.startsWith("-") ? "Credits exceed debits" : "Debits exceed credits";
  return [blocked("balance", `${more} by ${difference.replace("-", "")} ${draft.currency}.`, at("lines"))];
}

type OnRecord = { readonly id: string; readonly seenHash?: string | undefined };

function checkExisting({ id, seenHash }: OnRecord, facts: CheckFacts, at: At): WriteCheck[] {
  const record = facts.record(id);
  if (record === undefined) return [blocked("input", `Transaction ${id} isn't in this client's books.`, at("id"))];
  const name = recordName(record);
  if (record.removed) return [blocked("version", `${name} was deleted in the ledger.`, at("id"))];
  const status = record.document?.status ?? record.payment?.status;
  if (status === "voided" || status === "deleted") return [blocked("version", `${name} is already ${status}.`, at("id"))];
  if (seenHash === undefined || seenHash === record.changeHash) return [];
  return [blocked("version", `${name} has changed since it was opened. Review the current version, then try again.`, at("seenHash"))];
}

function checkChanges(operation: Extract<WriteOperation, { kind: "update_document" }>, facts: CheckFacts, at: At): WriteCheck[] {
  const { changes, id } = operation;
  const before = facts.record(id)?.document;
  if (before === undefined) return [];
  const currency = changes.currency ?? before.currency;
  return [
    ...(Object.keys(changes).length === 0 ? [blocked("input", "There are no changes to save.", at("changes"))] : []),
    ...setAndCleared(changes).map((field) => blocked("input", "A field can't be both filled in and emptied.", at(`changes.${field}`))),
    ...(changes.party === undefined ? [] : checkParty(changes.party.id, facts, at("changes.party.id"))),
    ...(changes.currency === undefined || changes.currency === before.currency
      ? []
      : [blocked("currency", "The currency of a transaction can't be changed.", at("changes.currency"))]),
    ...(changes.lines === undefined
      ? []
      : checkLines(changes.lines, { type: before.type, currency }, facts, (field) => at(`changes.${field}`))),
    ...checkControlAccounts(before.type, changes.lines ?? [], facts, (field) => at(`changes.${field}`)),
    ...(changes.lines === undefined || before.type !== "journal"
      ? []
      : checkJournal({ ...before, ...changes, type: "journal", status: "open", lines: changes.lines } as DocumentDraft, (field) =>
          at(`changes.${field}`),
        )),
  ];
}

/** Fields that a change both sets and empties: each ledger would treat that differently. */
function setAndCleared({ cleared = [], lines = [], ...head }: DocumentChanges): string[] {
  const inLines = lines.flatMap(({ cleared: emptied = [], clearedDimensions = [], dimensions, ...line }, index) => [
    ...emptied.filter((field) => line[field] !== undefined).map((field) => `lines[${index}].${field}`),
    ...(dimensions.some(({ dimensionId }) => clearedDimensions.includes(dimensionId)) ? [`lines[${index}].dimensions`] : []),
  ]);
  return [...cleared.filter((field) => head[field] !== undefined), ...inLines];
}

/** What money or a credit is given for, and its currency. */
interface Settling {
  readonly by: "payment" | "credit";
  readonly allocations: readonly AllocationDraft[];
  readonly currency: string;
}

/** Why a transaction can't be settled or applied, to follow its name. */
function stateText(removed: boolean, status: DocumentStatus): string {
  if (removed) return "was deleted in the ledger";
  return status === "draft" ? "is a draft" : `is ${codeLabel(status).toLowerCase()}`;
}

/** Each allocation against what is open; several to one document together, whichever operation of the job they are in. */
function checkAllocations({ by, allocations, currency }: Settling, facts: CheckFacts, at: At, { settled }: Spoken): WriteCheck[] {
  return allocations.flatMap(({ toId, amount }, index) => {
    const field = (name: string) => at(`allocations[${index}].${name}`);
    if (isZero(amount.amount) || amount.amount.startsWith("-"))
      return [blocked("input", "Enter an amount greater than zero.", field("amount"))];
    const record = facts.record(toId);
    const document = record?.document;
    if (record === undefined || document === undefined)
      return [blocked("allocation", `Transaction ${toId} isn't in this client's books.`, field("toId"))];
    const name = recordName(record);
    if (record.removed || !["open", "part_paid"].includes(document.status))
      return [
        blocked(
          "allocation",
          `${name} ${stateText(record.removed, document.status)}, so this ${by} can't be applied to it.`,
          field("toId"),
        ),
      ];
    if (document.currency !== currency)
      return [blocked("currency", `${name} is in ${document.currency}, but the ${by} is in ${currency}.`, field("amount.currency"))];
    if (amount.currency !== currency)
      return [blocked("currency", `The amount to apply is in ${amount.currency}, not in ${currency}.`, field("amount.currency"))];
    const sum = addTo(settled, toId, amount.amount);
    if (compareDecimals(sum, document.outstanding.amount) <= 0) return [];
    return [
      blocked(
        "allocation",
        `${name} has ${moneyName(document.outstanding)} outstanding, less than the ${moneyName({ amount: sum, currency })} to be applied to it.`,
        field("amount.amount"),
      ),
    ];
  });
}

function checkCredit(
  operation: Extract<WriteOperation, { kind: "apply_credit" }>,
  facts: CheckFacts,
  at: At,
  spoken: Spoken,
): WriteCheck[] {
  const record = facts.record(operation.fromId);
  const from = record?.document;
  if (record === undefined || from === undefined) return [blocked("input", notInBooks("credit", operation.fromId), at("fromId"))];
  const sum = addTo(spoken.used, operation.fromId, sumDecimals(operation.allocations.map(({ amount }) => amount.amount)));
  const spent = moneyName({ amount: sum, currency: from.currency });
  const isGone = record.removed || ["draft", "awaiting_approval", "voided", "deleted"].includes(from.status);
  return [
    ...(isGone
      ? [blocked("allocation", `${recordName(record)} ${stateText(record.removed, from.status)}, so it can't be applied.`, at("fromId"))]
      : []),
    ...(from.type === "sales_credit" || from.type === "purchase_credit"
      ? []
      : [blocked("input", `${recordName(record)} isn't a credit, overpayment or prepayment.`, at("fromId"))]),
    ...(compareDecimals(sum, from.outstanding.amount) > 0
      ? [
          blocked(
            "allocation",
            `${recordName(record)} has ${moneyName(from.outstanding)} outstanding, less than the ${spent} to be applied.`,
            at("allocations"),
          ),
        ]
      : []),
    ...checkAllocations({ by: "credit", allocations: operation.allocations, currency: from.currency }, facts, at, spoken),
  ];
}

/** Rules 7 and 8: the service asks its own locks first, whatever the ledger would do. */
function checkCutOff(facts: CheckFacts, operation: number): WriteCheck[] {
  return facts.cutOffs(operation).map(({ message }) => blocked("cut_off", message, "issueDate"));
}

/** Rule 14: only a warning, because the person may know that both bills are real. */
function checkDuplicates(facts: CheckFacts, operation: number): WriteCheck[] {
  return facts.duplicates(operation).map((message) => ({ name: "duplicate", outcome: "warning", message, field: "number" }));
}
