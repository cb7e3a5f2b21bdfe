import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { accountSchema } from "../schemas.ts";
import { keptRaw, known, mapped, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

const classes: Readonly<Record<string, Account["class"]>> = {
  ASSET: "asset",
  LIABILITY: "liability",
  EQUITY: "equity",
  REVENUE: "revenue",
  EXPENSE: "expense",
};
/** Short answers leave the class out; the type still tells the side. */
const classesByType: Readonly<Record<string, Account["class"]>> = {
  BANK: "asset",
  CURRENT: "asset",
  FIXED: "asset",
  INVENTORY: "asset",
  NONCURRENT: "asset",
  PREPAYMENT: "asset",
  CURRLIAB: "liability",
  LIABILITY: "liability",
  TERMLIAB: "liability",
  PAYG: "liability",
  EQUITY: "equity",
  REVENUE: "revenue",
  SALES: "revenue",
  OTHERINCOME: "revenue",
  DEPRECIATN: "expense",
  DIRECTCOSTS: "expense",
  EXPENSE: "expense",
  OVERHEADS: "expense",
};
const active: Readonly<Record<string, boolean>> = { ACTIVE: true, ARCHIVED: false, DELETED: false };
/** System accounts with a special role; all others are ordinary. */
const roles: Readonly<Record<string, NonNullable<Account["role"]>>> = {
  DEBTORS: "receivable",
  CREDITORS: "payable",
  GST: "tax",
  RETAINEDEARNINGS: "retained_earnings",
  REALISEDCURRENCYGAIN: "exchange_difference",
  ROUNDING: "rounding",
};

/** Rule 23: the chart is flat and the ledger's type stays as sent. @throws RecordMalformed */
export function mapAccount(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Account";
  const row = readRow(accountSchema, record, entityType);
  const unknown = unknownValues(entityType, [
    { field: "Class", value: row.Class, table: classes },
    { field: "Status", value: row.Status, table: active },
  ]);
  if (unknown.length > 0) return keptRaw(entityType, row.AccountID, unknown);
  const value: Account = {
    id: recordId(entityType, row.AccountID),
    name: row.Name,
    type: row.Type,
    class: row.Class === undefined ? known(classesByType, row.Type, "Type") : known(classes, row.Class, "Class"),
    active: row.Status === undefined || known(active, row.Status, "Status"),
    source: sourceRef(context, entityType, row.AccountID),
    ...present({
      code: row.Code,
      role: row.Type === "BANK" ? "bank" : roleOf(row.SystemAccount),
      currency: row.CurrencyCode,
    }),
  };
  return mapped(entityType, row.AccountID, { kind: "account", value });
}

function roleOf(systemAccount: string | undefined): NonNullable<Account["role"]> | undefined {
  return systemAccount === undefined ? undefined : lookUp(roles, systemAccount);
}
