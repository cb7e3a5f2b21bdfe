import type { Content } from "pdfmake/interfaces.js";
import { asOfName } from "#shared/kernel/readable.ts";
import { agingPart } from "./aging-part.ts";
import { coverPage } from "./cover-page.ts";
import { fileParts, schedulesList } from "./file-parts.ts";
import { printPdf, RED } from "./pdf.ts";
import { losesLetters, printText, TYPEFACE_NOTE } from "./print-text.ts";
import { periodWords, printedStamps, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { cashFlowPart, statementPart } from "./statement-parts.ts";
import { summaryPart } from "./summary-part.ts";
import { trendPart } from "./trend-part.ts";

/** The printed report: cover, contents with page numbers and bookmarks, summary, statements; for the file also the work behind them. */
export async function reportPdf(report: ReportFacts): Promise<Uint8Array> {
  const { facts, manifest, edition } = report;
  const { client, period, asOf, version, stamps } = manifest;
  const parts = [
    summaryPart(report),
    ...trendPart(report),
    statementPart(report, facts.profitAndLoss, "Profit and loss"),
    statementPart(report, facts.balanceSheet, "Balance sheet"),
    cashFlowPart(report),
    agingPart(report),
    ...(edition === "file" ? fileParts(report) : []),
  ];
  const stamped = stamps.length === 0 ? "" : ` · ${stamps.map(({ stamp }) => stamp).join(", ")}`;
  const name = edition === "file" ? `Close pack for ${client.name}` : `Financial report for ${client.name}`;
  return printPdf({
    title: `${name}, ${periodWords(period)}, version ${version}`,
    foot: `${client.name} · ${periodWords(period)} · as of ${asOfName(asOf)}${stamped}`,
    content: [
      ...coverPage(report),
      ...(edition === "file" ? contents(report) : briefContents(report)),
      ...parts.flatMap((part) => pagesOf(report, part)),
    ],
    asOf,
  });
}

const TOC: Content = { toc: { outlines: true, textStyle: { fontSize: 10.5, lineHeight: 1.5 }, numberStyle: { fontSize: 10.5 } } };

/** On a page with the list of schedules, which are the contents of the workbook. */
function contents(report: ReportFacts): Content[] {
  return [
    { text: "Contents", style: "title", pageBreak: "before", margin: [0, 0, 0, 14] },
    TOC,
    { text: "Schedules in 01_closepack.xlsx", style: "section", margin: [0, 20, 0, 5] },
    schedulesList(report),
    ...typefaceNote(report),
  ];
}

/** On the cover: a client's report has few parts. */
function briefContents(report: ReportFacts): Content[] {
  return [{ text: "Contents", style: "section", margin: [0, 48, 0, 8] }, TOC, ...typefaceNote(report)];
}

function typefaceNote(report: ReportFacts): Content[] {
  const text =
    report.edition === "client"
      ? TYPEFACE_NOTE
      : `${TYPEFACE_NOTE} The workbook and the CSV extracts have the names of accounts and contacts in full.`;
  return losesLetters(printed(report)) ? [{ text, style: "note", margin: [0, 14, 0, 0] }] : [];
}

/** The texts of others that are printed. */
function printed({ facts, manifest }: ReportFacts): string {
  const names = [...facts.profitAndLoss.rows, ...facts.balanceSheet.rows].map(({ label }) => label);
  const people = manifest.signatures.map(({ person }) => person);
  return [manifest.client.name, facts.order.firm.name ?? "", ...names, ...people, ...facts.commentary.map(({ text }) => text)].join(" ");
}

/** Every page of a part says whose figures they are, and what they are stamped with. */
function pagesOf(report: ReportFacts, part: ReportPart): Content[] {
  const { title, content, landscape = false, more = [], follows = false } = part;
  if (follows) return [{ text: title, style: "title", tocItem: true, headlineLevel: 2, margin: [0, 36, 0, 8] }, ...content];
  const page = { style: "title", pageBreak: "before", pageOrientation: landscape ? "landscape" : "portrait" } as const;
  return [
    { text: title, tocItem: true, ...page },
    ...belowTitle(report, part),
    ...content,
    ...more.flatMap((next): Content[] => [{ text: `${title} (continued)`, ...page }, ...belowTitle(report, part), ...next]),
  ];
}

/** Made for each page: the library prints an object once. */
function belowTitle(report: ReportFacts, { subtitle }: ReportPart): Content[] {
  const stamps = printedStamps(report);
  return [
    { text: printText(`${report.manifest.client.name} · ${subtitle}`), style: "subtitle", margin: [0, 2, 0, stamps.length === 0 ? 10 : 2] },
    ...stamps.map(
      (line, at): Content => ({
        ...{ text: printText(line), color: RED, bold: true, fontSize: 8 },
        margin: [0, 0, 0, at === stamps.length - 1 ? 10 : 0],
      }),
    ),
  ];
}
