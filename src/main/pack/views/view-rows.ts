import type { Sqlite } from "#main/store/database/open.ts";
import { readView } from "#main/store/views/read-view.ts";
import type { ViewAbout } from "#shared/contract/reports/open-data.ts";
import type { Rest } from "./view-order.ts";

/** A value of a view: text as it is, integers exactly. */
export type ViewValue = string | bigint | number | null;
export type ViewRow = readonly ViewValue[];

const ROWS_BETWEEN_RESTS = 500;

/** The rows of a view, in its columns' order, with pauses in which others are answered. */
export async function* viewRows(db: Sqlite, { name }: Pick<ViewAbout, "name">, rest: Rest): AsyncGenerator<ViewRow> {
  let count = 0;
  for (const row of readView(db, name)) {
    if (count++ % ROWS_BETWEEN_RESTS === 0) await rest();
    yield row;
  }
}
