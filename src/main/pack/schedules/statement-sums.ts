import type { LaidOutLine, LaidOutStatement } from "#shared/model/reports/statement-layout.ts";

/** A run of lines that a sum adds or takes off, by their places in the statement. */
export interface SumTerm {
  readonly sign: "+" | "-";
  readonly from: number;
  readonly to: number;
}

/** What the line at a place adds up; null for a line that is no sum. */
export function sumTerms(statement: Pick<LaidOutStatement, "kind" | "lines" | "items">, at: number): SumTerm[] | null {
  const { kind, lines, items } = statement;
  const line = lines[at];
  if (line === undefined || !(line.kind === "total" || line.kind === "subtotal" || line.kind === "result")) return null;
  const above = lines.slice(0, at);
  const after = (found: (line: LaidOutLine) => boolean) => above.findLastIndex(found) + 1;
  if (line.kind === "total") {
    const head = after((each) => each.kind === (kind === "profit_and_loss" ? "group" : "section"));
    return runs(lines, head, at);
  }
  const sums = above.map((each, place) => ({ each, place }));
  if (kind === "profit_and_loss")
    return sums
      .filter(({ each }) => each.kind === "total")
      .map(({ each, place }) => {
        const isCost = items.some(({ id, side }) => side === "costs" && each.key === `total:${id}`);
        return { sign: isCost ? "-" : "+", from: place, to: place };
      });
  const start = line.kind === "subtotal" ? after((each) => each.kind === "subtotal") : after((each) => each.key === "total_assets");
  // The result adds total liabilities and total equity, not the sections of the liabilities once more.
  const wanted = line.kind === "subtotal" ? isSectionTotal : (each: LaidOutLine) => each.kind === "subtotal" || each.key === "total:equity";
  return sums.filter(({ each, place }) => place >= start && wanted(each)).map(({ place }) => ({ sign: "+", from: place, to: place }));
}

function isSectionTotal({ kind, key }: LaidOutLine): boolean {
  return kind === "total" && key.startsWith("total:");
}

/** Unbroken runs of accounts between two places. */
function runs(lines: readonly LaidOutLine[], from: number, to: number): SumTerm[] {
  const terms: SumTerm[] = [];
  for (let at = from; at < to; at++) {
    if (lines[at]?.kind !== "account") continue;
    const last = terms.at(-1);
    if (last?.to === at - 1) terms[terms.length - 1] = { ...last, to: at };
    else terms.push({ sign: "+", from: at, to: at });
  }
  return terms;
}
