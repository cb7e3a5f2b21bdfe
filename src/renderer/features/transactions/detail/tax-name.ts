import { taxNameKey } from "#shared/contract/books/documents.ts";
import type { TaxComponent } from "#shared/model/books/tax.ts";

/** A tax code or rate by its name; by its code only where the ledger has no name for it. */
export function taxName(
  level: "line" | "document",
  { code, name }: TaxComponent,
  names: Readonly<Record<string, string>>,
): string | undefined {
  return name ?? (code === undefined ? undefined : (names[taxNameKey(level, code)] ?? code));
}
