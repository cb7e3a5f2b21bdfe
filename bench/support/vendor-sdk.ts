import { createRequire } from "node:module";

interface Serializer {
  deserialize(data: unknown, type: string): unknown;
}

// The SDK's own model layer, without its HTTP client. A development dependency, used in the bench only.
const { ObjectSerializer } = createRequire(import.meta.url)("xero-node/dist/gen/model/accounting/models.js") as {
  readonly ObjectSerializer: Serializer;
};

/** What the vendor's SDK makes of a parsed page of invoices. */
export function deserialiseWithSdk(page: unknown): unknown {
  return ObjectSerializer.deserialize(page, "Invoices");
}
