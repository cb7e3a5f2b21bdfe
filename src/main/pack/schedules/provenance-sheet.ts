import { CAPABILITY_NAMES, describeCapability } from "#main/domain/clients/capability-descriptions.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { asOfName, counted, minuteName, withDays } from "#shared/kernel/readable.ts";
import { message, t } from "#shared/language/t.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { PackFacts } from "../pack-facts.ts";

/** Schedule T: the source of every sheet, and when each data set was last synced. */
export function provenanceSheet(facts: PackFacts, sheets: readonly Sheet[]): Sheet {
  const { order, streams, trialBalance, asOf } = facts;
  const gaps = trialBalance.gaps.map(({ message }) => message).join("; ");
  const rows = [
    ...sheets.map(
      (sheet): SheetRow => ({
        cells: [`${sheet.ref} ${sheet.title}`, "Sheet", sheet.source, null, asOfName(asOf), "ABC".includes(sheet.ref) ? gaps : null],
      }),
    ),
    ...streams.map(
      (stream): SheetRow => ({
        cells: [
          stream.label,
          "Data set",
          codeLabel(stream.state),
          stream.cursor,
          stream.asOf === null ? null : minuteName(stream.asOf),
          null,
        ],
      }),
    ),
    ...Object.entries(order.discovery.evidence).map(
      ([name, how]): SheetRow => ({
        cells: [
          capabilityTitle(order.discovery, name),
          "Ledger feature",
          named(order.discovery, withDays(t(how))),
          null,
          minuteName(order.discovery.discoveredAt),
          null,
        ],
      }),
    ),
  ];
  return {
    ref: "T",
    title: "Provenance",
    source: t("{ledger}, organization {id}", { ledger: order.ledger, id: order.tenantId }),
    notes: ["The ledger's own reports are used to check figures, never to produce them."],
    currency: null,
    columns: [
      { title: "Subject", kind: "text", width: 34 },
      { title: "Type", kind: "text", width: 12 },
      { title: "Source or status", kind: "text", width: 70 },
      { title: "Sync position", kind: "text", width: 40 },
      { title: "As of", kind: "text", width: 24 },
      { title: "Gaps", kind: "text", width: 60 },
    ],
    rows: () => rows,
    status: trialBalance.gaps.length === 0 ? "Complete" : counted(trialBalance.gaps.length, "known gap"),
    open: trialBalance.gaps.length,
  };
}

/** What was found out beside the capabilities. */
const FOUND: Readonly<Record<string, string>> = {
  hiddenColumns: "Column access",
  baseCurrency: "Base currency",
  entities: "Legal entities",
  fiscalYear: message("Fiscal year"),
  otherPostings: "Postings of transfers, revaluations and similar entries",
  concurrency: "Concurrent requests",
};

function capabilityTitle({ capabilities }: Discovery, name: string): string {
  const known = CAPABILITY_NAMES.find((one) => one === name);
  return known === undefined ? t(FOUND[name] ?? name) : describeCapability(known, capabilities).title;
}

/** What was found, with the names of dimensions instead of the fields and tables in which the ledger keeps them. */
function named({ capabilities }: Discovery, how: string): string {
  // A key such as Class is a word already.
  const keyed = capabilities.dimensions.filter(({ fieldKey }) => /^\w*_\w*$/.test(fieldKey));
  return keyed.reduce(
    (text, { fieldKey, name }) => text.replaceAll(new RegExp(`\\b(?:customrecord_)?${fieldKey}\\b`, "g"), () => name),
    how,
  );
}
