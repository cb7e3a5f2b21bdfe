import { visibleText } from "#main/domain/documents/safe-text.ts";
import { asOfName, counted, dayName, periodName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { PackManifest } from "#shared/model/close/pack.ts";
import { fingerprint, nameOfNoted } from "#shared/model/close/signature.ts";
import { stampLine } from "./sign-offs.ts";

/** `README.txt`: what the pack contains and how to check it with common tools. */
export function readmeText(manifest: Omit<PackManifest, "files">): string {
  const { client, period, name, version, prior, reason, stamps, asOf, controlTotals, signer } = manifest;
  const lines = [
    `Close pack for ${client.name}`,
    `${periodName(period.label)} (${dayName(period.start)} to ${dayName(period.end)}), version ${version}`,
    t("Books as of {asOf}. {ledger}, organization {id}", { asOf: asOfName(asOf), ledger: client.ledger, id: client.tenantId }),
    "",
    ...stamps.flatMap((stamp) => [stampLine(stamp), ""]),
    ...(prior === null
      ? ["No earlier pack for this period is recorded on the computer that made this pack."]
      : [`Supersedes ${prior.name}`, `  SHA-256 ${prior.sha256}`]),
    ...(reason === null ? [] : [`Reason for this version: ${reason}`]),
    "",
    "How to check this pack",
    `  1. Unpack ${name} into an empty folder.`,
    "  2. In that folder, run: sha256sum -c SHA256SUMS   (macOS: shasum -a 256 -c SHA256SUMS)",
    "     The result for every file must be OK.",
    "  3. On any computer with Tieout, run: tieout pack verify FILE.zip [--prior EARLIER.zip]",
    "     This also recalculates the control totals and, with --prior, checks that this pack supersedes EARLIER.zip.",
    "",
    ...signedBy(signer),
    "",
    "Contents",
    "  00_closepack.pdf       cover, summary, statements with any commentary, sign-offs, schedules, versions",
    "  01_closepack.xlsx      an index, a sheet for each schedule with rows, and a sheet that lists any empty ones; totals are formulas",
    "  03_evidence/           the ledger's reports and lock dates, ledger updates with the ledger's answers,",
    "                         and the files that support balances",
    "  04_extract/            CSV (RFC 4180, UTF-8, ISO dates, plain decimals) to recalculate everything:",
    "    documents.csv        every invoice, bill, credit, cash sale, expense and journal of the client",
    "    lines.csv            the lines of these transactions, net of tax",
    "    allocations.csv      which payment or credit settled which transaction",
    "    payments.csv, parties.csv, accounts.csv",
    "    trial_balance.csv    opening + debit - credit = balance, debits positive",
    "    gl.csv               the period's postings behind the debits and credits of the trial balance",
    "  manifest.json          source, software version, control totals, the hash of each file above",
    "  SHA256SUMS             the hash of every other file",
    ...(signer === null ? [] : ["  signature/             the signature of manifest.json, and the public key that checks it"]),
    "",
    "Control totals",
    `  manifest.json has ${counted(controlTotals.length, "control total")}. A control total counts the rows of a file or adds up one column.`,
    '  Only rows that match "where" are included. If "column" is null, "value" is the number of rows.',
    '  Otherwise "value" is the exact sum of that column. To count a file\'s rows, run this and subtract 1 for the header line:',
    "    wc -l 04_extract/trial_balance.csv",
    "  If a text in the file has line breaks, the result is higher than the number of rows.",
    "",
    "Reading the CSVs and the workbook",
    "  In the CSVs, text that a spreadsheet could run as a formula starts with an apostrophe. Amounts never do.",
    '  The workbook rounds amounts of more than 15 digits. Where a row has such amounts, the last column, "Amounts in full", shows them unrounded. Totals have no entry there.',
  ];
  return `${lines.map((line) => visibleText(line)).join("\n")}\n`;
}

/** How to check the signature with a common tool; what it shows, and what it can't. */
function signedBy(signer: PackManifest["signer"]): string[] {
  if (signer === null)
    return [
      "Digital signature",
      "  These files aren't signed. If someone changed a file and recalculated the hashes, the hashes wouldn't show the change.",
    ];
  return [
    "Digital signature",
    `  Made with ${signer.fullName ?? nameOfNoted(signer.person)}'s Ed25519 key ${fingerprint(signer.keyId)}. It isn't a sign-off.`,
    "  To check the signature with OpenSSL 3, run this as one line in the folder of the unpacked files:",
    "     openssl pkeyutl -verify -rawin -pubin -inkey signature/public_key.pem -in manifest.json",
    "       -sigfile signature/manifest.sig",
    "  This shows that the owner of the key signed the manifest, and with it every file. It doesn't show who owns the key.",
    "  To find out who owns the key, ask the firm for its public keys and run: tieout pack verify FILE.zip --keys KEYS.json",
  ];
}

/** `README.txt` of the copy for the client. */
export function clientReadme({ client, period, stamps, signer, copyOf }: Omit<PackManifest, "files">): string {
  const lines = [
    `Financial report for ${client.name}`,
    `${periodName(period.label)} (${dayName(period.start)} to ${dayName(period.end)})`,
    "",
    ...stamps.flatMap((stamp) => [stampLine(stamp), ""]),
    "  financial_report.pdf   summary, statements and any commentary",
    "  statements.xlsx        the statements as a workbook",
    "",
    `Taken from close pack ${copyOf?.name ?? ""}`,
    `  SHA-256 ${copyOf?.sha256 ?? ""}`,
    "",
    "To check that nothing was changed, run: tieout pack verify FILE.zip",
    "To check without Tieout, unpack the file into an empty folder. In that folder, run: sha256sum -c SHA256SUMS (macOS: shasum -a 256 -c SHA256SUMS)",
    "",
    ...signedBy(signer),
  ];
  return `${lines.map((line) => visibleText(line)).join("\n")}\n`;
}
