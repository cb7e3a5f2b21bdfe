import type { Content } from "pdfmake/interfaces.js";
import type { PackManifest, PackStamp } from "#shared/model/close/pack.ts";
import { type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";

export interface CoverFacts {
  readonly manifest: Omit<PackManifest, "files">;
  /** What stands open, by schedule: letter, title and status. */
  readonly schedules: readonly { readonly ref: string; readonly title: string; readonly status: string; readonly open: number }[];
  /** The pack's chief figures. */
  readonly figures: readonly { readonly label: string; readonly amount: string | null; readonly currency: string }[];
  readonly superseded: readonly { readonly name: string; readonly sha256: string }[];
}

/** `00_cover_signoff.pdf`: what the pack is of, how it stands, who signed it and what it takes the place of. */
export async function coverPdf(cover: CoverFacts): Promise<Uint8Array> {
  const { manifest } = cover;
  const { client, period, asOf, version, stamps, signatures } = manifest;
  const lost = losesLetters(`${client.name} ${signatures.map(({ person }) => person).join(" ")}`);
  const content: Content[] = [
    { text: "Close pack", style: "title" },
    { text: printText(`${client.name} · ${period.label}`), style: "subtitle", margin: [0, 2, 0, 12] },
    ...stamps.map(banner),
    facts(manifest),
    { text: "Sign-off", style: "section" },
    signOff(manifest),
    { text: "Chief figures", style: "section" },
    keyFigures(cover),
    ...exceptions(cover),
    ...versions(cover),
    { text: `Contents: SHA-256 ${manifest.contentSha256}`, style: "note", margin: [0, 14, 0, 1] },
    { text: "Of every schedule, extract and piece of evidence together. Check the files with: sha256sum -c SHA256SUMS", style: "note" },
    ...(lost ? [{ text: TYPEFACE_NOTE, style: "note" } as Content] : []),
  ];
  return printPdf({
    title: `Close pack of ${client.name}, ${period.label}, version ${version}`,
    foot: `${manifest.name} · as of ${asOf ?? "no complete read yet"}${stamps.length === 0 ? "" : ` · ${stamps.map(({ stamp }) => stamp).join(", ")}`}`,
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
  return printedTable({ heads: ["", "Amount", "In"], rows, widths: ["*", 110, 30], rightFrom: 1 });
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
    printedTable({ heads: ["Ref", "Schedule", "State"], rows, widths: [26, "*", 190], rightFrom: 9 }),
  ];
}

function versions({ superseded }: CoverFacts): Content[] {
  const rows = superseded.map(({ name, sha256 }): PrintedRow => ({ cells: [printText(name), sha256] }));
  return [
    { text: "Versions that this one takes the place of", style: "section" },
    rows.length === 0
      ? { text: "None: this is the first pack of the period.", style: "note" }
      : printedTable({ heads: ["Pack", "SHA-256"], rows, widths: ["auto", "*"], rightFrom: 9 }),
  ];
}

function facts(manifest: CoverFacts["manifest"]): Content {
  const { client, period, prior } = manifest;
  const rows: readonly (readonly [string, string])[] = [
    ["Client", client.name],
    ["Ledger", `${client.ledger}, tenant ${client.tenantId}`],
    ["Period", `${period.label}: ${period.start} to ${period.end}`],
    ["Basis and currency", `${manifest.basis}, ${manifest.currency}`],
    ["Books as of", manifest.asOf ?? "no complete read yet"],
    ["Pack", `${manifest.name}, version ${manifest.version}`],
    ...(prior === null ? [] : [["Takes the place of", `${prior.name}, SHA-256 ${prior.sha256}`] as const]),
    ...(manifest.reason === null ? [] : [["Because", manifest.reason] as const]),
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
    const own = signatures.filter((signature) => signature.role === role);
    if (own.length === 0) return [{ cells: [role === "preparer" ? "Preparer" : "Reviewer", "not signed", "", "DRAFT"], flag: true }];
    return own.map(({ person, at, stale, note }) => ({
      cells: [
        role === "preparer" ? "Preparer" : "Reviewer",
        printText(person),
        `${at.slice(0, 16).replace("T", " ")} UTC`,
        stale ? "stale: the books have moved since" : printText(note ?? "") || "signed",
      ],
      flag: stale,
    }));
  });
  return printedTable({ heads: ["Role", "Name", "At", ""], rows, widths: [70, "*", 120, 150], rightFrom: 9 });
}
