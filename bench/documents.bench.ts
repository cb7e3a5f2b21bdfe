import { performance } from "node:perf_hooks";
import { openClientFile } from "#main/store/database/client-file.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { documentTotals } from "#main/store/documents/document-totals.ts";
import { listDocuments } from "#main/store/documents/documents.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { randomInt, seededRandom } from "#shared/kernel/random.ts";
import type { Goal, Line, Spread } from "./support/figure.ts";
import { p95, spreadOf } from "./support/figure.ts";
import { ledgerAPages } from "./support/ledger-a-pages.ts";
import { backfill, clientSetup, closeMirror, inScratch, openMirror } from "./support/mirror.ts";

const PAGE = 100;
const ASKED = 40;

/** P13: a page of documents at any depth, a search and a count, on a warm file with every index. */
export async function runDocumentsBench({ documents, rounds }: { readonly documents: number; readonly rounds: number }): Promise<Line[]> {
  return inScratch((home) => {
    const mirror = openMirror(home, "list");
    backfill(mirror, ledgerAPages(documents));
    closeMirror(mirror);
    const db = openClientFile(home, "list", { readonly: true });
    const reader = new MirrorReader(db, clientSetup("list"));
    const lines = [depthLine(reader, documents, rounds), searchLine(reader, documents, rounds), rangeLine(reader, rounds)];
    db.close();
    return lines;
  });
}

function depthLine(reader: MirrorReader, documents: number, rounds: number): Line {
  const cursors = cursorsOf(reader.db, documents);
  const offset = Math.trunc(documents * 0.8);
  const sides = p95Rounds(rounds, {
    ours: (turn) => listDocuments(reader, {}, { limit: PAGE, after: cursors[turn % cursors.length] as string }),
    baseline: () => listDocuments(reader, {}, { limit: PAGE, offset }),
  });
  return line(`page of ${PAGE} at any depth by key, p95 / by OFFSET ${offset.toLocaleString("en-GB")}`, sides, [
    { of: "ours", sense: "≤", value: 0.5 },
    { of: "ratio", sense: "≥", value: 1 },
  ]);
}

function searchLine(reader: MirrorReader, documents: number, rounds: number): Line {
  const random = seededRandom(7);
  const number = () => String(randomInt(random, 0, documents - 1)).padStart(6, "0");
  const like = reader.db.prepare("SELECT rec_no FROM document WHERE number LIKE ? ORDER BY issue_day DESC, rec_no DESC LIMIT 100");
  const sides = p95Rounds(rounds, {
    ours: () => listDocuments(reader, { text: number() }, { limit: PAGE }),
    baseline: () => like.all(`%${number()}%`),
  });
  return line("page found by a part of the number, p95 / LIKE over every document", sides, [{ of: "ours", sense: "≤", value: 2 }]);
}

function rangeLine(reader: MirrorReader, rounds: number): Line {
  const scan = reader.db.prepare(
    "SELECT currency_word, COUNT(*), SUM(total), SUM(outstanding) FROM document NOT INDEXED WHERE issue_day BETWEEN ? AND ? GROUP BY 1",
  );
  const first = reader.db.prepare("SELECT min(issue_day) FROM document").pluck().get() as number;
  const sides = p95Rounds(rounds, {
    ours: () => documentTotals(reader, { from: calendarDate("2024-03-01"), to: calendarDate("2024-03-31") }),
    baseline: () => scan.all(first + 60, first + 90),
  });
  return line("count and totals of a month, p95 / by a scan", sides, [{ of: "ours", sense: "≤", value: 5 }]);
}

function line(what: string, sides: { readonly ours: Spread; readonly baseline: Spread }, goals: readonly Goal[]): Line {
  return { id: "P13", what, ...sides, unit: "ms", ratio: "gain", goals };
}

/** The 95th percentile of every round, both sides in turns within it. */
function p95Rounds<Name extends string>(rounds: number, sides: Readonly<Record<Name, (turn: number) => unknown>>): Record<Name, Spread> {
  const names = Object.keys(sides) as Name[];
  const found = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    const taken = new Map(names.map((name) => [name, [] as number[]]));
    for (let turn = 0; turn < ASKED; turn++) {
      for (const name of names) {
        const began = performance.now();
        sides[name](turn);
        taken.get(name)?.push(performance.now() - began);
      }
    }
    // The first round warms the file's pages and the compiled code.
    if (round > 0) for (const name of names) found.get(name)?.push(p95(taken.get(name) ?? []));
  }
  return Object.fromEntries(names.map((name) => [name, spreadOf(found.get(name) ?? [])])) as Record<Name, Spread>;
}

/** Cursors spread over the whole depth of the list, as its pages hand them out. */
function cursorsOf(db: Sqlite, documents: number): string[] {
  const at = db.prepare("SELECT issue_day || ':' || rec_no FROM document ORDER BY issue_day DESC, rec_no DESC LIMIT 1 OFFSET ?").pluck();
  return Array.from({ length: ASKED }, (_, turn) => at.get(Math.trunc((documents - PAGE) * ((turn + 0.5) / ASKED))) as string);
}
