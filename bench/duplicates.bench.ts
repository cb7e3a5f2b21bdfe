import { DAYS_APART_MAX } from "#main/domain/duplicates/duplicates.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { listDuplicates } from "#main/store/duplicates/duplicates.ts";
import { documentStatusCode, documentTypeCode } from "#main/store/records/codes.ts";
import { alternate } from "./support/alternate.ts";
import type { Line } from "./support/figure.ts";
import { millionDocuments } from "./support/million-documents.ts";
import { inScratch } from "./support/mirror.ts";

const TIMES = 10;
const ROUNDS_MAX = 3;

/**
 * S2: bills entered twice among a million documents with three million lines. The baseline is the one
 * SQL statement that a person would write: bills of one vendor and amount within 30 days, joined with
 * themselves. It scores nothing, compares no reference, and sees neither one vendor under two records
 * nor a bill that recurs.
 */
export async function runDuplicatesBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch(async (home) => {
    const count = documents * TIMES;
    const { db, reader } = millionDocuments(home, "duplicates", count);
    const again = db.prepare("UPDATE document SET number = 'n' || (rec_no - 20000), issue_day = issue_day - 2 WHERE rec_no = ?");
    // A bill of the same vendor and amount, thirty days earlier, that is now the same bill again.
    const planted = 20_000 + 5;
    again.run(planted);
    const taken = await alternate(Math.min(rounds, ROUNDS_MAX), {
      ours: () => ({
        run: () => {
          const { rows, cut } = listDuplicates(reader);
          if (rows[0]?.documents.some(({ id }) => id === `Invoice:d${planted}`) !== true || cut.length > 0)
            throw new Error("the planted bill was not found");
        },
      }),
      joined: () => ({ run: () => joinWithThemselves(db) }),
    });
    db.close();
    const what = `duplicate search over ${count.toLocaleString("en-GB")} documents, scored / equal vendor, amount and month joined in SQL`;
    const goals = [{ of: "ratio", sense: "≥", value: 1 }] as const;
    return [{ id: "S2", what, ours: taken.ours, baseline: taken.joined, unit: "ms", ratio: "gain", goals }];
  });
}

function joinWithThemselves(db: Sqlite): void {
  const types = (["purchase_bill", "cash_purchase"] as const).map(documentTypeCode.encode).join(", ");
  const gone = (["voided", "voided_or_zero", "deleted"] as const).map(documentStatusCode.encode).join(", ");
  const stands = (name: string) => `${name}.type IN (${types}) AND ${name}.status NOT IN (${gone})`;
  const pairs = db
    .prepare(
      `SELECT COUNT(*) FROM document a JOIN document b
         ON b.party_word = a.party_word AND b.currency_word = a.currency_word AND b.total = a.total
        AND b.issue_day BETWEEN a.issue_day AND a.issue_day + ${DAYS_APART_MAX} AND b.rec_no <> a.rec_no
       WHERE ${stands("a")} AND ${stands("b")} AND a.total <> 0`,
    )
    .pluck()
    .get() as number;
  if (pairs === 0) throw new Error("the join found nothing");
}
