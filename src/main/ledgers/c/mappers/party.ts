import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Party } from "#shared/model/books/party.ts";
import { type MappedSource, type ReadContext, RecordMalformed } from "../../adapter.ts";
import { partyRow, type Row, readRow } from "../schemas.ts";
import { amountOf, currencyCode, isTrue, sourceOf } from "./values.ts";

/** A row of the customer table. @throws RecordMalformed */
export function mapCustomer(context: ReadContext, record: ExactJson): MappedSource {
  return mapParty(context, record, "customer");
}

/** A row of the vendor table. @throws RecordMalformed */
export function mapVendor(context: ReadContext, record: ExactJson): MappedSource {
  return mapParty(context, record, "vendor");
}

function mapParty(context: ReadContext, record: ExactJson, table: "customer" | "vendor"): MappedSource {
  const row = readRow(partyRow, record, table);
  return { entityType: table, sourceId: row.id, records: [{ kind: "party", value: party(context, row, row.id, table) }] };
}

function party(context: ReadContext, row: Row, id: string, table: "customer" | "vendor"): Party {
  const name = row.companyname ?? row.altname ?? row.entityid;
  if (name === undefined) throw new RecordMalformed(`The ${table} ${id} has no name.`, "companyname");
  const currency = row.currency === undefined ? undefined : currencyCode(context, row.currency);
  const amount = amountOf(row, "balance");
  const balance = amount === undefined ? undefined : { amount, currency: currency ?? context.discovery.organisation.baseCurrency };
  const taxIdentifier = table === "vendor" ? row.taxidnum : row.vatregnumber;
  return {
    id: `${table}:${id}`,
    name,
    // Rule 22: one role for each record; only a merge joins a customer and a vendor.
    isCustomer: table === "customer",
    isVendor: table === "vendor",
    isEmployee: false,
    active: !isTrue(row, "isinactive"),
    sources: [sourceOf(context, table, id)],
    ...(row.email === undefined ? {} : { email: row.email }),
    ...(taxIdentifier === undefined ? {} : { taxIdentifier }),
    ...(currency === undefined ? {} : { currency }),
    ...(balance === undefined ? {} : table === "customer" ? { receivable: balance } : { payable: balance }),
  };
}
