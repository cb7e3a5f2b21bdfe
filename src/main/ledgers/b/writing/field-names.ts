import { message, t } from "#shared/language/t.ts";
import { objectsIn, textOf, type WireObject } from "../../wire-json.ts";
import { lineIds } from "./patch-lines.ts";

/** The ledger's members as accountants call them; any other name is read as words. */
const WORDS: Readonly<Record<string, string>> = {
  DocNumber: "number",
  TxnDate: "date",
  PrivateNote: "memo",
  TotalAmt: "total",
  HomeTotalAmt: "total in base currency",
  Balance: "outstanding",
  Qty: "quantity",
  UnitPrice: "price",
  ItemRef: "product or service",
  VendorRef: message("vendor"),
  TxnTaxDetail: "tax",
  TotalTax: "total",
  LinkedTxn: "linked transaction",
  TxnId: "ID",
  TxnType: "type",
  value: "ID",
  name: "",
};

/** Names the members of versions of one record: `Line[7].Amount` is "Line 2, amount" where line 7 is the second that people see. */
export function fieldNamer(versions: readonly WireObject[]): (path: string) => string {
  const places = new Map<string, number>();
  for (const { Line } of versions)
    for (const [index, line] of [...lineIds("", objectsIn(Line)).keys()].entries()) {
      const id = textOf(line.Id);
      if (id !== undefined && !places.has(id)) places.set(id, index + 1);
    }
  return (path) => {
    // Inside a bundle, the inner line is the one that people see.
    const [, lineId, member = ""] = /^(?:.*\.)?Line\[([^\]]+)\](?:\.(.+))?$/.exec(path) ?? [];
    if (lineId === undefined) return capitalized(memberWords(path));
    const line = newLine(lineId) ?? lineAt(places.size === 0 ? lineId.replace("#", "") : places.get(lineId));
    return member === "" ? line : `${line}, ${memberWords(member)}`;
  };
}

/** A line that the person adds has no place yet; several are counted. */
function newLine(lineId: string): string | null {
  const count = /^new (\d+)$/.exec(lineId)?.[1];
  if (count === undefined) return null;
  return count === "1" ? "Your new line" : `Your new line ${count}`;
}

function lineAt(place: string | number | undefined): string {
  return place === undefined ? "Another line" : `Line ${place}`;
}

function memberWords(path: string): string {
  const words = path
    .replaceAll(/\[([^\]]+)\]/g, ".$1")
    .split(".")
    .filter((part) => !part.endsWith("LineDetail"))
    .map((part) => t(WORDS[part] ?? plain(part)));
  return words.filter((word) => word !== "").join(" ");
}

/** `CustomerRef` is customer, `DueDate` is due date. */
function plain(name: string): string {
  return name
    .replace(/Ref$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
