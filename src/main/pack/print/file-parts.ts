import type { Content } from "pdfmake/interfaces.js";
import { identified } from "#main/pack/pins.ts";
import { requiredWork } from "#main/pack/required-work.ts";
import { gateOverrides } from "#main/store/close/gates/gate-overrides.ts";
import { counted, dayName, minuteName } from "#shared/kernel/readable.ts";
import { GATE_NOUNS } from "#shared/model/close/close-gates.ts";
import { fingerprint } from "#shared/model/close/signature.ts";
import { type PrintedRow, printedTable } from "./pdf.ts";
import { printedPerson } from "./people-names.ts";
import { printText } from "./print-text.ts";
import { periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { workpapers } from "./workpaper-parts.ts";

/** What only the firm's file has: the working papers, the work that was done, who signed it off, and how to check the pack. */
export function fileParts(report: ReportFacts): ReportPart[] {
  const subtitle = periodWords(report.manifest.period);
  return [
    ...workpapers(report),
    { title: "Work and sign-offs", subtitle, content: [...work(report), ...overrides(report), ...signOffs(report)] },
    { title: "Versions and verification", subtitle: report.manifest.name, content: verification(report), follows: true },
  ];
}

function work({ facts }: ReportFacts): Content[] {
  const rows = requiredWork(facts).map(
    ({ title, done, required }): PrintedRow => ({
      cells: [title, `${done} of ${required}`, done === required ? "Complete" : `${required - done} open`],
      ...(done < required ? { flag: "status" as const } : {}),
    }),
  );
  const note = "Nothing is required for this period.";
  return [
    { text: "Required work", style: "section", headlineLevel: 2 },
    rows.length === 0
      ? { text: note, style: "note" }
      : printedTable({ heads: ["Work", "Done", "Status"], rows, widths: ["*", 90, 120], rightFrom: 9 }),
  ];
}

/** What was overridden, with the reason; nothing where nobody did. */
function overrides({ facts: { reader, order } }: ReportFacts): Content[] {
  const rows = gateOverrides(reader.db, order.period.id).map(({ gate, items, why, person, at, waiting }): PrintedRow => {
    const { name } = printedPerson(order.people, person);
    const open = `${counted(items.length, ...GATE_NOUNS[gate])}: ${items.join("; ")}`;
    return { cells: [open, why, name, momentOf({ at, waiting })].map(printText) };
  });
  if (rows.length === 0) return [];
  return [
    { text: "Overrides", style: "section", headlineLevel: 2 },
    printedTable({ heads: ["Open work", "Reason", "By", "Date"], rows, widths: ["*", 130, 72, 84], rightFrom: 9 }),
  ];
}

/** When something was signed off or overridden, and whether it counts yet. */
function momentOf({ at, waiting }: { readonly at: string; readonly waiting: boolean }): string {
  return `${minuteName(at)}${waiting ? " (not on the firm's server yet)" : ""}`;
}

function signOffs({ facts: { order }, manifest: { signatures, closed } }: ReportFacts): Content[] {
  const named = (person: string) => {
    const { name, title } = printedPerson(order.people, person);
    return printText(title === null ? name : `${name}, ${title}`);
  };
  const { note: pins, mark } = identified(signatures);
  const key = (proof: { readonly keyId: string } | null) =>
    proof === null ? "Not signed with a key" : fingerprint(proof.keyId).slice(0, 19);
  const rows = [
    ...(["preparer", "reviewer"] as const).flatMap((role): PrintedRow[] => {
      const word = role === "preparer" ? "Prepared by" : "Reviewed by";
      const own = signatures.filter((one) => one.role === role);
      if (own.length === 0) return [{ cells: [word, "Not signed off", "", "", ""], flag: true }];
      return own.map(({ person, at, stale, waiting, note, proof, withPin }) => ({
        cells: [
          ...[word, `${named(person)}${mark({ withPin })}`, momentOf({ at, waiting })],
          ...[stale ? "Books changed since sign-off" : printText(note ?? ""), key(proof)],
        ],
        flag: stale || waiting,
      }));
    }),
    ...(closed === null
      ? []
      : [{ cells: ["Closed by", named(closed.person), minuteName(closed.at), printText(closed.why ?? ""), key(closed.proof)] }]),
  ];
  return [
    { text: "Sign-offs", style: "section", headlineLevel: 2 },
    printedTable({ heads: ["", "Name", "Date", "Note", "Key"], rows, widths: [62, 110, 100, "*", 96], rightFrom: 9 }),
    ...(pins === null ? [] : [{ text: pins, style: "note", margin: [0, 6, 0, 0] } as Content]),
  ];
}

/** Each schedule of the workbook with its status. */
export function schedulesList({ schedules: all }: ReportFacts): Content {
  const rows = all.map(
    ({ ref, title, status, open }): PrintedRow => ({
      cells: [ref, printText(title), printText(status)],
      ...(open > 0 ? { flag: "status" as const } : {}),
    }),
  );
  return printedTable({ heads: ["Ref", "Schedule", "Status"], rows, widths: [26, "*", 230], rightFrom: 9 });
}

function verification({ manifest, superseded }: ReportFacts): Content[] {
  const { signer, contentSha256, reason } = manifest;
  const rows = superseded.map(({ name, sha256 }): PrintedRow => ({ cells: [printText(name), sha256] }));
  const signed =
    signer === null
      ? "This pack has no digital signature."
      : `Digital signature: ${signer.fullName ?? printedPerson([], signer.person).name}'s key ${fingerprint(signer.keyId)}. It lets anyone check that the files haven't changed since the pack was created. It isn't a sign-off.`;
  const lines = [
    signed,
    "To check the files with Tieout, run: tieout pack verify FILE.zip",
    "To check them without Tieout, unpack the pack into an empty folder. In that folder, run: sha256sum -c SHA256SUMS (macOS: shasum -a 256 -c SHA256SUMS)",
    ...(signer === null
      ? []
      : ["To check who signed, ask the firm for its public keys and run: tieout pack verify FILE.zip --keys KEYS.json"]),
    `SHA-256 of the lines in SHA256SUMS for the workbook, evidence and extracts: ${contentSha256}`,
    `Made from ${counted(manifest.streams.length, "data set")}. The sync time of each is in manifest.json. Period: ${dayName(manifest.period.start)} to ${dayName(manifest.period.end)}.`,
  ];
  return [
    ...lines.map((text): Content => ({ text: printText(text), margin: [0, 0, 0, 4] })),
    { text: "Superseded packs", style: "section", headlineLevel: 2 },
    ...(reason === null ? [] : [{ text: printText(`Reason for this version: ${reason}`), margin: [0, 0, 0, 6] } as Content]),
    rows.length === 0
      ? { text: "None recorded on the computer that made this pack.", style: "note" }
      : printedTable({ heads: ["Pack", "SHA-256"], rows, widths: [210, "*"], rightFrom: 9 }),
  ];
}
