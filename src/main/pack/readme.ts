import { visibleText } from "#main/domain/documents/safe-text.ts";
import type { PackManifest } from "#shared/model/close/pack.ts";
import { stampLine } from "./sign-offs.ts";

/** `README.txt`: what is what, and how to check it with nothing but common tools. */
export function readmeText(manifest: Omit<PackManifest, "files">): string {
  const { client, period, name, version, prior, reason, stamps, asOf, controlTotals } = manifest;
  const lines = [
    `Close pack of ${client.name}`,
    `${period.label} (${period.start} to ${period.end}), version ${version}`,
    `Books as of ${asOf ?? "no complete read yet"}; ${client.ledger}, tenant ${client.tenantId}`,
    "",
    ...stamps.flatMap((stamp) => [stampLine(stamp), ""]),
    ...(prior === null ? ["First pack of this period."] : [`Takes the place of ${prior.name}`, `  SHA-256 ${prior.sha256}`]),
    ...(reason === null ? [] : [`Because: ${reason}`]),
    "",
    "How to check it",
    `  1. Unpack ${name} into an empty folder.`,
    "  2. In that folder: sha256sum -c SHA256SUMS   (macOS: shasum -a 256 -c SHA256SUMS)",
    "     Every file must be OK.",
    "  3. With Tieout, without any data folder: tieout pack verify FILE.zip [--prior EARLIER.zip]",
    "     It also makes the control totals again and follows the chain of versions.",
    "",
    "What is in it",
    "  00_cover_signoff.pdf   what this is of, how it stands, who signed it, which versions it replaces",
    "  01_closepack.xlsx      the schedules: an index, then one sheet each; totals are live formulas",
    "  02_statements.pdf      profit and loss, balance sheet, totals of the agings",
    "  03_evidence/           what the ledger itself answered, byte for byte: reports, lock reads, writes;",
    "                         and the files that support balances",
    "  04_extract/            CSV (RFC 4180, UTF-8, ISO dates, plain decimals) to do everything again:",
    "    documents.csv        every invoice, bill, credit, cash document and journal of the client",
    "    lines.csv            their lines, net of tax",
    "    allocations.csv      what settled what",
    "    payments.csv, parties.csv, accounts.csv",
    "    trial_balance.csv    opening + debit - credit = balance, debits positive",
    "    gl.csv               the postings of the period that make up those debits and credits",
    "  manifest.json          what it was made from and by, the hash of every file, control totals",
    "  SHA256SUMS             the hash of every other file",
    "",
    "Control totals",
    `  manifest.json names ${controlTotals.length}: for a file, the rows whose columns hold what "where" says,`,
    "  either counted (column null) or with one column added up exactly. For example, with common tools:",
    "    wc -l 04_extract/trial_balance.csv   is one more than its rows",
    "",
    "Reading the CSVs",
    "  Text that a spreadsheet could take for a formula begins with an apostrophe; amounts never do.",
    "  In the workbook an amount of more than 15 digits is cut, and stands in full in its last column.",
  ];
  return `${lines.map((line) => visibleText(line)).join("\n")}\n`;
}
