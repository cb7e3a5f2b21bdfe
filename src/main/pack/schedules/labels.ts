import { visibleText } from "#main/domain/documents/safe-text.ts";
import type { FigureGap, FigureSource } from "#shared/model/reports/statement.ts";

const SOURCES: Readonly<Record<FigureSource, string>> = {
  gl_feed: "from the ledger's general-ledger feed",
  query: "from a query of the ledger",
  report: "from the ledger's own report",
  mirror: "from the mirrored records",
  reconstructed: "from the mirrored documents and payments",
};

/** How figures were had and how fresh they are, for people. */
export function sourceWords({ source, asOf }: { readonly source: FigureSource; readonly asOf: string | null }): string {
  return `${SOURCES[source]}, as of ${asOf ?? "no complete read yet"}`;
}

/** What figures do not contain, with the first records that it concerns as people speak of them. */
export function gapNotes(gaps: readonly FigureGap[], nameOf: (recordId: string) => string | null): string[] {
  return gaps.map(({ message, count, recordIds }) => {
    const named = recordIds
      .slice(0, 5)
      .map((id) => visibleText(nameOf(id) ?? id))
      .join("; ");
    const more = count > 5 ? ` and ${count - 5} more` : "";
    return `Note: ${visibleText(message)}${named === "" ? "" : ` (${named}${more})`}`;
  });
}

/** A code word of the model as people read it. */
export function spoken(word: string | null | undefined): string | null {
  return word === null || word === undefined ? null : word.replaceAll("_", " ");
}

/** A schedule's status for the index, with the count behind it. */
export function openStatus(count: number, what: string): { readonly status: string; readonly open: number } {
  return { status: count === 0 ? "none" : `${count} ${what}`, open: count };
}
