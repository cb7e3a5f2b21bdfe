import { compareDecimals, type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import { readDay } from "../dates.ts";
import { isObject, type Json, type JsonObject, objectsIn, textIn, textWithin } from "./json.ts";
import { trackingText } from "./line-body.ts";

/** True when the record shows everything that was sent: it is what we made of it. */
export function shows(record: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => value === undefined || showsField(record, name, value));
}

function showsField(record: JsonObject, name: string, value: Json): boolean {
  switch (name) {
    case "Type":
    case "LineAmountTypes":
      // The ledger decides how it writes a record without any tax.
      return true;
    case "Contact":
      return isObject(value) && textIn(value, "ContactID") === textWithin(record, "Contact", "ContactID");
    case "BankAccount":
      return isObject(value) && namesAccount(value, record.BankAccount);
    case "Date":
    case "DueDate":
      if (value === "") return textIn(record, name) === undefined && textIn(record, `${name}String`) === undefined;
      return readDay(textIn(record, `${name}String`), textIn(record, name), name) === value;
    case "Status": {
      const now = textIn(record, "Status");
      return now === value || (value === "AUTHORISED" && now === "PAID");
    }
    case "LineItems":
    case "JournalLines":
      return showsLines(objectsIn(record, name), Array.isArray(value) ? value.filter(isObject) : []);
    default:
      return sameText(textIn(record, name), value);
  }
}

function namesAccount(sent: JsonObject, has: Json | undefined): boolean {
  const found = isObject(has) ? has : {};
  return ["AccountID", "Code"].every((name) => textIn(sent, name) === undefined || textIn(sent, name) === textIn(found, name));
}

function showsLines(lines: readonly JsonObject[], sent: readonly JsonObject[]): boolean {
  return lines.length === sent.length && lines.every((line, index) => showsLine(line, sent[index] as JsonObject));
}

const LINE_FIELDS = ["LineItemID", "AccountID", "AccountCode", "ItemCode", "TaxType", "LineAmount", "TaxAmount", "Quantity", "UnitAmount"];

function showsLine(line: JsonObject, sent: JsonObject): boolean {
  if ((textIn(line, "Description") ?? "") !== (textIn(sent, "Description") ?? "")) return false;
  if (trackingText(line) !== trackingText(sent)) return false;
  return LINE_FIELDS.every((name) => sent[name] === undefined || sameText(textIn(line, name), sent[name]));
}

/** Equal as text, or as amounts: `1.0` is `1.00`. Empty and absent are the same. */
function sameText(has: string | undefined, sent: Json): boolean {
  const wanted = textIn({ sent }, "sent");
  if (has === wanted) return true;
  return has !== undefined && wanted !== undefined && isDecimal(has) && isDecimal(wanted) && sameAmount(has, wanted);
}

function sameAmount(a: DecimalString, b: DecimalString): boolean {
  return compareDecimals(a, b) === 0;
}
