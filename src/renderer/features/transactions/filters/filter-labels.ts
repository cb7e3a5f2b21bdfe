import type { DocumentFilter } from "#shared/contract/books/documents.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { statusLabel, TYPE_FILTER_WORDS } from "../../../format/labels/transaction-labels.ts";
import { withoutTerm } from "../../../format/text/typed-filter.ts";
import { t } from "../../../language/t.ts";
import { typedFilter } from "./typed-filter.ts";

/** A filter that holds now, in words, and what takes it away. */
export interface ActiveFilter {
  readonly id: string;
  readonly words: string;
  /** The words that were typed, which are in their field on screen. */
  readonly isTyped?: boolean;
  readonly without: { readonly [K in keyof DocumentFilter]?: DocumentFilter[K] | undefined };
}

/** What was typed: each part that is more than words, and the words; taking one away leaves the others. */
function typedFilters(typed: string): readonly ActiveFilter[] {
  const { text, parts } = typedFilter(typed);
  const without = (token: string) => ({ text: withoutTerm(typed, token) || undefined });
  const found = parts.map(({ token, words }) => ({ id: `typed ${token}`, words, without: without(token) }));
  if (text === "") return found;
  const left = parts.map(({ token }) => token).join(" ");
  return [...found, { id: "text", words: `“${text}”`, isTyped: true, without: { text: left === "" ? undefined : left } }];
}

/** The filters that hold now; the order of the list is none of them. */
export function activeFilters(filter: DocumentFilter, partyName: string | null = null): readonly ActiveFilter[] {
  const found: ActiveFilter[] = [];
  for (const type of filter.types ?? [])
    found.push({ id: type, words: TYPE_FILTER_WORDS[type], without: { types: filter.types?.filter((other) => other !== type) } });
  for (const status of filter.statuses ?? [])
    found.push({
      id: status,
      words: statusLabel(status).word,
      without: { statuses: filter.statuses?.filter((other) => other !== status) },
    });
  if (filter.from !== undefined)
    found.push({ id: "from", words: t("From {from}", { from: formatDay(filter.from) }), without: { from: undefined } });
  if (filter.to !== undefined) found.push({ id: "to", words: t("To {to}", { to: formatDay(filter.to) }), without: { to: undefined } });
  if (filter.partyId !== undefined)
    found.push({ id: "party", words: partyName ?? t("One contact"), without: { partyId: undefined, withMerged: undefined } });
  if (filter.dimension !== undefined) found.push({ id: "dimension", words: t("Filtered by dimension"), without: { dimension: undefined } });
  if (filter.currency !== undefined) found.push({ id: "currency", words: filter.currency, without: { currency: undefined } });
  if (filter.text !== undefined) found.push(...typedFilters(filter.text));
  if (filter.onlyOpen) found.push({ id: "open", words: t("Open only"), without: { onlyOpen: undefined } });
  if (filter.removed) found.push({ id: "removed", words: t("Deleted in ledger"), without: { removed: undefined } });
  return found;
}
