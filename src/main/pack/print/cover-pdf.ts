import type { Content } from "pdfmake/interfaces.js";
import { asOfName, dayName, minuteName, periodName } from "#shared/kernel/readable.ts";
import type { PackManifest, PackStamp } from "#shared/model/close/pack.ts";
import { type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

export interface CoverFacts {
  readonly manifest: Omit<PackManifest, "files">;
  /** Each schedule with its status and open exceptions. */
  readonly schedules: readonly { readonly ref: string; readonly title: string; readonly status: string; readonly open: number }[];
  readonly figures: readonly { readonly label: string; readonly amount: string | null; readonly currency: string }[];
  readonly superseded: readonly { readonly name: string; readonly sha256: string }[];
}

/** `00_cover_signoff.pdf`: what the pack covers, its status, its sign-offs and the versions it supersedes. */
export async function coverPdf(cover: CoverFacts): Promise<Uint8Array> {
  const { manifest } = cover;
  const { client, period, asOf, version, stamps, signatures } = manifest;
  const lost = losesLetters(`${client.name} ${signatures.map(({ person }) => person).join(" ")}`);
  const content: Content[] = [
    { text: "Close pack", style: "title" },
    { text: printText(`${client.name} · ${periodName(period.label)}`), style: "subtitle", margin: [0, 2, 0, 12] },
    ...stamps.map(banner),
    facts(manifest),
    { text: "Sign-off", style: "section" },
    signOff(manifest),
    { text: "Key figures", style: "section" },
    keyFigures(cover),
    ...exceptions(cover),
    ...versions(cover),
    { text: `SHA-256 of the contents: ${manifest.contentSha256}`, style: "note", margin: [0, 14, 0, 1] },
    { text: "Covers every schedule, extract and piece of evidence. To check the files: sha256sum -c SHA256SUMS", style: "note" },
    ...(lost ? [{ text: TYPEFACE_NOTE, style: "note" } as Content] : []),
  ];
  return printPdf({
    title: `Close pack for ${client.name}, ${periodName(period.label)}, version ${version}`,
    foot: `${manifest.name} · as of ${asOfName(asOf)}${stamps.length === 0 ? "" : ` · ${stamps.map(({ stamp }) => stamp).join(", ")}`}`,
    content,
    asOf,
  });
}

function banner({ stamp, reasons }: PackStamp): Content {
  const lines = reasons.map((reason): Content => ({ text: printText(reason), color: RED }));
  return {
    table: { widths: ["*"], body: [[{ stack: [{ text: stamp, bold: true, fontSize: 13, color: RED }, ...lines] }]] },
    layout: {
      hLineColor: () => RED,
      vLineColor: () => RED,
      hLineWidth: () => 0.8,
      vLineWidth: () => 0.8,
      paddingTop: () => 6,
      paddingBottom: () => 5,
      paddingLeft: () => 8,
      paddingRight: () => 8,
    },
    margin: [0, 0, 0, 8],
  };
}

function keyFigures({ figures }: CoverFacts): Content {
  const rows = figures.map(
    ({ label, amount, currency }): PrintedRow => ({
      cells: [printText(label), printAmount(amount, currency), printText(currency)],
    }),
  );
  return printedTable({ heads: ["", "Amount", "Currency"], rows, widths: ["*", 110, 40], rightFrom: 1 });
}

function exceptions({ schedules }: CoverFacts): Content[] {
  const rows = schedules.map(
    ({ ref, title, status, open }): PrintedRow => ({
      cells: [ref, printText(title), printText(status)],
      flag: open > 0,
    }),
  );
  return [
    { text: `Open exceptions: ${schedules.reduce((sum, { open }) => sum + open, 0)}`, style: "section" },
    printedTable({ heads: ["Ref", "Schedule", "Status"], rows, widths: [26, "*", 190], rightFrom: 9 }),
  ];
}

function versions({ superseded }: CoverFacts): Content[] {
  const rows = superseded.map(({ name, sha256 }): PrintedRow => ({ cells: [printText(name), sha256] }));
  return [
    { text: "Supersedes", style: "section" },
    rows.length === 0
      ? { text: "Nothing. This is the first pack for the period.", style: "note" }
      : printedTable({ heads: ["Pack", "SHA-256"], rows, widths: ["auto", "*"], rightFrom: 9 }),
  ];
}

function facts(manifest: CoverFacts["manifest"]): Content {
  const { client, period, prior } = manifest;
  const rows: readonly (readonly [string, string])[] = [
    ["Client", client.name],
    ["Ledger", `${client.ledger}, organization ${client.tenantId}`],
    ["Period", `${periodName(period.label)}: ${dayName(period.start)} to ${dayName(period.end)}`],
    ["Basis and currency", `${manifest.basis === "accrual" ? "Accrual" : "Cash"}, ${manifest.currency}`],
    ["Books as of", asOfName(manifest.asOf)],
    ["Pack", `${manifest.name}, version ${manifest.version}`],
    ...(prior === null ? [] : [["Supersedes", `${prior.name}, SHA-256 ${prior.sha256}`] as const]),
    ...(manifest.reason === null ? [] : [["Reason", manifest.reason] as const]),
  ];
  return {
    table: { widths: [110, "*"], body: rows.map(([label, value]) => [{ text: label, style: "head" }, { text: printText(value) }]) },
    layout: {
      hLineWidth: (line: number) => (line === 0 ? 0 : 0.25),
      hLineColor: () => "#C3CAD6",
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingTop: () => 2.2,
      paddingBottom: () => 1.6,
    },
  };
}

function signOff({ signatures }: CoverFacts["manifest"]): Content {
  const rows = (["preparer", "reviewer"] as const).flatMap((role): PrintedRow[] => {
    const title = role === "preparer" ? "Prepared by" : "Reviewed by";
    const own = signatures.filter((signature) => signature.role === role);
    if (own.length === 0) return [{ cells: [title, "Not signed off", "", "DRAFT"], flag: true }];
    return own.map(({ person, at, stale, note }) => ({
      cells: [
        title,
        printText(person),
        minuteName(at),
        stale ? "Stale: the books have changed since" : printText(note ?? "") || "Signed off",
      ],
      flag: stale,
    }));
  });
  return printedTable({ heads: ["", "Name", "Date", "Note"], rows, widths: [70, "*", 120, 150], rightFrom: 9 });
}
