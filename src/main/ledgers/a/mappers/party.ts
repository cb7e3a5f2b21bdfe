import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Party } from "#shared/model/books/party.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { contactSchema } from "../schemas.ts";
import { moneyOf } from "./line.ts";
import { keptRaw, known, mapped, present, readRow, recordId, sourceRef, unknownValues } from "./source.ts";

/** Which contacts can be used; one under an erasure request can't. */
const active: Readonly<Record<string, boolean>> = { ACTIVE: true, ARCHIVED: false, GDPRREQUEST: false };

/** One contact is customer and supplier at once; both flags are the ledger's. @throws RecordMalformed */
export function mapContact(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Contact";
  const row = readRow(contactSchema, record, entityType);
  const unknown = unknownValues(entityType, [{ field: "ContactStatus", value: row.ContactStatus, table: active }]);
  if (unknown.length > 0) return keptRaw(entityType, row.ContactID, unknown);
  const base = context.discovery.organisation.baseCurrency;
  const value: Party = {
    id: recordId(entityType, row.ContactID),
    name: row.Name,
    isCustomer: row.IsCustomer ?? false,
    isVendor: row.IsSupplier ?? false,
    isEmployee: false,
    active: known(active, row.ContactStatus, "ContactStatus"),
    sources: [sourceRef(context, entityType, row.ContactID)],
    ...present({
      email: row.EmailAddress,
      taxIdentifier: row.TaxNumber,
      currency: row.DefaultCurrency,
      receivable: moneyOf(row.Balances?.AccountsReceivable?.Outstanding, base),
      payable: moneyOf(row.Balances?.AccountsPayable?.Outstanding, base),
    }),
  };
  return mapped(entityType, row.ContactID, { kind: "party", value });
}
