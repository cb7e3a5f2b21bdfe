import type { ConnectionFacts, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { counted } from "#shared/kernel/readable.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { CapabilityEvidence, Discovery, SourceCapabilities } from "#shared/model/ledger/capabilities.ts";
import { bodyText, idOf, isAccepted, readRows } from "../decode.ts";
import type { LedgerFacts } from "../facts.ts";
import { query, wordLiteral } from "../query-text.ts";
import { governanceRequest, queryRequest } from "../requests.ts";
import {
  accountingLineTable,
  accountTable,
  currencyTable,
  customerTable,
  itemTable,
  lineTable,
  linkTable,
  periodTable,
  subsidiaryTable,
  transactionTable,
  vendorTable,
} from "../tables.ts";
import { otherPostings } from "../transaction-kinds.ts";
import { extraLineColumns, typeCondition } from "../transaction-pages.ts";
import { discoverDimensions } from "./dimension-discovery.ts";
import { discoverOrganisation } from "./organisation-discovery.ts";
import { probeTable, WHOLE_TABLE } from "./probes.ts";

type Asking<T> = Generator<LedgerRequest, T, LedgerResponse>;

/**
 * Asks what this account and this role can do (rule 3). Tables and columns differ between accounts
 * and roles; what is refused is recorded, and no later query names it.
 */
export function* discoverC(connection: ConnectionFacts): Asking<Discovery> {
  const refused: Record<string, string[]> = {};
  const tables = [currencyTable, subsidiaryTable, accountTable, customerTable, vendorTable, itemTable, periodTable, transactionTable];
  for (const spec of [...tables, accountingLineTable, linkTable]) {
    note(refused, spec.table, yield* probeTable(connection, spec));
  }
  const found = yield* discoverDimensions(connection);
  Object.assign(refused, found.refused);
  const books = yield* discoverOrganisation(connection, refused);
  const primaryBook = yield* findPrimaryBook(connection);
  const others = yield* acceptsOtherPostings(connection);
  const facts: LedgerFacts = {
    currencies: { ...books.currencies },
    primaryBook,
    dimensions: [...found.sources],
    otherPostings: others,
    refused,
  };
  const lines = lineTable(extraLineColumns(connection.profile.c.outstandingColumn, facts));
  note(refused, lines.table, yield* probeTable(connection, lines));
  const governance = yield governanceRequest(connection);
  const capabilities = capabilitiesOf(found.dimensions, refused);
  return {
    capabilities,
    evidence: {
      ...evidenceOf(capabilities, refused, found.evidence),
      ...books.evidence,
      otherPostings:
        others && capabilities.hasGlFeed
          ? "Tieout can read the postings of all transaction types."
          : "Tieout can't read the postings of transfers, revaluations and similar entries.",
      concurrency: concurrencyEvidence(governance),
    },
    probes: PROBES,
    organisation: books.organisation,
    discoveredAt: governance.receivedAt,
    adapterFacts: { ...facts },
  };
}

/** What was asked; the rest is settled by the interface itself. */
const PROBES = {
  dimensions: "query of department, classification, location and the segment table",
  hasApprovalWorkflow: "query of transaction.approvalstatus",
  hasGlFeed: `query of ${accountingLineTable.table}`,
  periodLock: "query of accountingperiod",
} as const;

function note(refused: Record<string, string[]>, table: string, hidden: string[]): void {
  if (hidden.length > 0) refused[table] = hidden;
}

function capabilitiesOf(dimensions: readonly Dimension[], refused: Readonly<Record<string, string[]>>): SourceCapabilities {
  const hidden = refused.transaction ?? [];
  return {
    dimensions: [...dimensions],
    lineTarget: "both",
    canCreateTaxRates: true,
    hasApprovalWorkflow: !hidden.includes("approvalstatus"),
    hasGlFeed: !(refused[accountingLineTable.table] ?? []).includes(WHOLE_TABLE),
    hasAuditTrail: true,
    statusIsDerived: false,
    writeSemantics: "patch",
    periodLock: { perSubsidiary: false },
    idempotencyKey: false,
  };
}

function evidenceOf(can: SourceCapabilities, refused: Readonly<Record<string, string[]>>, dimensions: string): CapabilityEvidence {
  const hidden = Object.entries(refused).map(([table, columns]) =>
    columns.includes(WHOLE_TABLE) ? `${table} (all columns)` : `${table} (${columns.join(", ")})`,
  );
  return {
    dimensions,
    lineTarget: "Each line has an account or an item.",
    canCreateTaxRates: "The ledger keeps the line amounts that Tieout sends and calculates the tax itself. Tieout sends no tax amounts.",
    hasApprovalWorkflow: can.hasApprovalWorkflow
      ? "Transactions have an approval status."
      : "Transactions have no approval status that Tieout can read.",
    hasGlFeed: can.hasGlFeed ? "Tieout can read the ledger's postings." : "The ledger doesn't let Tieout read its postings.",
    hasAuditTrail: "The ledger logs each field change in its system notes.",
    statusIsDerived: "Every transaction has a status.",
    writeSemantics: "An update changes only the fields that are sent.",
    periodLock: "The ledger locks accounting periods instead of setting a lock date. It doesn't provide lock dates by subsidiary.",
    idempotencyKey:
      "The ledger can't tell on its own that a request was sent twice. Instead, Tieout uses the reference in each new record to check whether it was posted.",
    hiddenColumns:
      hidden.length === 0
        ? "This connection's role can read every column that Tieout asks for."
        : `Tieout can't read these columns in the ledger: ${hidden.join(", ")}.`,
  };
}

function* findPrimaryBook(connection: ConnectionFacts): Asking<string> {
  const text = query`SELECT b.id FROM accountingbook b WHERE b.isprimary = ${wordLiteral("T")} ORDER BY b.id`;
  const answer = yield queryRequest(connection, text, 1, true);
  // Accounts without the feature for several books have the primary one only, and it has this id.
  const row = isAccepted(answer) ? readRows(answer, 1).rows[0] : undefined;
  return (row === undefined ? undefined : idOf(row, "id")) ?? "1";
}

/** Whether transactions that are no documents can be told apart; without it only documents post into the mirror. */
function* acceptsOtherPostings(connection: ConnectionFacts): Asking<boolean> {
  const text = query`SELECT t.id FROM transaction t WHERE ${typeCondition(otherPostings)} ORDER BY t.id`;
  return isAccepted(yield queryRequest(connection, text, 1, true));
}

function concurrencyEvidence(answer: LedgerResponse): string {
  if (!isAccepted(answer))
    return `Tieout can't read how many requests the ledger allows at once (HTTP status ${answer.status}), so it uses the configured limit.`;
  const limit = /"accountConcurrencyLimit"\s*:\s*"?(\d+)/i.exec(bodyText(answer))?.[1];
  return limit === undefined
    ? "The ledger didn't report how many requests it allows at once."
    : `The ledger allows ${counted(Number(limit), "request")} at a time.`;
}
