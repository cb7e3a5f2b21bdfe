import type { RowLook } from "./sheet.ts";

export type CellLook = RowLook | "title" | "muted" | "link" | "flag";
/** `amount` with its decimals; `right`: text among figures, such as a heading; `beside`: text next to another column, with a gap. */
export type CellFormat = "text" | "right" | "beside" | "date" | "count" | "percent" | `amount${0 | 1 | 2 | 3 | 4}`;

const LOOKS: Readonly<Record<CellLook, { readonly font: number; readonly fill: number; readonly border: number }>> = {
  plain: { font: 0, fill: 0, border: 0 },
  heading: { font: 1, fill: 2, border: 3 },
  strong: { font: 1, fill: 0, border: 1 },
  total: { font: 1, fill: 0, border: 2 },
  title: { font: 2, fill: 0, border: 0 },
  muted: { font: 3, fill: 0, border: 0 },
  link: { font: 4, fill: 0, border: 0 },
  flag: { font: 5, fill: 0, border: 0 },
};

const FONTS = [
  '<font><sz val="10"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="10"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="9"/><color rgb="FF59616E"/><name val="Calibri"/><family val="2"/></font>',
  '<font><u/><sz val="10"/><color rgb="FF0B4F94"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="10"/><color rgb="FF9B1C1C"/><name val="Calibri"/><family val="2"/></font>',
];
const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE9ECF1"/><bgColor indexed="64"/></patternFill></fill>',
];
const SIDE = "<left/><right/>";
const BORDERS = [
  `<border>${SIDE}<top/><bottom/><diagonal/></border>`,
  `<border>${SIDE}<top style="thin"/><bottom/><diagonal/></border>`,
  `<border>${SIDE}<top style="thin"/><bottom style="double"/><diagonal/></border>`,
  `<border>${SIDE}<top/><bottom style="thin"/><diagonal/></border>`,
];

/** Accounting style: parentheses for negatives, digits that line up, a dash for zero. */
function amountCode(decimals: number): string {
  const places = decimals === 0 ? "" : `.${"0".repeat(decimals)}`;
  return `_(* #,##0${places}_);_(* \\(#,##0${places}\\);_(* "-"??_);_(@_)`;
}

const CODES: Readonly<Record<CellFormat, string>> = {
  text: "@",
  right: "@",
  beside: "@",
  date: "d\\ mmm\\ yyyy",
  count: "#,##0",
  percent: "#,##0.0;\\(#,##0.0\\)",
  amount0: amountCode(0),
  amount1: amountCode(1),
  amount2: amountCode(2),
  amount3: amountCode(3),
  amount4: amountCode(4),
};
const SIDES: Readonly<Partial<Record<CellFormat, string>>> = {
  right: ' horizontal="right"',
  beside: ' horizontal="left" indent="1"',
  date: ' horizontal="left" indent="1"',
};
const FORMATS = Object.keys(CODES) as CellFormat[];
const FORMAT_PLACES = placesOf(CODES);
const LOOK_PLACES = placesOf(LOOKS);
/** Below this number formats are the program's own. */
const FIRST_CODE = 164;

function placesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Readonly<Record<Name, number>> {
  return Object.fromEntries(Object.keys(table).map((name, at) => [name, at])) as Record<Name, number>;
}

/** The styles that a workbook's cells use, numbered as they come. */
export class CellStyles {
  readonly #numbers: (number | undefined)[] = [];
  readonly #entries: string[] = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  /** The number of a style. `wraps`: long text in several lines. */
  number(look: CellLook, format: CellFormat, wraps = false): number {
    const key = 2 * (LOOK_PLACES[look] * FORMATS.length + FORMAT_PLACES[format]) + Number(wraps);
    const known = this.#numbers[key];
    if (known !== undefined) return known;
    const { font, fill, border } = LOOKS[look];
    const alignment = `<alignment vertical="top"${SIDES[format] ?? ""}${wraps ? ' wrapText="1"' : ""}/>`;
    this.#entries.push(
      `<xf numFmtId="${FIRST_CODE + FORMAT_PLACES[format]}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`,
    );
    const number = this.#entries.length - 1;
    this.#numbers[key] = number;
    return number;
  }

  /** The whole part, once every cell has been written. */
  xml(): string {
    const list = (tag: string, entries: readonly string[]) => `<${tag} count="${entries.length}">${entries.join("")}</${tag}>`;
    const codes = FORMATS.map(
      (format, at) => `<numFmt numFmtId="${FIRST_CODE + at}" formatCode="${CODES[format].replaceAll('"', "&quot;")}"/>`,
    );
    return [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      list("numFmts", codes),
      list("fonts", FONTS),
      list("fills", FILLS),
      list("borders", BORDERS),
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      list("cellXfs", this.#entries),
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      "</styleSheet>",
    ].join("");
  }
}
