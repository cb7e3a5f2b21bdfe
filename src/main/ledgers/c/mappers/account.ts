import type { ExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { Account } from "#shared/model/books/account.ts";
import { type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { accountRow, type Row, readRow } from "../schemas.ts";
import { unknownValue } from "./findings.ts";
import { currencyCode, isTrue, sourceOf } from "./values.ts";

const classes: Readonly<Record<string, Account["class"]>> = {
  Bank: "asset",
  AcctRec: "asset",
  UnbilledRec: "asset",
  OthCurrAsset: "asset",
  FixedAsset: "asset",
  OthAsset: "asset",
  DeferExpense: "asset",
  AcctPay: "liability",
  CredCard: "liability",
  OthCurrLiab: "liability",
  LongTermLiab: "liability",
  DeferRevenue: "liability",
  Equity: "equity",
  RetainedEarnings: "equity",
  Income: "revenue",
  OthIncome: "revenue",
  COGS: "expense",
  Expense: "expense",
  OthExpense: "expense",
  NonPosting: "non_posting",
  Stat: "non_posting",
};

const roles: Readonly<Record<string, NonNullable<Account["role"]>>> = {
  Bank: "bank",
  AcctRec: "receivable",
  AcctPay: "payable",
  RetainedEarnings: "retained_earnings",
};

/** A row of the account table. An account type that is not known is a finding. @throws RecordMalformed */
export function mapAccount(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(accountRow, record, "account");
  const source = { entityType: "account", sourceId: row.id };
  const kind = lookUp(classes, row.accttype);
  if (kind === undefined) {
    return { ...source, records: [], findings: [unknownValue("accttype", row.accttype, `account ${row.id}`)] };
  }
  return { ...source, records: [{ kind: "account", value: account(context, row, row.id, row.accttype, kind) }] };
}

function account(context: ReadContext, row: Row, id: string, type: string, kind: Account["class"]): Account {
  const name = row.accountsearchdisplayname ?? row.fullname;
  if (name === undefined) throw new RecordMalformed(`Account ${id} has no name.`, "accountsearchdisplayname");
  const role = lookUp(roles, type) ?? (/^Ret(ained)?Earnings$/i.test(row.sspecacct ?? "") ? "retained_earnings" : undefined);
  const currency = row.currency === undefined ? undefined : currencyCode(context, row.currency);
  return {
    id: `account:${id}`,
    name,
    type,
    class: kind,
    active: !isTrue(row, "isinactive"),
    source: sourceOf(context, "account", id),
    ...(row.acctnumber === undefined ? {} : { code: row.acctnumber }),
    ...(role === undefined ? {} : { role }),
    ...(currency === undefined ? {} : { currency }),
  };
}
