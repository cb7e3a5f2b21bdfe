import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import { entityOf } from "../entities.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { noteOf } from "../traits.ts";
import { type Application, type LinkPayment, openAmount, type View } from "../view.ts";
import { accountRef, amount, currencyRef, heading, partyRef, transactionHeading } from "./common.ts";
import { inLineOrder, targetType } from "./linked.ts";

const LINK_NOTE = "Created to link credits to charges.";

function linkNote(view: View, transaction: SimTransaction): string | undefined {
  return view.carriedBy.has(transaction.id) ? LINK_NOTE : undefined;
}

/** Payment of a customer. Its lines have neither id nor detail type. */
export function payment(view: View, transaction: SimTransaction): JsonObject {
  const { DocNumber: _, ...shared } = transactionHeading(view, transaction);
  return {
    ...shared,
    PrivateNote: shared.PrivateNote ?? linkNote(view, transaction),
    CustomerRef: partyRef(view, transaction.partyId),
    DepositToAccountRef: accountRef(view, transaction.accountId),
    PaymentRefNum: transaction.reference ?? transaction.number ?? undefined,
    TotalAmt: amount(transaction, transaction.total),
    UnappliedAmt: amount(transaction, openAmount(view, transaction)),
    ProcessPayment: false,
    Line: settledLines(view, transaction),
  };
}

/** Payment to a vendor, by check or by card. */
export function billPayment(view: View, transaction: SimTransaction): JsonObject {
  const byCard = view.accounts.get(transaction.accountId ?? "")?.kind === "credit_card";
  const account = accountRef(view, transaction.accountId);
  return {
    ...transactionHeading(view, transaction),
    DocNumber: transaction.number ?? transaction.reference ?? undefined,
    PrivateNote: noteOf(transaction) ?? linkNote(view, transaction),
    VendorRef: partyRef(view, transaction.partyId),
    PayType: byCard ? "CreditCard" : "Check",
    CheckPayment: byCard ? undefined : { BankAccountRef: account, PrintStatus: "NotSet" },
    CreditCardPayment: byCard ? { CCAccountRef: account } : undefined,
    TotalAmt: amount(transaction, transaction.total),
    Line: settledLines(view, transaction),
  };
}

/** The payment of nothing that sets a credit against charges: every line positive, the credit's own among them. */
export function linkPayment(view: View, link: LinkPayment): JsonObject {
  const { credit } = link;
  const isSales = credit.kind === "sales_credit";
  const party = partyRef(view, credit.partyId);
  const isForeign = credit.currency !== view.books.baseCurrency;
  return {
    ...heading({ id: link.id, version: 0, createdMs: link.createdMs }, link.changedMs),
    TxnDate: link.date,
    CurrencyRef: currencyRef(credit.currency),
    ExchangeRate: isForeign ? numeral(credit.rate) : undefined,
    PrivateNote: LINK_NOTE,
    CustomerRef: isSales ? party : undefined,
    VendorRef: isSales ? undefined : party,
    PayType: isSales ? undefined : "Check",
    TotalAmt: numeral("0"),
    UnappliedAmt: isSales ? numeral("0") : undefined,
    Line: linkLines(link.applications, link.id),
  };
}

/** A line for every charge, and one for every credit with all that it settles; all of them positive. */
function linkLines(applications: readonly Application[], payerId: string): JsonNode[] {
  const charges = inLineOrder(applications).map((a) => settledLine(a.target.id, targetType(a), sentAmount(a.amount, payerId)));
  const credits = [...Map.groupBy(applications, (a) => a.source)].map(([credit, parts]) => {
    const total = sumDecimals(parts.map((part) => part.amount));
    return settledLine(credit.id, entityOf(credit.kind) ?? "", sentAmount(total, payerId));
  });
  return [...charges, ...credits];
}

function settledLines(view: View, transaction: SimTransaction): JsonNode[] {
  const carried = view.carriedBy.get(transaction.id);
  if (carried !== undefined) return linkLines(carried, transaction.id);
  const applications = inLineOrder(view.applicationsFrom.get(transaction.id) ?? []);
  return applications.map((a) => settledLine(a.target.id, targetType(a), sentAmount(a.amount, transaction.id)));
}

function settledLine(id: string, type: string, value: DecimalString): JsonNode {
  return { Amount: numeral(value), LinkedTxn: [{ TxnId: id, TxnType: type }] };
}
