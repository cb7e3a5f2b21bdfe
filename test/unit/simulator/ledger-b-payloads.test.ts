import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Entity } from "#simulator/ledger-b/entities.ts";
import { nameEntities, transactionEntities } from "#simulator/ledger-b/entities.ts";
import { ask, at, booksB, type Node, REALM } from "./ledger-b-books.ts";

const FOLDER = resolve(import.meta.dirname, "../../../../shared/payloads/b");
const isThere = existsSync(FOLDER);
if (!isThere) console.log("the recorded payloads of Ledger B are not here: nothing is compared");

/** Names of the members of every object in a value. */
function memberNames(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const element of value) memberNames(element, found);
  else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      found.add(name);
      memberNames(member, found);
    }
  }
  return found;
}

function recorded(name: string): unknown {
  return JSON.parse(readFileSync(resolve(FOLDER, name), "utf8"));
}

/** Stated by the vendor's pages, but in none of the recordings. */
const UNRECORDED = [
  "CashBack",
  "Code",
  "Credit",
  "CreditCardAccountRef",
  "DepositLineDetail",
  "DescriptionLineDetail",
  "FromAccountRef",
  "HomeTotalAmt",
  "ItemAccountRef",
  "Memo",
  "PrimaryTaxIdentifier",
  "RemainingCredit",
  "Sku",
  "ToAccountRef",
  "TxnLineId",
];

describe.runIf(isThere)("recorded payloads of Ledger B", () => {
  test("every member that the simulated ledger sends has been seen in a real answer", () => {
    const seen = new Set(UNRECORDED);
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".json"))) memberNames(recorded(name), seen);
    const ledger = ask(booksB({ country: "GB", baseCurrency: "GBP", months: 6 }));
    const entities: readonly Entity[] = [...nameEntities, ...transactionEntities];
    const sent = new Set<string>();
    for (const entity of entities) memberNames(ledger.list(entity, "MAXRESULTS 500"), sent);
    memberNames(ledger.get("preferences").body, sent);
    memberNames(ledger.get(`companyinfo/${REALM}`).body, sent);
    expect([...sent].filter((name) => !seen.has(name))).toEqual([]);
  });

  test("a voided invoice has the shape of the recorded one", () => {
    const invoice = at(recorded("vcr-void-invoice-2.json") as Node, "Invoice");
    const books = booksB();
    const voided = ask(books).list("Invoice", "WHERE PrivateNote LIKE 'Voided%' MAXRESULTS 1")[0] as Node;
    for (const key of ["DocNumber", "TxnDate", "DueDate", "PrivateNote", "LinkedTxn", "Line", "TxnTaxDetail", "TotalAmt", "Balance"]) {
      expect(key in invoice && key in voided, key).toBe(true);
    }
    const types = (record: Node) =>
      new Set((record.Line as Node[]).map(({ DetailType }) => DetailType).filter((type) => type !== "DescriptionOnly"));
    expect(types(voided)).toEqual(types(invoice));
  });

  test.each([
    ["GeneralLedger", "vcr-reports-gl.json"],
    ["ProfitAndLoss", "vcr-reports-profit_and_loss.json"],
    ["BalanceSheet", "xmlconv-balancesheet.json"],
  ])("the %s report is built of the recorded members", (name, file) => {
    const { body } = ask(booksB()).get(`reports/${name}`, { start_date: "2026-09-01", end_date: "2026-09-30" });
    const seen = memberNames([recorded(file), recorded("vcr-reports-profit_and_loss.json")]);
    expect([...memberNames(body)].filter((member) => !seen.has(member) && member !== "id")).toEqual([]);
  });

  test("faults have the recorded members", () => {
    const ledger = ask(booksB());
    const mine = JSON.parse(ledger.send("GET", "query", { query: "nonsense" }, "").body);
    expect([...memberNames(mine)].toSorted()).toEqual([...memberNames(recorded("exq-query_error.json")), "element"].toSorted());
    const signIn = JSON.parse(ledger.ledger.unauthorized("expired").body);
    expect([...memberNames(signIn)].filter((name) => !memberNames(recorded("vcr-error-401.json")).has(name))).toEqual([]);
  });
});
