import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ExactJson, parseExactJson } from "#shared/kernel/json-exact.ts";
import { clientOf, someBooks } from "./ledger-a-support.ts";

const FOLDER = new URL("../../../../shared/payloads/a/", import.meta.url);
const present = existsSync(FOLDER);
if (!present) console.info("public payloads are not here: the shapes of simulated Ledger A are not compared with them");

type Shape = { [key: string]: ExactJson };
const isRecord = (value: ExactJson | undefined): value is Shape => typeof value === "object" && value !== null && !Array.isArray(value);

/** Key paths of all records, list places left out, with the form of the value. */
function paths(value: ExactJson, at = "", found = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) for (const element of value) paths(element, at, found);
  else if (isRecord(value)) for (const [key, member] of Object.entries(value)) paths(member, `${at}.${key}`, found);
  else found.set(at, typeof value === "string" && /^\/Date\(-?\d+(\+0000)?\)\/$/.test(value) ? "moment" : typeof value);
  return found;
}

describe.runIf(present)("the shapes of public examples", () => {
  const { read } = clientOf(someBooks());
  it.each([
    ["Invoices", ["get-Invoices-200", "get-Invoices-InvoiceID-200", "put-Invoices-200"]],
    ["Payments", ["get-Payments-200", "get-Payments-PaymentID-200"]],
    ["CreditNotes", ["get-CreditNotes-200", "get-CreditNotes-CreditNoteID-200"]],
    ["BankTransactions", ["get-BankTransactions-200", "get-BankTransactions-BankTransactionID-200"]],
    ["Journals", ["get-Journals-200"]],
    ["PurchaseOrders", ["get-PurchaseOrders-200", "get-PurchaseOrders-PurchaseOrderID-200"]],
  ])("%s has the main fields of the example", (key, files) => {
    const ours = paths(read(key, { page: "1" })[key] as ExactJson);
    const theirs = new Map(
      files.flatMap((file) => [
        ...paths((parseExactJson(readFileSync(new URL(`${file}.json`, FOLDER), "utf8")) as Shape)[key] as ExactJson),
      ]),
    );
    const shared = [...ours.keys()].filter((path) => theirs.has(path));
    expect(shared.length).toBeGreaterThan(10);
    for (const path of shared) expect([path, ours.get(path)]).toEqual([path, theirs.get(path)]);
  });
});
