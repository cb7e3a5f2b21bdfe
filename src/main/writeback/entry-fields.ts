import type { WriteContext } from "#main/ledgers/writing.ts";
import type { WriteFacts } from "#main/store/documents/write-facts.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { Account } from "#shared/model/books/account.ts";
import { type DocumentType, isSale } from "#shared/model/books/document.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DocumentDraft, LineDraft, WriteOperation } from "#shared/model/ledger/write.ts";
import type { WriteAccess } from "./prepare-calls.ts";

export interface EntrySample {
  readonly type: DocumentType;
  /** A contact that such a document may be with. */
  readonly partyId: string | undefined;
  readonly issueDate: DocumentDraft["issueDate"];
  /** The account whose line is asked about; by default one that such a line may well be for. */
  readonly accountId?: string | undefined;
}

/** A small document of the type, right in everything that every ledger takes. */
export function sampleOperation({ type, partyId, issueDate }: EntrySample, currency: string): WriteOperation {
  const document: DocumentDraft = {
    type,
    ...(partyId === undefined || type === "journal" ? {} : { party: { id: partyId } }),
    issueDate,
    currency,
    status: "open",
    lines: [],
  };
  return { kind: "create_document", document };
}

/**
 * Why fields of a form can't be used with this ledger, by field: the adapter is asked with each of them in turn, so that the form
 * says beforehand what the review would refuse. `party.missing` and `taxCode.missing` say why a contact and a tax code are better
 * named. Sends nothing, and reads nothing of the ledger.
 */
export function refusedFields(
  access: WriteAccess,
  context: WriteContext,
  facts: WriteFacts,
  sample: EntrySample,
): Readonly<Record<string, string>> {
  const { organisation } = access.discovery;
  const base = sampleOperation(sample, organisation.baseCurrency);
  if (base.kind !== "create_document") return {};
  const { document } = base;
  const accountId = sample.accountId ?? usualAccount(facts.accounts, context, document.type);
  const lines = { account: accountLines(accountId, document), item: itemLines(facts, document) };
  const refused = (changes: Partial<DocumentDraft>): Failure | null => refusalOf(access, context, { ...document, ...changes });
  const kinds = { account: refused({ lines: lines.account }), item: lines.item.length === 0 ? null : refused({ lines: lines.item }) };
  const usable = kinds.account === null ? lines.account : lines.item;
  const plain = refused({ lines: usable });
  const probes: Readonly<Record<string, Partial<DocumentDraft>>> = {
    number: { number: "1" },
    reference: { reference: "1" },
    dueDate: { dueDate: document.issueDate },
    memo: { memo: "1" },
    "status.draft": { status: "draft" },
    "status.awaiting_approval": { status: "awaiting_approval" },
    taxCode: { lines: usable.map((line) => ({ ...line, tax: { components: [{ code: "1" }] } })) },
    ...(sample.type === "journal" || kinds.account !== null
      ? {}
      : { "lines.account.quantity": { lines: lines.account.map((line) => ({ ...line, quantity: decimal("1"), unitAmount: line.net })) } }),
    ...(sample.type === "journal" ? bankProbe(facts.accounts, usable) : {}),
    ...(organisation.entities[0] === undefined ? {} : { entityId: { entityId: organisation.entities[0].id } }),
  };
  const reasons: Record<string, string> = {};
  // What is refused for both kinds says nothing of either.
  const isOfKind = kinds.account?.message !== kinds.item?.message;
  for (const [field, failure] of Object.entries(kinds)) if (failure !== null && isOfKind) reasons[`lines.${field}`] = wordsOf(failure);
  for (const [field, changes] of Object.entries(probes)) {
    const failure = refused({ lines: usable, ...changes });
    // What is refused without the field as well says nothing of the field.
    if (failure !== null && failure.message !== plain?.message) reasons[field] = wordsOf(failure);
  }
  const alone = withoutParty(document, usable);
  const missing = alone === null ? null : refusalOf(access, context, alone);
  if (missing !== null && missing.message !== plain?.message) reasons["party.missing"] = wordsOf(missing);
  // Not refused, but no total without it is final.
  const { taxWithoutCode } = access.writes;
  if (taxWithoutCode !== undefined && document.type !== "journal") reasons["taxCode.missing"] = taxWithoutCode;
  return reasons;
}

/** Money spent or received that names nobody, such as a bank's fee: some ledgers take it. Null where every ledger asks for a contact. */
function withoutParty({ party, ...document }: DocumentDraft, lines: LineDraft[]): DocumentDraft | null {
  const isCash = document.type === "cash_purchase" || document.type === "cash_sale";
  return isCash && party !== undefined ? { ...document, lines } : null;
}

/** A journal between a bank account and another, as transfers are. */
function bankProbe(accounts: readonly Account[], lines: readonly LineDraft[]): Readonly<Record<string, Partial<DocumentDraft>>> {
  const bank = accounts.find(({ active, role }) => active && role === "bank");
  if (bank === undefined) return {};
  return { "lines.bankAccount": { lines: lines.map((line, index) => (index === 0 ? { ...line, accountId: bank.id } : line)) } };
}

function wordsOf({ message, next }: Failure): string {
  return next === undefined ? message : `${message} ${next}`;
}

/** What the adapter says before it would read or send anything. */
function refusalOf({ writes }: WriteAccess, context: WriteContext, document: DocumentDraft): Failure | null {
  const operation: WriteOperation = { kind: "create_document", document };
  const refusal = writes.refusal(context, operation);
  if (refusal !== null) return refusal;
  const step = writes.prepare(context, [operation]).next();
  return step.done === true && !step.value.ok ? step.value.failure : null;
}

/** An account of the type's side; of a sale one that an item of Tieout's posts to, since some ledgers take no other. */
function usualAccount(accounts: readonly Account[], context: WriteContext, type: DocumentType): string | undefined {
  const suiting = accounts.filter(
    (each) => each.active && each.class === (isSale(type) ? "revenue" : "expense") && each.role === undefined,
  );
  const reached = isSale(type) ? context.integrationItems().map(({ incomeAccountId }) => incomeAccountId) : [];
  return (suiting.find(({ id }) => reached.includes(id)) ?? suiting[0])?.id;
}

function accountLines(accountId: string | undefined, document: DocumentDraft): LineDraft[] {
  const line = (amount: string): LineDraft => ({
    kind: "account",
    ...(accountId === undefined ? {} : { accountId }),
    net: { amount: decimal(amount), currency: document.currency },
    dimensions: [],
  });
  return document.type === "journal" ? [line("1.00"), line("-1.00")] : [line("1.00")];
}

function itemLines({ items }: WriteFacts, document: DocumentDraft): LineDraft[] {
  const item = items.find(({ active }) => active);
  if (item === undefined || document.type === "journal") return [];
  return [{ kind: "item", itemId: item.id, net: { amount: decimal("1.00"), currency: document.currency }, dimensions: [] }];
}
