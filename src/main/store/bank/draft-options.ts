import { openLines, openPostings, pairOf } from "#main/domain/bank-matching/candidates.ts";
import { namesBankCharge, payeeKey } from "#main/domain/bank-matching/draft-operation.ts";
import { findChoices } from "#main/store/clients/choices.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import type { Choice } from "#shared/contract/books/choices.ts";
import type { BankLine, BankPosting, DraftOptions } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, compareDecimals, negateDecimal } from "#shared/kernel/decimal.ts";
import type { Payable } from "#shared/model/books/payment-split.ts";
import { type BankAccount, bankAccounts } from "./bank-accounts.ts";
import { lastChoice } from "./bank-drafts.ts";
import type { AccountFacts } from "./bank-work.ts";

const OPEN_MAX = 500;
const SHOWN_MAX = 200;
const CHOICES_MAX = 20;

/**
 * What a line that isn't in the books may become.
 * @param isFee it is the fee of a line: money spent, and nothing else
 */
export function draftOptions(
  reader: MirrorReader,
  facts: AccountFacts,
  { line, isFee }: { readonly line: BankLine; readonly isFee: boolean },
  baseCurrency: string,
): DraftOptions {
  const { account } = facts;
  const own = { line: bare(line), learned: learned(reader, facts, line) ?? bankCharge(reader, line) };
  if (isFee) return { ...own, payments: [], transfers: [] };
  return {
    ...own,
    payments: payable(reader, account, line),
    transfers: bankAccounts(reader, baseCurrency)
      .filter(({ accountId, currency }) => accountId !== account.accountId && currency === account.currency)
      .map(({ accountId, code, name }) => ({ accountId, code, name })),
  };
}

const bare = ({ lineId, date, amount, payee, reference, description, bankId }: BankLine): BankLine => ({
  ...{ lineId, date, amount, payee, reference, description, bankId },
});

/** What a payment of documents needs of each, in their order; unknown ids are left out. */
export function settledDocuments(reader: MirrorReader, ids: readonly string[]): readonly Payable[] {
  const recNos = ids.flatMap((id) => recordNumber(reader, id, "document") ?? []);
  const found = new Map(reader.documents(recNos, "own").map((document) => [document.id, document]));
  return ids.flatMap((id) => {
    const document = found.get(id);
    return document === undefined ? [] : [{ id, partyId: document.party?.id ?? null, outstanding: document.outstanding.amount }];
  });
}

/** What was chosen for the payee last, else what the transaction says that its last line was matched with. */
function learned(reader: MirrorReader, facts: AccountFacts, line: BankLine): DraftOptions["learned"] {
  const payee = payeeKey(line);
  if (payee === null) return null;
  const choice = lastChoice(reader, payee);
  if (choice !== null && choice.kind !== "payment") {
    const { kind, contactId, targetId, targetKind } = choice;
    return { kind, contact: named(reader, "party", contactId), target: named(reader, targetKind, targetId), targetKind };
  }
  const lineOf = new Map(facts.lines.map((one) => [one.lineId, one]));
  const before = facts.matches.findLast(
    ({ lineIds, recordIds, broken }) =>
      broken === null && recordIds.length === 1 && lineIds.some((id) => payeeKey(lineOf.get(id) ?? NOBODY) === payee),
  );
  const recNo = before === undefined ? null : recordNumber(reader, before.recordIds[0] ?? "", "document");
  const [document] = recNo === null ? [] : reader.documents([recNo], "own");
  const [first] = document?.lines ?? [];
  if (document === undefined || first === undefined || (document.type !== "cash_purchase" && document.type !== "cash_sale")) return null;
  return {
    kind: "money",
    contact: named(reader, "party", document.party?.id),
    target: named(reader, first.kind, first.kind === "item" ? first.itemId : first.accountId),
    targetKind: first.kind,
  };
}

/** The first charge of a bank goes to the account that is named for it, where there is exactly one. */
function bankCharge(reader: MirrorReader, line: BankLine): DraftOptions["learned"] {
  if (!line.amount.startsWith("-") || !namesBankCharge([line.payee, line.description].join(" "))) return null;
  const [target, other] = findChoices(reader, { kind: "account", text: "bank", limit: CHOICES_MAX }).filter(({ name }) =>
    namesBankCharge(name),
  );
  return target === undefined || other !== undefined ? null : { kind: "money", contact: null, target, targetKind: "account" };
}

const NOBODY = { payee: null, description: null, reference: null };

function named(reader: MirrorReader, kind: "party" | "account" | "item", id: string | undefined): Choice | null {
  return id === undefined ? null : (findChoices(reader, { kind, text: "", limit: 1, id })[0] ?? null);
}

/** Open bills or invoices that the line may pay: of its amount first, then those whose number or contact it names, then the rest. */
function payable(reader: MirrorReader, { currency }: BankAccount, line: BankLine): DraftOptions["payments"] {
  const isOut = line.amount.startsWith("-");
  const { rows } = listDocuments(
    reader,
    { types: [isOut ? "purchase_bill" : "sales_invoice"], statuses: ["open", "part_paid"], onlyOpen: true, currency, to: line.date },
    { limit: OPEN_MAX },
  );
  const size = absoluteDecimal(line.amount);
  const [own] = openLines([line]);
  if (own === undefined) return [];
  const scored = rows.flatMap((row) => {
    if (row.removed) return [];
    const asPosting: BankPosting = {
      ...{ recordId: row.id, date: line.date, amount: isOut ? negateDecimal(row.outstanding) : row.outstanding, contact: row.partyName },
      ...{ isDocument: true, number: row.number, reference: row.reference, description: null, batchId: null, ledgerReconciled: null },
    };
    const [posting] = openPostings([asPosting]);
    const pair = posting === undefined ? null : pairOf(own, posting);
    const isExact = compareDecimals(row.outstanding, size) === 0;
    const isNamed = pair !== null && (pair.reference !== null || pair.contact !== null);
    return [{ row, isExact, isNamed, score: (pair?.score ?? 0) + (isExact ? 30 : 0) + (isNamed ? 30 : 0) }];
  });
  const shown = scored.sort((a, b) => b.score - a.score || (a.row.issueDate < b.row.issueDate ? -1 : 1)).slice(0, SHOWN_MAX);
  const contactOf = new Map(
    settledDocuments(
      reader,
      shown.map(({ row }) => row.id),
    ).map(({ id, partyId }) => [id, partyId]),
  );
  return shown.map(({ row, isExact, isNamed }) => ({
    ...{ documentId: row.id, number: row.number, contactId: contactOf.get(row.id) ?? null, contact: row.partyName, date: row.issueDate },
    ...{ outstanding: row.outstanding, isExact, isNamed },
  }));
}
