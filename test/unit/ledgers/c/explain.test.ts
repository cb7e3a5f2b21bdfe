import { expect, test } from "vitest";
import { writesC } from "#main/ledgers/c/writes.ts";
import type { PreparedCall, WriteContext } from "#main/ledgers/writing.ts";
import { answer, context, play } from "./support.ts";

const CATALOGUE = { properties: { custbody_owner: { title: "Owner" }, cseg_region: { title: "Region" } } };

/** What is told of a rejection of a record, and how often the ledger was asked for it. */
function explained(entityType: string, detail: object) {
  const call = { items: [{ entityType }] } as unknown as PreparedCall;
  const body = JSON.stringify({ "o:errorDetails": [detail] });
  const reader = writesC.explain?.(context() as unknown as WriteContext, call, body);
  if (reader === undefined) throw new Error("rejections of this ledger are explained");
  const { result, asked } = play(reader, () => answer(200, JSON.stringify(CATALOGUE)));
  return [result, asked.length];
}

test("a rejection's custom field is none of Tieout's form, unless it's a dimension of lines", () => {
  const detail = "Please enter value(s) for: custbody_owner, cseg_region.";
  const owner = { id: "custbody_owner", label: "Owner", field: null, required: true };
  const region = { id: "cseg_region", label: "Region", required: true };
  expect(explained("VendBill", { detail })).toEqual([[owner, { ...region, field: "lines" }], 1]);
  expect(explained("VendPymt", { detail })).toEqual([[owner, { ...region, field: null }], 1]);
  // Named, and not asked for.
  const wrong = { detail: "Invalid value for custbody_owner." };
  expect(explained("VendBill", wrong)).toEqual([[{ id: "custbody_owner", label: "Owner", field: null }], 1]);
});

test("a rejection's own field is the one of the form that fills it, without asking the ledger", () => {
  const at = (path: string) => ({ detail: "Invalid value.", "o:errorPath": path });
  expect(explained("VendBill", at("tranDate"))).toEqual([[{ id: "tranDate", label: "Date", field: "issueDate" }], 0]);
  expect(explained("VendPymt", at("tranDate"))).toEqual([[{ id: "tranDate", label: "Date", field: "date" }], 0]);
  expect(explained("Check", at("account"))).toEqual([[{ id: "account", label: "Bank account", field: "totalAccountId" }], 0]);
  for (const [type, label] of Object.entries({ VendBill: "Vendor", CustInvc: "Customer" }))
    expect(explained(type, at("entity"))).toEqual([[{ id: "entity", label, field: "party.id" }], 0]);
  // Asked for by the name that people read.
  const missing = { detail: "Please enter value(s) for: Date.", "o:errorPath": "tranDate" };
  expect(explained("VendBill", missing)).toEqual([[{ id: "tranDate", label: "Date", field: "issueDate", required: true }], 0]);
  // Neither the account that a bill is owed on nor a period is anybody's to choose here, and a line is named by its place.
  for (const path of ["account", "postingPeriod", "expense.items[0].amount"]) expect(explained("VendBill", at(path))).toEqual([[], 0]);
});
