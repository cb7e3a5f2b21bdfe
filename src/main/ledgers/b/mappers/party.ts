import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { partyPayload } from "../schemas.ts";
import { compact, deletedSource, isActive, mapped, money, readRecord, refValue, sentDecimal, sentText, sourceRef } from "./fields.ts";

/** A customer or a vendor: two unlinked records even for one real party (rule 22). @throws RecordMalformed */
export function mapParty(entityType: "Customer" | "Vendor", context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(entityType, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(partyPayload, record);
  const isCustomer = entityType === "Customer";
  const currency = refValue(payload.CurrencyRef);
  const balance = sentDecimal(payload.Balance, "Balance");
  const owed = balance === undefined ? undefined : money(balance, currency ?? context.discovery.organisation.baseCurrency);
  const value = compact({
    id: `${entityType}:${payload.Id}`,
    name: payload.DisplayName,
    isCustomer,
    isVendor: !isCustomer,
    isEmployee: false,
    active: isActive(payload.Active),
    email: sentText(payload.PrimaryEmailAddr?.Address),
    taxIdentifier: sentText(isCustomer ? payload.PrimaryTaxIdentifier : payload.TaxIdentifier),
    currency,
    receivable: isCustomer ? owed : undefined,
    payable: isCustomer ? undefined : owed,
    sources: [sourceRef(context, entityType, payload.Id)],
  });
  return mapped(entityType, payload.Id, [{ kind: "party", value }]);
}
