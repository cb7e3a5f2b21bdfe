import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import type { PackFacts } from "../pack-facts.ts";
import { spoken } from "./labels.ts";

/** Schedule T: how every sheet was made, and how fresh each stream of the ledger is. */
export function provenanceSheet(facts: PackFacts, sheets: readonly Sheet[]): Sheet {
  const { order, streams, trialBalance, asOf } = facts;
  const gaps = trialBalance.gaps.map(({ message }) => message).join("; ");
  const rows = [
    ...sheets.map(
      (sheet): SheetRow => ({
        cells: [`${sheet.ref} ${sheet.title}`, "sheet", sheet.source, null, asOf, "ABC".includes(sheet.ref) ? gaps : null],
      }),
    ),
    ...streams.map((stream): SheetRow => ({ cells: [stream.label, "stream", spoken(stream.state), stream.cursor, stream.asOf, null] })),
    ...Object.entries(order.discovery.evidence).map(
      ([name, how]): SheetRow => ({ cells: [name, "capability", how, null, order.discovery.discoveredAt, null] }),
    ),
  ];
  return {
    ref: "T",
    title: "Provenance",
    source: `${order.ledger}, tenant ${order.tenantId}`,
    notes: ["The ledger's own reports are used to check figures, never to make them."],
    currency: null,
    columns: [
      { title: "Of", kind: "text", width: 34 },
      { title: "Kind", kind: "text", width: 12 },
      { title: "How", kind: "text", width: 70 },
      { title: "Cursor", kind: "text", width: 40 },
      { title: "As of", kind: "text", width: 24 },
      { title: "Gaps", kind: "text", width: 60 },
    ],
    rows: () => rows,
    status: trialBalance.gaps.length === 0 ? "complete" : `${trialBalance.gaps.length} gaps in the figures`,
    open: trialBalance.gaps.length,
  };
}
