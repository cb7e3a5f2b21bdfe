import { absoluteDecimal, compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import type { Elimination, GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeDraft, Membership, RateKind } from "#shared/model/consolidation/entity-tree.ts";
import { formatMoney, formatNumeral } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";

export const GROUP_SECTIONS = ["trial-balance", "profit-and-loss", "balance-sheet", "eliminations", "rates", "tree", "history"] as const;
export type GroupSection = (typeof GROUP_SECTIONS)[number];

export const SECTION_WORDS: Readonly<Record<GroupSection, string>> = {
  "trial-balance": t("Trial balance"),
  "profit-and-loss": t("Profit and loss"),
  "balance-sheet": t("Balance sheet"),
  eliminations: t("Eliminations"),
  rates: t("Rates"),
  tree: t("Entity tree"),
  history: t("Versions"),
};

/** The section that an address names; the trial balance for anything else. */
export function groupSectionOf(part: string | null): GroupSection {
  return GROUP_SECTIONS.find((section) => section === part) ?? "trial-balance";
}

export function groupAddress(treeId: string, section?: GroupSection, item?: string): string {
  return ["/group", treeId, section, item]
    .filter((part) => part !== undefined)
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join("/");
}

export const RATE_LABELS: Readonly<Record<RateKind, { readonly word: string; readonly means: string }>> = {
  closing: { word: t("Closing"), means: t("Rate on the last day of the period, for assets and liabilities") },
  average: {
    word: t("Average"),
    means: t("Average from the start of the group's fiscal year to the last day of the period, for income and expenses"),
  },
  historical: {
    word: t("Historical"),
    means: t("Rate for equity, on the date the entity joined the group, or on its historical rate date if one is set"),
  },
};

export const OUTCOME_WORDS: Readonly<
  Record<Elimination["outcome"], { readonly word: string; readonly tone: Tone; readonly means: string }>
> = {
  eliminated: { word: t("Fully eliminated"), tone: "ok", means: t("Nothing is left to eliminate on either side.") },
  difference: {
    word: t("Difference"),
    tone: "warning",
    means: t("Any matching amount was eliminated. The rest stays in the figures."),
  },
  not_in_group: {
    word: t("Not in the group"),
    tone: "neutral",
    means: t("At least one of the two entities isn't in the group on the last day of the period."),
  },
  cannot_eliminate: {
    word: t("Can't be eliminated"),
    tone: "warning",
    means: t("Nothing was eliminated, for the reason shown."),
  },
};

/** Says on a statement that pairs don't match: what is left of them is in its figures. Null when all match. */
export function unmatchedWords({ eliminations, currency }: Pick<GroupReport, "eliminations" | "currency">): string | null {
  const differing = eliminations.filter(({ outcome }) => outcome === "difference");
  const undone = eliminations.filter(({ outcome }) => outcome === "cannot_eliminate").length;
  const sizes = differing.map(({ difference }) => absoluteDecimal(difference ?? decimal("0"))).toSorted(compareDecimals);
  const [least] = sizes;
  const most = sizes.at(-1);
  const said: string[] = [];
  if (least !== undefined && most !== undefined) {
    const amount = formatMoney(most, currency);
    const count = differing.length;
    said.push(
      compareDecimals(least, most) === 0
        ? t("{count, plural, one {1 elimination pair is off by {amount}} other {# elimination pairs are off by {amount} each}}", {
            count,
            amount,
          })
        : t("{count} elimination pairs are off by up to {amount}", { count, amount }),
    );
  }
  if (undone > 0)
    said.push(
      t("{undone, plural, one {1 elimination pair couldn't be eliminated} other {# elimination pairs couldn't be eliminated}}", { undone }),
    );
  return said.length === 0 ? null : said.join(". ");
}

/** Says how accounts of several ledgers share rows. Null where one ledger has all of them, so that there is nothing to map. */
export function mappingWords({ nodes, groupAccounts, mappings }: EntityTreeDraft): string | null {
  const ledgers = new Set(nodes.flatMap(({ clientId }) => clientId ?? []));
  if (mappings.length === 0 && ledgers.size < 2) return null;
  if (mappings.length === 0) return t("Each ledger's accounts have separate rows, because they aren't mapped to group accounts.");
  return t(
    "This group has {groupAccounts, plural, one {1 group account} other {# group accounts}} and {mappings, plural, one {1 mapping rule} other {# mapping rules}}, which you can't edit here. Removing an entity also removes its mapping rules.",
    {
      groupAccounts: groupAccounts.length,
      mappings: mappings.length,
    },
  );
}

/** A share with its days: `80%, from 1 Jul 2025`. */
export function membershipLabel({ ownership, from, to }: Membership): string {
  const days = [
    from === undefined ? "" : t("from {from}", { from: formatDay(from) }),
    to === undefined ? "" : t("to {to}", { to: formatDay(to) }),
  ];
  return [`${formatNumeral(ownership)}%`, days.filter((day) => day !== "").join(" ")].filter((part) => part !== "").join(", ");
}
