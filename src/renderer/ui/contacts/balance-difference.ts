import type { PartyDetail, PartyRow } from "#shared/contract/books/records.ts";
import { addDecimals, type DecimalString, decimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";

export const BALANCE_SIDES = ["receivable", "payable"] as const;
type Side = (typeof BALANCE_SIDES)[number];

export interface BalanceDifference {
  readonly side: Side;
  readonly amount: DecimalString;
  readonly currency: string;
}

const SIDES: Readonly<Record<Side, string>> = { receivable: t("Receivables"), payable: t("Payables") };
const UNAPPLIED = { receivable: "unappliedIn", payable: "unappliedOut" } as const;

/** A contact's open items less the ledger's balance, as tie-outs subtract them. None where they aren't in one currency. */
export function balanceDifferences(party: PartyDetail["party"]): BalanceDifference[] {
  return BALANCE_SIDES.flatMap((side) => {
    const ledgers = party[side];
    if (ledgers === null || party.open.some(({ currency }) => currency !== ledgers.currency)) return [];
    const open = sumDecimals(party.open.map((own) => own[side]));
    return [{ side, amount: subtractDecimals(open, ledgers.amount), currency: ledgers.currency }];
  });
}

export interface DifferenceNote {
  readonly side: Side;
  readonly explained: boolean;
  readonly words: string;
}

/**
 * What makes up each difference. Ledgers don't say whether their balance deducts unapplied amounts, so it's told from the
 * figures: one that doesn't is more by exactly those.
 */
export function differenceNotes(differences: readonly BalanceDifference[], amounts: PartyRow["amounts"]): DifferenceNote[] {
  return differences.flatMap(({ side, amount, currency }) => {
    if (isZero(amount)) return [];
    const unapplied = amounts.find((own) => own.currency === currency)?.[UNAPPLIED[side]] ?? decimal("0");
    const explained = isZero(addDecimals(amount, unapplied));
    const values = { side: SIDES[side], unapplied: formatMoney(unapplied, currency) };
    const words = explained
      ? t("{side}: the difference equals the unapplied amount, which the ledger's balance doesn't deduct.", values)
      : isZero(unapplied)
        ? t(
            "{side}: the contact has no unapplied amounts that would explain the difference. The ledger's balance may be older than the latest transactions. Check the aging under Tie-outs.",
            values,
          )
        : t(
            "{side}: the difference doesn't equal the unapplied amount, {unapplied}. The ledger's balance may be older than the latest transactions. Check the aging under Tie-outs.",
            values,
          );
    return [{ side, explained, words }];
  });
}
