import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { type TaxPayload, taxPayload } from "../schemas.ts";
import { compact, isActive, mapped, readRecord, sentDecimal, sourceRef } from "./fields.ts";

/** A tax rate, or a tax code: the name by which lines choose rates, without a rate. @throws RecordMalformed */
export function mapTaxRate(entityType: "TaxRate" | "TaxCode", context: ReadContext, record: ExactJson): MappedSource {
  const payload = readRecord(taxPayload, record);
  const value = compact({
    id: `${entityType}:${payload.Id}`,
    name: payload.Name,
    rate: entityType === "TaxRate" ? sentDecimal(payload.RateValue, "RateValue") : undefined,
    parts: entityType === "TaxCode" ? partsOf(payload) : undefined,
    active: isActive(payload.Active),
    source: sourceRef(context, entityType, payload.Id),
  });
  return mapped(entityType, payload.Id, [{ kind: "tax_rate", value }]);
}

function partsOf({ SalesTaxRateList, PurchaseTaxRateList }: TaxPayload): { sales: string[]; purchases: string[] } {
  const ids = (list: TaxPayload["SalesTaxRateList"]) =>
    (list?.TaxRateDetail ?? []).flatMap(({ TaxRateRef }) => (TaxRateRef?.value == null ? [] : [`TaxRate:${TaxRateRef.value}`]));
  return { sales: ids(SalesTaxRateList), purchases: ids(PurchaseTaxRateList) };
}
