import { codeLabel } from "./code-labels.ts";

/** What of a record names it. */
export interface Recorded {
  readonly document?: { readonly type: string; readonly number?: string | undefined; readonly reference?: string | undefined } | undefined;
  readonly payment?: { readonly reference?: string | undefined } | undefined;
}

/** A record as people know it, such as "Bill 7230"; its kind alone where the ledger gave it no number. Ids are for technical details. */
export function recordName({ document, payment }: Recorded): string {
  const parts =
    document === undefined ? ["The payment", payment?.reference] : [codeLabel(document.type), document.number ?? document.reference];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}
