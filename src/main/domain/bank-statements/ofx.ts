import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { all, childText, type Element, find, withEntities } from "./element.ts";
import { LINES_MAX, problemAt, type Statement, type StatementLine, StatementProblem, tidy } from "./statement.ts";
import { amountOf, compactDate, currencyOf } from "./values.ts";

/** Reads OFX and QFX: version 1 (SGML, whose values have no closing tags) and version 2 (XML). */
export function readOfx(text: string): Statement[] {
  const root = ofxTree(text);
  const found = [...all(root, "STMTRS"), ...all(root, "CCSTMTRS")];
  if (found.length === 0) throw new StatementProblem(`The file has no bank or card statement.${saidByBank(root)}`);
  return found.map(statementOf);
}

/** What the bank answered in place of a statement. */
function saidByBank(root: Element): string {
  const said = all(root, "STATUS").map((status) => childText(status, "MESSAGE") ?? "");
  const first = said.find((message) => message !== "" && !/^(success|ok)$/i.test(message));
  return first === undefined ? "" : ` The bank says: ${first}`;
}

function statementOf(body: Element): Statement {
  const account = find(body, "BANKACCTFROM") ?? find(body, "CCACCTFROM");
  const list = find(body, "BANKTRANLIST");
  if (list === null) throw problemAt(body.line, "BANKTRANLIST", "the statement has no list of transactions");
  const lines = list.children.filter(({ name }) => name === "STMTTRN").map(lineOf);
  if (lines.length > LINES_MAX)
    throw problemAt(
      list.line,
      "BANKTRANLIST",
      `the statement has more than ${LINES_MAX.toLocaleString("en-US")} transactions; download a shorter period`,
    );
  const days = lines.map(({ date }) => date).sort();
  const from = dateIn(list, "DTSTART") ?? days[0];
  const to = dateIn(list, "DTEND") ?? days.at(-1);
  if (from === undefined || to === undefined) throw problemAt(list.line, "DTSTART", "the statement has no dates");
  const first = days[0] !== undefined && days[0] < from ? days[0] : from;
  const last = days.at(-1) !== undefined && (days.at(-1) as CalendarDate) > to ? (days.at(-1) as CalendarDate) : to;
  const closing = closingOf(body, last);
  return {
    format: "ofx",
    bankAccount: account === null ? null : tidy([childText(account, "BANKID"), childText(account, "ACCTID")].filter(Boolean).join(" ")),
    currency:
      childText(body, "CURDEF") === null ? null : currencyOf(childText(body, "CURDEF") as string, { line: body.line, field: "CURDEF" }),
    from: first,
    to: last,
    closing,
    opening: closing === null ? null : subtractDecimals(closing, sumDecimals(lines.map(({ amount }) => amount))),
    lines,
  };
}

/** The days behind a statement's end on which a bank still states the balance at that end. */
const BALANCE_DAYS = 3;

/** The ledger balance, where it is the one at the statement's end: an older or much later one is of another day. */
function closingOf(body: Element, to: CalendarDate) {
  const balance = find(body, "LEDGERBAL");
  const amount = balance === null ? null : childText(balance, "BALAMT");
  if (balance === null || amount === null) return null;
  const asOf = dateIn(balance, "DTASOF") ?? to;
  if (asOf < addDays(to, -1) || asOf > addDays(to, BALANCE_DAYS)) return null;
  return amountOf(amount, { line: find(balance, "BALAMT")?.line ?? balance.line, field: "BALAMT" });
}

function lineOf(entry: Element): StatementLine {
  const place = (field: string) => ({ line: find(entry, field)?.line ?? entry.line, field });
  const need = (field: string): string => {
    const text = childText(entry, field);
    if (text === null) throw problemAt(entry.line, field, "the transaction doesn't have this field");
    return text;
  };
  const check = childText(entry, "CHECKNUM");
  return {
    date: compactDate(need("DTPOSTED"), place("DTPOSTED")),
    amount: amountOf(need("TRNAMT"), place("TRNAMT")),
    payee: tidy(childText(entry, "NAME") ?? childText(entry, "PAYEEID")),
    reference: tidy(check ?? childText(entry, "REFNUM")),
    description: tidy(childText(entry, "MEMO")),
    bankId: tidy(childText(entry, "FITID")),
    place: entry.line,
  };
}

function dateIn(parent: Element, field: string): CalendarDate | undefined {
  const text = childText(parent, field);
  return text === null ? undefined : compactDate(text, { line: find(parent, field)?.line ?? parent.line, field });
}

/** A tag with text behind it is a value; one without opens a group, which its closing tag ends. */
function ofxTree(text: string): Element {
  const start = text.search(/<OFX>/i);
  if (start < 0) throw new StatementProblem("The file is incomplete: it has an OFX header but no statement after it. Download it again.");
  const root: Element = { name: "", line: 1, text: "", attributes: new Map(), children: [] };
  const open: Element[] = [root];
  let line = text.slice(0, start).split("\n").length;
  let isClosed = false;
  for (const [token, close, rawName = "", value = ""] of text.slice(start).matchAll(/<(\/?)([^<>]{1,64})>([^<]*)/g)) {
    const name = rawName.trim().toUpperCase();
    if (close === "/") closeTag(open, name);
    else addTag(open, { name, line, text: withEntities(value.trim()), attributes: new Map(), children: [] });
    if (close === "/" && name === "OFX") isClosed = true;
    line += token.split("\n").length - 1;
  }
  if (!isClosed) throw problemAt(line, "OFX", "the file is incomplete; download it again");
  return root;
}

function addTag(open: Element[], element: Element): void {
  open.at(-1)?.children.push(element);
  if (element.text === "" && !element.name.endsWith("/")) open.push(element);
}

function closeTag(open: Element[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  // The closing tag of a value, which version 2 writes.
  if (at < 1) return;
  // An empty value of version 1 has no end: what seemed to be inside belongs beside it.
  for (let above = open.length - 1; above > at; above--) open[above - 1]?.children.push(...(open[above]?.children.splice(0) ?? []));
  open.length = at;
}
