import type { Column, Content } from "pdfmake/interfaces.js";
import { type Identified, identified } from "#main/pack/pins.ts";
import { asOfName, dayName, rangeName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import type { PackSignature, PackStamp } from "#shared/model/close/pack.ts";
import { logoUrl } from "./logo-image.ts";
import { GREY, RED } from "./pdf.ts";
import { printedPerson } from "./people-names.ts";
import { printText } from "./print-text.ts";
import { periodWords, type ReportFacts } from "./report-facts.ts";

/** The first page: who made it, for whom, for which period, and who answers for it. */
export function coverPage(report: ReportFacts): Content[] {
  const { facts, manifest, edition } = report;
  const { client, period, basis, currency, asOf, version } = manifest;
  const kind = edition === "file" ? "Close pack" : "Financial report";
  const signed = signedOff(report);
  // How the firm identifies its people is its own matter.
  const pins = identified(edition === "client" ? [] : Object.values(signed).filter((one) => one !== null));
  return [
    firm(report),
    { text: kind.toUpperCase(), color: GREY, fontSize: 10, characterSpacing: 1.5, margin: [0, 150, 0, 8] },
    { text: printText(client.name), style: "cover" },
    { text: printText(periodWords(period)), fontSize: 18, color: GREY, margin: [0, 6, 0, 4] },
    ...(rangeName(period.start, period.end) === periodWords(period)
      ? []
      : [{ text: `${dayName(period.start)} to ${dayName(period.end)}`, color: GREY, fontSize: 10 } as Content]),
    { canvas: [{ type: "line", x1: 0, y1: 0, x2: 64, y2: 0, lineWidth: 2.5, lineColor: "#16191F" }], margin: [0, 18, 0, 22] },
    ...manifest.stamps.map((stamp) => banner(stamp, edition)),
    signers(report, signed, pins),
    ...(pins.note === null ? [] : [{ text: pins.note, style: "note", margin: [0, 8, 0, 0] } as Content]),
    {
      text: printText(
        `${basis === "accrual" ? "Accrual" : "Cash"} basis, ${currency}. Books as of ${asOfName(asOf)}.${edition === "file" ? ` ${t("{ledger}, organization {id}. Version {version}.", { ledger: client.ledger, id: client.tenantId, version })}` : ""}`,
      ),
      style: "note",
      margin: [0, 22, 0, 2],
    },
    ...(facts.order.reason === null || edition === "client" || manifest.reason === null
      ? []
      : [{ text: printText(`Reason for this version: ${manifest.reason}`), style: "note" } as Content]),
  ];
}

function firm({ facts: { order } }: ReportFacts): Content {
  const { name, logo } = order.firm;
  const image = logoUrl(logo);
  const title: Content = { text: printText(name ?? ""), bold: true, fontSize: 12, margin: [0, image === null ? 0 : 10, 0, 0] };
  return image === null ? title : { stack: [{ image, fit: [190, 64] }, title] };
}

/** What a client reads instead of the reasons, which are the firm's own. */
export const STAMPS_FOR_CLIENTS: Readonly<Record<PackStamp["stamp"], string>> = {
  DRAFT: "This report isn't fully signed off, so figures may still change.",
  INCOMPLETE: "Some data in the books wasn't fully up to date when this report was made.",
};

function banner({ stamp, reasons }: PackStamp, edition: ReportFacts["edition"]): Content {
  const lines = edition === "client" ? [STAMPS_FOR_CLIENTS[stamp]] : reasons;
  return {
    table: {
      widths: ["*"],
      body: [
        [
          {
            stack: [
              { text: stamp, bold: true, fontSize: 12, color: RED },
              ...lines.map((line): Content => ({ text: printText(line), color: RED })),
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
    margin: [0, 0, 0, 10],
  };
}

type SignedOff = Readonly<Record<PackSignature["role"], PackSignature | null>>;

/** The last sign-off in each role. */
function signedOff({ manifest: { signatures } }: ReportFacts): SignedOff {
  const last = (role: PackSignature["role"]) => signatures.findLast((one) => one.role === role) ?? null;
  return { preparer: last("preparer"), reviewer: last("reviewer") };
}

/** Prepared, reviewed and closed: a column each, with the full name, the title and the day. */
function signers({ facts: { order }, manifest: { closed } }: ReportFacts, signed: SignedOff, { mark }: Identified): Content {
  const columnOf = (word: string, act: PackSignature | null) => ({ word, act, pin: act === null ? "" : mark(act) });
  const columns = [
    columnOf("Prepared by", signed.preparer),
    columnOf("Reviewed by", signed.reviewer),
    ...(closed === null ? [] : [{ word: "Closed by", act: { ...closed, stale: false, waiting: false }, pin: "" }]),
  ];
  return {
    columns: columns.map(({ word, act, pin }): Column => {
      const person = act === null ? null : printedPerson(order.people, act.person);
      return {
        width: 160,
        stack: [
          { text: word, style: "head", margin: [0, 0, 0, 3] },
          {
            text: printText(person?.name ?? "Not signed off"),
            bold: person !== null,
            fontSize: 10.5,
            color: person === null ? RED : "#16191F",
          },
          ...(person?.title == null ? [] : [{ text: printText(person.title), color: GREY } as Content]),
          ...(act === null ? [] : [{ text: `${dayName(act.at.slice(0, 10))}${pin}`, color: GREY } as Content]),
          ...(act?.stale === true ? [{ text: "Books changed since sign-off", color: RED } as Content] : []),
          ...(act?.waiting === true ? [{ text: "Not on the firm's server yet", color: RED } as Content] : []),
        ],
      };
    }),
    columnGap: 14,
    margin: [0, 8, 0, 0],
  };
}
