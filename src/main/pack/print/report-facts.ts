import type { Content } from "pdfmake/interfaces.js";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { stampLine } from "#main/pack/sign-offs.ts";
import { monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { periodName } from "#shared/kernel/readable.ts";
import type { CommentarySection } from "#shared/model/close/commentary.ts";
import type { PackManifest } from "#shared/model/close/pack.ts";
import { printText } from "./print-text.ts";

/** `file`: everything, for the firm's own file and for auditors. `client`: what the firm hands to its client. */
export type Edition = "file" | "client";

/** What the printed report is made from. */
export interface ReportFacts {
  readonly facts: PackFacts;
  readonly manifest: Omit<PackManifest, "files">;
  readonly edition: Edition;
  /** Each schedule of the workbook with its status and open exceptions. */
  readonly schedules: readonly { readonly ref: string; readonly title: string; readonly status: string; readonly open: number }[];
  readonly superseded: readonly { readonly name: string; readonly sha256: string }[];
}

/** A part of the report: it begins on a page of its own and is in the contents and the bookmarks. */
export interface ReportPart {
  readonly title: string;
  readonly subtitle: string;
  readonly content: readonly Content[];
  /** The sheet on its side, for tables with many columns. */
  readonly landscape?: boolean;
  /** What goes on further pages, each under the title. */
  readonly more?: readonly (readonly Content[])[];
  /** Follows the part before it on its page. */
  readonly follows?: boolean;
}

/** A period in words: a whole calendar month by its name, whatever the ledger calls it; else the ledger's own label. */
export function periodWords({ label, start, end }: PackManifest["period"]): string {
  return start === monthStart(start) && end === monthEnd(start) ? periodName(start.slice(0, 7)) : periodName(label);
}

const STAMP_MAX = 220;

/** The stamps below each title. A client reads no reasons; many reasons are only on the cover. */
export function printedStamps({ manifest, edition }: ReportFacts): string[] {
  return manifest.stamps.map((stamp) => {
    const line = stampLine(stamp);
    if (edition === "client") return stamp.stamp;
    return line.length <= STAMP_MAX ? line : `${line.slice(0, STAMP_MAX)}... (see the cover for all reasons)`;
  });
}

/** The paragraphs of management's commentary on a section; none where nobody wrote one. */
export function writtenOn({ commentary }: PackFacts, section: CommentarySection): string[] {
  const text = commentary.find((one) => one.section === section)?.text ?? "";
  return text.split(/\n+/).filter((line) => line.trim() !== "");
}

/** Management's commentary on a section for print. */
export function commentaryOn(facts: PackFacts, section: CommentarySection): Content[] {
  const lines = writtenOn(facts, section);
  return lines.map((line, at): Content => ({ text: printText(line), style: "prose", margin: [0, 0, 0, at === lines.length - 1 ? 14 : 5] }));
}
