import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { readXlsx } from "hucre";

/** The office program, where the machine has one. */
export const OFFICE = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "soffice"))
  .find((path) => existsSync(path));

const ALWAYS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

/** Opens workbooks in another program, which computes every formula again, and saves them. */
export function recalculated(workbooks: readonly Uint8Array[]): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), "tieout-office-"));
  try {
    const profile = join(folder, "profile");
    mkdirSync(join(profile, "user"), { recursive: true });
    writeFileSync(join(profile, "user", "registrymodifications.xcu"), ALWAYS);
    const names = workbooks.map((_, at) => `book${at}.xlsx`);
    for (const [at, name] of names.entries()) writeFileSync(join(folder, name), workbooks[at] as Uint8Array);
    const out = join(folder, "out");
    const args = [
      "--headless",
      "--norestore",
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      "--convert-to",
      "xlsx:Calc MS Excel 2007 XML",
      "--outdir",
      out,
    ];
    const ran = spawnSync(OFFICE as string, [...args, ...names.map((name) => join(folder, name))], { encoding: "utf8", timeout: 240_000 });
    if (!existsSync(join(out, names[0] as string))) throw new Error(`the office program made nothing: ${ran.stderr} ${ran.stdout}`);
    return names.map((name) => readFileSync(join(out, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface FormulaValue {
  readonly sheet: string;
  /** Row and column, from 0. */
  readonly cell: string;
  readonly formula: string;
  readonly value: unknown;
}

/** Every formula of a workbook with its stored value. */
export async function formulasOf(workbook: Uint8Array): Promise<FormulaValue[]> {
  const { sheets } = await readXlsx(workbook);
  return sheets.flatMap(({ name, cells, rows }) =>
    [...(cells ?? new Map())].flatMap(([cell, { formula, formulaResult }]) => {
      const [row = 0, column = 0] = cell.split(",").map(Number);
      return formula === undefined ? [] : [{ sheet: name, cell, formula, value: formulaResult ?? rows[row]?.[column] ?? null }];
    }),
  );
}
