import type { BankLine, BankRule, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { fromTenThousandths, scaleOf } from "#shared/kernel/decimal.ts";
import type { OpenLine, OpenPosting } from "./candidates.ts";
import { lineTold, plainText } from "./similarity.ts";

export type SavedRule = BankRule & { readonly ruleId: string };

/** Transactions beyond this are not looked at for one payout. */
const POOL_MAX = 400;
/** In ten-thousandths. */
const [CENT, MILL] = [100, 10] as const;

/**
 * Payouts less fees: a line that a rule names, and transactions in a row that come to the line and a fee within the rule's
 * limit. Payouts are in the order of what they pay out, so the earliest row that fits is taken, and the longest of those.
 */
export function ruleMatches(lines: readonly OpenLine[], postings: readonly OpenPosting[], rules: readonly SavedRule[]): MatchSuggestion[] {
  const used = new Set<OpenPosting>();
  return lines.flatMap((line) => {
    const rule = rules.find(({ lineContains }) => line.told.flat.includes(flat(lineContains)));
    if (rule === undefined || line.units <= 0) return [];
    const pool = postings
      .filter(
        (posting) =>
          !used.has(posting) &&
          posting.units > 0 &&
          line.day - posting.day <= rule.days &&
          posting.day <= line.day &&
          posting.told.flat.includes(flat(rule.bookContains)),
      )
      .slice(0, POOL_MAX);
    // The bank writes its own currency's decimals, of which a few have three.
    const unit = scaleOf(line.line.amount) > 2 ? MILL : CENT;
    const row = rowWithFee(line.units, pool, rule, unit);
    if (row === null) return [];
    for (const posting of row.members) used.add(posting);
    return [
      {
        lineIds: [line.line.lineId],
        recordIds: row.members.map(({ posting }) => posting.recordId),
        score: 85,
        level: "likely" as const,
        reasons: [
          { code: "rule" as const, text: rule.name },
          { code: "adds_up" as const, count: row.members.length, of: pool.length },
        ],
        fee: fromTenThousandths(row.fee, unit === CENT ? 2 : 3),
        ruleId: rule.ruleId,
      },
    ];
  });
}

/** Whether a line has the text that a rule looks for. */
export function isNamedBy(
  { lineContains }: Pick<BankRule, "lineContains">,
  line: Pick<BankLine, "payee" | "reference" | "description">,
): boolean {
  return lineTold(line).flat.includes(flat(lineContains));
}

function rowWithFee(net: number, pool: readonly OpenPosting[], rule: SavedRule, unit: number) {
  const limit = Number(rule.feePercent) / 100;
  for (let from = 0; from < pool.length; from++) {
    let gross = 0;
    let best: { readonly members: readonly OpenPosting[]; readonly fee: number } | null = null;
    for (let through = from; through < pool.length; through++) {
      gross += (pool[through] as OpenPosting).units;
      const fee = gross - net;
      // A fee is a share of an amount, not an amount: a float is exact enough to judge it by.
      if (fee >= 0 && fee <= gross * limit && fee % unit === 0) best = { members: pool.slice(from, through + 1), fee };
      if (fee > gross * limit) break;
    }
    if (best !== null) return best;
  }
  return null;
}

function flat(text: string): string {
  return plainText(text).replaceAll(" ", "");
}
