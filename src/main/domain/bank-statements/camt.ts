import { addDecimals, compareDecimals, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { all, at, childText, type Element, find } from "./element.ts";
import { givenId, LINES_MAX, problemAt, type Statement, type StatementLine, StatementProblem, tidy } from "./statement.ts";
import { amountOf, currencyOf, dateOf } from "./values.ts";
import { readXml } from "./xml.ts";

/** Reads CAMT.053 of any version (ISO 20022, bank to customer statement). */
export function readCamt(text: string): Statement[] {
  const found = all(readXml(text), "Stmt");
  if (found.length === 0)
    throw new StatementProblem("The file has no statement (Stmt). Download a CAMT.053 file from the bank, not CAMT.052 or CAMT.054.");
  return found.map(statementOf);
}

function statementOf(body: Element): Statement {
  const account = find(body, "Acct");
  const id = account === null ? null : (at(account, "Id", "IBAN")?.text ?? at(account, "Id", "Othr", "Id")?.text ?? null);
  const [opening, closing] = [balanceOf(body, ["OPBD", "PRCD"]), balanceOf(body, ["CLBD"])];
  if (opening === null || closing === null)
    throw problemAt(body.line, "Bal", `the statement has no ${opening === null ? "opening (OPBD)" : "closing (CLBD)"} balance`);
  const currency = currencyOf(closing.currency, { line: closing.line, field: "Ccy" });
  // Pending entries aren't booked, and come again when they are.
  const entries = body.children.filter((child) => child.name === "Ntry" && statusOf(child) !== "PDNG" && statusOf(child) !== "INFO");
  if (entries.length > LINES_MAX)
    throw problemAt(
      body.line,
      "Ntry",
      `the statement has more than ${LINES_MAX.toLocaleString("en-US")} entries; download a shorter period`,
    );
  const lines = entries.map((entry) => lineOf(entry, currency));
  const sum = addDecimals(opening.amount, sumDecimals(lines.map(({ amount }) => amount)));
  if (compareDecimals(sum, closing.amount) !== 0)
    throw problemAt(closing.line, "Bal", `the closing balance is ${closing.amount}, but the opening balance and entries add up to ${sum}`);
  const days = lines.map(({ date }) => date).sort();
  const period = find(body, "FrToDt");
  const dayIn = (field: string) => {
    const text = period === null ? null : (childText(period, `${field}DtTm`) ?? childText(period, `${field}Dt`));
    return text === null ? null : dateOf(text.slice(0, 10), { line: period?.line ?? body.line, field: `${field}Dt` });
  };
  const from = dayIn("Fr") ?? days[0] ?? closing.date;
  const to = dayIn("To") ?? closing.date;
  return {
    format: "camt053",
    bankAccount: tidy(id),
    currency,
    from: days[0] !== undefined && days[0] < from ? days[0] : from,
    to: days.at(-1) !== undefined && (days.at(-1) as typeof to) > to ? (days.at(-1) as typeof to) : to,
    opening: opening.amount,
    closing: closing.amount,
    lines,
  };
}

function balanceOf(body: Element, codes: readonly string[]) {
  const balances = body.children.filter(({ name }) => name === "Bal");
  const coded = (code: string) => balances.filter((one) => at(one, "Tp", "CdOrPrtry", "Cd")?.text.trim() === code);
  const wanted = codes.map(coded).find((some) => some.length > 0);
  const bal = wanted?.at(codes.includes("CLBD") ? -1 : 0);
  const amount = bal === undefined ? null : find(bal, "Amt");
  if (bal === undefined || amount === null) return null;
  const day = at(bal, "Dt", "Dt")?.text ?? at(bal, "Dt", "DtTm")?.text ?? "";
  return {
    amount: signed(amountOf(amount.text, { line: amount.line, field: "Amt" }), bal),
    currency: amount.attributes.get("Ccy") ?? "",
    date: dateOf(day.trim().slice(0, 10), { line: bal.line, field: "Dt" }),
    line: bal.line,
  };
}

function lineOf(entry: Element, currency: string): StatementLine {
  const amount = find(entry, "Amt");
  if (amount === null) throw problemAt(entry.line, "Amt", "the entry has no amount");
  const own = amount.attributes.get("Ccy");
  if (own !== currency)
    throw problemAt(
      amount.line,
      "Ccy",
      `the entry ${own === undefined ? "has no currency" : `is in ${own}`}, but the statement is in ${currency}`,
    );
  const booked = at(entry, "BookgDt", "Dt")?.text ?? at(entry, "BookgDt", "DtTm")?.text ?? at(entry, "ValDt", "Dt")?.text ?? "";
  const details = all(entry, "TxDtls");
  const one = details.length === 1 ? (details[0] as Element) : null;
  const isCredit = childText(entry, "CdtDbtInd") === "CRDT";
  return {
    date: dateOf(booked.trim().slice(0, 10), { line: entry.line, field: "BookgDt" }),
    amount: signed(amountOf(amount.text, { line: amount.line, field: "Amt" }), entry),
    payee: one === null ? null : partyOf(one, isCredit ? "Dbtr" : "Cdtr"),
    reference: one === null ? null : referenceOf(one),
    description: tidy(
      [...all(entry, "Ustrd").map(({ text }) => text), childText(entry, "AddtlNtryInf")].filter((text) => text !== null).join(" "),
    ),
    bankId: givenId(childText(entry, "AcctSvcrRef")) ?? (one === null ? null : givenId(at(one, "Refs", "AcctSvcrRef")?.text)),
    place: entry.line,
  };
}

function partyOf(details: Element, role: string): string | null {
  return tidy(at(details, "RltdPties", role, "Nm")?.text ?? at(details, "RltdPties", role, "Pty", "Nm")?.text);
}

function referenceOf(details: Element): string | null {
  const structured = all(details, "CdtrRefInf").map((one) => childText(one, "Ref"))[0];
  return givenId(structured) ?? givenId(at(details, "Refs", "EndToEndId")?.text);
}

function signed(amount: DecimalString, of: Element): DecimalString {
  const indicator = childText(of, "CdtDbtInd");
  if (indicator === "CRDT") return amount;
  if (indicator === "DBIT") return negateDecimal(amount);
  throw problemAt(
    of.line,
    "CdtDbtInd",
    indicator === null ? "the entry or balance doesn't have this field" : `"${indicator}" is neither CRDT nor DBIT`,
  );
}

/** A code of its own since version 8, text before. */
function statusOf(entry: Element): string {
  return (at(entry, "Sts", "Cd")?.text ?? childText(entry, "Sts") ?? "").trim();
}
