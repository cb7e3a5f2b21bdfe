import { type Sink, ZipWriter } from "#main/pack/archive/zip-writer.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { CellStyles } from "./cell-styles.ts";
import { cellNumber, escapeXml, formulaCell, numberCell, textCell } from "./cell-xml.ts";
import { type Sheet, tabName } from "./sheet.ts";
import { FIRST_ROW, pageSetup, type SheetHead, type Survey, sheetReference, surveyOf, type WrittenSheet, writeSheet } from "./sheet-xml.ts";

export interface Workbook extends SheetHead {
  readonly title: string;
  readonly sheets: readonly Sheet[];
  /** The day that the file and its parts bear. */
  readonly day: CalendarDate;
  /** Called before each sheet. */
  readonly beforeSheet?: (sheet: Sheet) => Promise<void>;
}

/** A schedule as the index lists it. */
interface ListedSheet extends Pick<WrittenSheet, "sheet" | "rows" | "total" | "currency"> {
  /** Where its link leads. */
  readonly place: string;
}

export interface WrittenWorkbook {
  readonly sheets: readonly ListedSheet[];
  readonly rows: number;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * Writes a workbook into a sink: an index with links and live totals, one sheet a schedule, and one for all that are empty, so that
 * none of them takes a page in print. Text is inline and inert, totals are formulas with their values; no part refers to anything
 * outside.
 */
export async function writeWorkbook(sink: Sink, workbook: Workbook): Promise<WrittenWorkbook> {
  const zip = new ZipWriter(sink, workbook.day);
  const styles = new CellStyles();
  const written: WrittenSheet[] = [];
  const listed: ListedSheet[] = [];
  const empty: Sheet[] = [];
  const add = async (sheet: Sheet, survey: Survey) => {
    await zip.file(`xl/worksheets/sheet${written.length + 2}.xml`, async (write) => {
      written.push(await writeSheet(write, sheet, { head: workbook, survey, styles }));
    });
  };
  for (const sheet of workbook.sheets) {
    await workbook.beforeSheet?.(sheet);
    const survey = await surveyOf(sheet);
    if (survey.rows === 0) {
      empty.push(sheet);
      listed.push({ ...{ sheet, rows: 0, total: null, currency: null }, place: placeOf(EMPTY, FIRST_ROW + empty.length - 1) });
      continue;
    }
    await add(sheet, survey);
    listed.push({ ...(written.at(-1) as WrittenSheet), place: placeOf(sheet, 1) });
  }
  if (empty.length > 0) {
    const sheet = emptySheet(empty);
    await add(sheet, await surveyOf(sheet));
  }
  const part = (name: string, text: string) => zip.file(name, (write) => write(text));
  await part("xl/worksheets/sheet1.xml", indexXml(workbook, listed, styles));
  await part("xl/styles.xml", styles.xml());
  await part("xl/workbook.xml", workbookXml(written, listed.length));
  await part("xl/_rels/workbook.xml.rels", relationsXml(written.length + 1));
  await part(
    "_rels/.rels",
    `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  await part("[Content_Types].xml", contentTypesXml(written.length + 1));
  await zip.end();
  return { sheets: listed, rows: listed.reduce((sum, { rows }) => sum + rows, 0) };
}

function placeOf(sheet: Pick<Sheet, "ref" | "title">, row: number): string {
  return `${sheetReference(sheet)}!A${row}`;
}

const EMPTY = { ref: "", title: "Empty schedules" };

/** The schedules that have no rows in this period. */
function emptySheet(sheets: readonly Sheet[]): Sheet {
  return {
    ...EMPTY,
    source: "Schedules with nothing to list",
    notes: [],
    currency: null,
    columns: [
      { title: "Ref", kind: "text", width: 8 },
      { title: "Schedule", kind: "text", width: 34 },
      { title: "Status", kind: "text", width: 24 },
      { title: "Source", kind: "text", width: 60 },
      { title: "Notes", kind: "text", width: 80 },
    ],
    rows: () => sheets.map(({ ref, title, status, source, notes }) => ({ cells: [ref, title, status, source, notes.join(" ")] })),
    ...{ status: "", open: 0 },
  };
}

const INDEX_HEADINGS = ["Ref", "Sheet", "Rows", "Total", "Currency", "Status", "Source"] as const;
const INDEX_WIDTHS = [6, 34, 9, 18, 11, 30, 70] as const;
const INDEX_FIRST = 6;

function indexXml(workbook: Workbook, written: readonly ListedSheet[], styles: CellStyles): string {
  const line = (row: number, text: string, look: "title" | "muted" | "flag") =>
    `<row r="${row}"${look === "title" ? ' ht="21" customHeight="1"' : ""}>${textCell(0, row, styles.number(look, "text"), text)}</row>`;
  const rows = written.map((each, at) => indexRow(each, INDEX_FIRST + at, styles));
  const headings = INDEX_HEADINGS.map((heading, at) =>
    textCell(at, INDEX_FIRST - 1, styles.number("heading", at === 2 || at === 3 ? "right" : at === 0 ? "text" : "beside"), heading),
  );
  const stamps = workbook.stamps.map((stamp, at) => line(INDEX_FIRST + written.length + 2 + at, stamp, "flag"));
  const links = written.map(
    ({ sheet, place }, at) => `<hyperlink ref="B${INDEX_FIRST + at}" location="${place}" display="${escapeXml(tabName(sheet))}"/>`,
  );
  return [
    `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"><pane ySplit="${INDEX_FIRST - 1}" topLeftCell="A${INDEX_FIRST}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`,
    `<cols>${INDEX_WIDTHS.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join("")}</cols><sheetData>`,
    line(1, workbook.title, "title"),
    line(2, workbook.subject, "muted"),
    workbook.stamps.length === 0 ? "" : line(3, workbook.stamps.map((stamp) => stamp.split(":")[0]).join("  "), "flag"),
    `<row r="${INDEX_FIRST - 1}">${headings.join("")}</row>`,
    ...rows,
    ...stamps,
    `</sheetData><autoFilter ref="A${INDEX_FIRST - 1}:G${INDEX_FIRST - 1 + written.length}"/>`,
    `<hyperlinks>${links.join("")}</hyperlinks>${pageSetup(written.length)}`,
  ].join("");
}

function indexRow({ sheet, rows, total, currency }: ListedSheet, row: number, styles: CellStyles): string {
  const digits = total === null ? 2 : (Math.min(4, Math.max(0, total.value.split(".")[1]?.length ?? 0)) as 0 | 1 | 2 | 3 | 4);
  const text = styles.number("plain", "beside");
  return `<row r="${row}">${[
    textCell(0, row, styles.number("plain", "text"), sheet.ref),
    textCell(1, row, styles.number("link", "beside"), sheet.title),
    numberCell(2, row, styles.number("plain", "count"), String(rows)),
    total === null ? "" : formulaCell(3, row, styles.number("plain", `amount${digits}`), total.ref, cellNumber(total.value), false),
    textCell(4, row, text, total === null ? "" : (currency ?? "")),
    textCell(5, row, text, sheet.status),
    textCell(6, row, text, sheet.source),
  ].join("")}</row>`;
}

function workbookXml(written: readonly WrittenSheet[], listed: number): string {
  const tabs = [{ ref: "Index", title: "" }, ...written.map(({ sheet }) => sheet)];
  const sheets = tabs.map((sheet, at) => `<sheet name="${escapeXml(tabName(sheet))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const filters = [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Index'!$A$${INDEX_FIRST - 1}:$G$${INDEX_FIRST - 1 + listed}</definedName>`,
  ];
  const prints = [`<definedName name="_xlnm.Print_Titles" localSheetId="0">'Index'!$${INDEX_FIRST - 1}:$${INDEX_FIRST - 1}</definedName>`];
  for (const [at, { sheet, headingRow, pagesWide, printed }] of written.entries()) {
    prints.push(`<definedName name="_xlnm.Print_Area" localSheetId="${at + 1}">${sheetReference(sheet)}!${printed}</definedName>`);
    const columns = pagesWide > 1 ? `${sheetReference(sheet)}!$A:$B,` : "";
    prints.push(
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at + 1}">${columns}${sheetReference(sheet)}!$${headingRow}:$${headingRow}</definedName>`,
    );
  }
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr/><bookViews><workbookView/></bookViews><sheets>${sheets.join("")}</sheets><definedNames>${filters.join("")}${prints.join("")}</definedNames><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>`;
}

function relationsXml(sheets: number): string {
  const rows = Array.from(
    { length: sheets },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;
}

function contentTypesXml(sheets: number): string {
  const rows = Array.from(
    { length: sheets },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${rows.join("")}</Types>`;
}
