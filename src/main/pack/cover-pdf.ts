import type { Content } from "pdfmake/interfaces.js";
import type { PackManifest } from "#shared/model/pack.ts";
import { type PrintedRow, printedTable, printPdf, RED } from "./pdf.ts";
import { losesLetters, printAmount, printText, TYPEFACE_NOTE } from "./print-text.ts";
import { stampLine } from "./stamps.ts";

export interface CoverFacts {
  readonly manifest: Omit<PackManifest, "files">;
  /** What stands open, by schedule: letter, title and status. */
  readonly schedules: readonly { readonly ref: string; readonly title: string; readonly status: string; readonly open: number }[];
  /** The pack's chief figures. */
  readonly figures: readonly { readonly label: string; readonly amount: string | null; readonly currency: string }[];
  readonly superseded: readonly { readonly name: string; readonly sha256: string }[];
}

/** `00_cover_signoff.pdf`: what the pack is of, how it stands, who signed it and what it takes the place of. */
export async function coverPdf({ manifest, schedules, figures, superseded }: CoverFacts): Promise<Uint8Array> {
  const { client, period, asOf, version, stamps } = manifest;
  const open = schedules.filter((schedule) => schedule.open > 0);
  const content: Content[] = [
    { text: "Close pack", style: "title" },
    { text: printText(`${client.name} · ${period.label}`), style: "subtitle", margin: [0, 2, 0, 12] },
    ...stamps.map(
      (stamp): Content => ({
        table: {
          widths: ["*"],
          body: [
            [
              {
                stack: [
                  { text: stamp.stamp, bold: true, fontSize: 13, color: RED },
                  ...stamp.reasons.map((reason) => ({ text: printText(reason), color: RED })),
                ],
              },
            ],
          ],
        },
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
      }),
    ),
    facts(manifest),
    { text: "Sign-off", style: "section" },
    signOff(manifest),
    { text: "Chief figures", style: "section" },
    printedTable({
      heads: ["", "Amount", "In"],
      rows: figures.map(
        ({ label, amount, currency }): PrintedRow => ({ cells: [printText(label), printAmount(amount, currency), printText(currency)] }),
      ),
      widths: ["*", 110, 30],
      rightFrom: 1,
    }),
    { text: `Open exceptions: ${open.reduce((sum, each) => sum + each.open, 0)}`, style: "section" },
    printedTable({
      heads: ["Ref", "Schedule", "State"],
      rows: schedules.map(({ ref, title, status, open: count }) => ({
        cells: [ref, printText(title), printText(status)],
        flag: count > 0,
      })),
      widths: [26, "*", 190],
      rightFrom: 9,
    }),
    { text: "Versions that this one takes the place of", style: "section" },
    superseded.length === 0
      ? { text: "None: this is the first pack of the period.", style: "note" }
      : printedTable({
          heads: ["Pack", "SHA-256"],
          rows: superseded.map(({ name, sha256 }) => ({ cells: [printText(name), sha256] })),
          widths: ["auto", "*"],
          rightFrom: 9,
        }),
    { text: `Contents: SHA-256 ${manifest.contentSha256}`, style: "note", margin: [0, 14, 0, 1] },
    { text: "Of every schedule, extract and piece of evidence together. Check the files with: sha256sum -c SHA256SUMS", style: "note" },
    ...(losesLetters(`${client.name} ${manifest.signatures.map(({ person }) => person).join(" ")}`)
      ? [{ text: TYPEFACE_NOTE, style: "note" } as Content]
      : []),
  ];
  return printPdf({
    title: `Close pack of ${client.name}, ${period.label}, version ${version}`,
    foot: `${manifest.name} · as of ${asOf ?? "no complete read yet"}${stamps.length === 0 ? "" : ` · ${stamps.map(({ stamp }) => stamp).join(", ")}`}`,
    content,
    asOf,
  });
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

/** The stamps as lines of text, for files that are read as text. */
export function stampLines({ stamps }: Pick<PackManifest, "stamps">): string[] {
  return stamps.map(stampLine);
}
