import type { Content } from "pdfmake/interfaces.js";
import { stampLine } from "#main/pack/sign-offs.ts";
import { asOfName } from "#shared/kernel/readable.ts";
import { coverPage } from "./cover-page.ts";
import { fileParts } from "./file-parts.ts";
import { printPdf, RED } from "./pdf.ts";
import { losesLetters, printText, TYPEFACE_NOTE } from "./print-text.ts";
import { periodWords, type ReportFacts, type ReportPart } from "./report-facts.ts";
import { agingPart, cashFlowPart, statementPart } from "./statement-parts.ts";
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
    content: [...coverPage(report), ...contents(report), ...parts.flatMap((part) => pagesOf(report, part))],
    asOf,
  });
}

function contents(report: ReportFacts): Content[] {
  return [
    { text: "Contents", style: "title", pageBreak: "before", margin: [0, 0, 0, 14] },
    { toc: { outlines: true, textStyle: { fontSize: 10.5, lineHeight: 1.5 }, numberStyle: { fontSize: 10.5 } } },
    ...(losesLetters(printed(report)) ? [{ text: TYPEFACE_NOTE, style: "note", margin: [0, 14, 0, 0] } as Content] : []),
  ];
}

/** The texts of others that are printed. */
function printed({ facts, manifest }: ReportFacts): string {
  const names = [...facts.profitAndLoss.rows, ...facts.balanceSheet.rows].map(({ label }) => label);
  const people = manifest.signatures.map(({ person }) => person);
  return [manifest.client.name, facts.order.firm.name ?? "", ...names, ...people, ...facts.commentary.map(({ text }) => text)].join(" ");
}

const STAMP_MAX = 220;

function pagesOf({ manifest, edition }: ReportFacts, { title, subtitle, content, landscape = false }: ReportPart): Content[] {
  const stamps = manifest.stamps.map((stamp) => (edition === "client" ? stamp.stamp : shortened(stampLine(stamp))));
  return [
    { text: title, style: "title", tocItem: true, pageBreak: "before", pageOrientation: landscape ? "landscape" : "portrait" },
    { text: printText(`${manifest.client.name} · ${subtitle}`), style: "subtitle", margin: [0, 2, 0, 2] },
    ...stamps.map((line): Content => ({ text: printText(line), color: RED, bold: true, fontSize: 8 })),
    { text: "", margin: [0, 0, 0, 10] },
    ...content,
  ];
}

function shortened(line: string): string {
  return line.length <= STAMP_MAX ? line : `${line.slice(0, STAMP_MAX)}... (see the cover for all reasons)`;
}
