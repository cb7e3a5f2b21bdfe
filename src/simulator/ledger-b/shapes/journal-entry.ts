import { absoluteDecimal } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import { type JsonNode, type JsonObject, numeral } from "../json-writer.ts";
import { lineIdOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountRef, amount, dimensionRef, partyRef, transactionHeading } from "./common.ts";

/** A journal entry: total always nothing, sides by posting type, dimensions on the lines. */
export function journalEntry(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...transactionHeading(view, transaction),
    Adjustment: transaction.isAdjustment,
    TotalAmt: numeral("0"),
    Line: transaction.lines.map((line) => entryLine(view, transaction, line)),
    TxnTaxDetail: {},
  };
}

function entryLine(view: View, transaction: SimTransaction, line: SimLine): JsonNode {
  const held = { ...transaction.headerDimensions, ...line.dimensions };
  return {
    Id: lineIdOf(transaction, line),
    Description: line.description ?? undefined,
    Amount: amount(transaction, absoluteDecimal(line.net)),
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: {
      PostingType: line.net.startsWith("-") ? "Credit" : "Debit",
      AccountRef: accountRef(view, line.accountId),
      Entity: entityOfLine(view, line),
      ClassRef: dimensionRef(view, "Class", held),
      DepartmentRef: dimensionRef(view, "Department", held),
    },
  };
}

function entityOfLine(view: View, line: SimLine): JsonNode | undefined {
  const party = line.partyId === null ? undefined : view.parties.get(line.partyId);
  if (party === undefined) return undefined;
  const type = party.role === "customer" ? "Customer" : party.role === "employee" ? "Employee" : "Vendor";
  return { Type: type, EntityRef: partyRef(view, party.id) };
}
