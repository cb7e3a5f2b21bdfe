import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { accountPayload } from "../schemas.ts";
import {
  compact,
  deletedSource,
  isActive,
  mapped,
  money,
  readRecord,
  refValue,
  sentDecimal,
  sentText,
  sourceRef,
  unknownValue,
} from "./fields.ts";

const ENTITY = "Account";

const classes = new Map<string, Account["class"]>([
  ["Asset", "asset"],
  ["Liability", "liability"],
  ["Equity", "equity"],
  ["Revenue", "revenue"],
  ["Expense", "expense"],
]);

/** An account of the flat chart (rule 23): its nesting is not modelled. @throws RecordMalformed */
export function mapAccount(context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(ENTITY, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(accountPayload, record);
  const id = `${ENTITY}:${payload.Id}`;
  const classification = sentText(payload.Classification);
  const side = classification === undefined ? undefined : classes.get(classification);
  if (side === undefined) return mapped(ENTITY, payload.Id, [], [unknownValue(id, "Classification", classification)]);
  const currency = refValue(payload.CurrencyRef);
  const balance = sentDecimal(payload.CurrentBalance, "CurrentBalance");
  const value = compact({
    id,
    code: sentText(payload.AcctNum),
    name: payload.Name,
    type: payload.AccountType,
    class: side,
    role: accountRole(payload.AccountType, sentText(payload.AccountSubType)),
    currency,
    active: isActive(payload.Active),
    balance: balance === undefined ? undefined : money(balance, currency ?? context.discovery.organisation.baseCurrency),
    source: sourceRef(context, ENTITY, payload.Id),
  });
  return mapped(ENTITY, payload.Id, [{ kind: "account", value }]);
}

function accountRole(type: string, subType: string | undefined): Account["role"] {
  if (type === "Bank") return "bank";
  if (type === "Accounts Receivable") return "receivable";
  if (type === "Accounts Payable") return "payable";
  if (subType === "SalesTaxPayable") return "tax";
  if (subType === "ExchangeGainOrLoss") return "exchange_difference";
  return subType === "RetainedEarnings" ? "retained_earnings" : undefined;
}
