import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { InboxKind } from "#shared/contract/clients/inbox.ts";
import { recheckOf, type ShownTieOutRun, type TieOut } from "#shared/model/reports/tie-out.ts";
import { formatDay } from "../../format/dates/date.ts";
import { INBOX_LABELS } from "../../format/labels/attention-labels.ts";
import { closeLateWords, closeWords, isNotStarted } from "../../format/labels/close-standing.ts";
import { likelihood } from "../../format/labels/duplicate-labels.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { usePeriodSpan } from "../../state/period/selected-range.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import { duplicateDates, duplicateWords, recheckWords, varianceWords } from "./overview-labels.ts";

/** Pairs of bills whose dates are looked at; of more, only their number is said. */
const DATED = 50;

/** Open work at a client that may not be in the inbox: what it is, and where to work on it. */
export interface OpenItem {
  readonly key: string;
  /** The kind of inbox item about the same thing. */
  readonly kind: InboxKind | null;
  readonly words: string;
  readonly means: string | null;
  readonly word: string;
  readonly tone: Tone;
  readonly act: string;
  readonly address: string;
}

/** Open items of the close, the checks and the exceptions, most important first. */
export function useOpenItems(clientId: string, row: ClientRow | undefined): readonly OpenItem[] {
  return [...useCloseItems(clientId, row), ...useReviewItems(clientId, row)];
}

/** Whether everything is known that would say what is open. */
export function useOpenItemsLoaded(clientId: string): "loading" | "failed" | "loaded" {
  const period = useBarPeriod(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  const close = useCoreQuery("close.status", { clientId, period: period ?? "" }, { enabled: typeof period === "string" });
  const checks = useCoreQuery("tieOuts.last", { clientId, asOfDate: useTieOutDay(clientId) });
  const asked = [periods, close, checks];
  return asked.some(({ isError }) => isError) ? "failed" : asked.some(({ isLoading }) => isLoading) ? "loading" : "loaded";
}

function useCloseItems(clientId: string, row: ClientRow | undefined): readonly OpenItem[] {
  const period = useBarPeriod(clientId);
  const day = useTieOutDay(clientId);
  const close = useCoreQuery("close.status", { clientId, period: period ?? "" }, { enabled: typeof period === "string" });
  const checks = useCoreQuery("tieOuts.last", { clientId, asOfDate: day });
  const varying = checks.data == null ? [] : varyingOf(checks.data);
  const synced = row?.asOf != null;
  const openItems: OpenItem[] = [];
  const recheck = checks.data == null ? false : recheckOf(checks.data);
  if (recheck)
    openItems.push({
      ...{ key: "recheck", kind: null, word: t("Tie-outs"), act: t("Go to tie-outs"), ...recheckWords(recheck) },
      address: clientAddress(clientId, "tie-outs"),
    });
  else if (varying.length > 0)
    openItems.push({
      ...{ key: "variance", kind: "variance", word: t("Out of balance"), tone: "warning", act: t("See difference") },
      ...varianceWords(varying),
      address: clientAddress(clientId, "tie-outs"),
    });
  const isLate = close.data !== undefined && closeLateWords(close.data) !== null;
  if (close.data !== undefined && (isLate || isNotStarted(close.data)))
    openItems.push({
      ...{ key: isLate ? "late" : "start", kind: "close", means: null, act: t("Open checklist"), words: closeWords(close.data) },
      ...(isLate ? ({ word: INBOX_LABELS.close.word, tone: "warning" } as const) : ({ word: t("Close"), tone: "neutral" } as const)),
      address: clientAddress(clientId, "close"),
    });
  if (checks.data === null && synced)
    openItems.push({
      ...{ key: "unchecked", kind: null, word: t("Not checked"), tone: "neutral", act: t("Go to tie-outs") },
      words: t("The figures as of {day} haven't been tied out yet", { day: formatDay(day) }),
      means: t("Compare them with the ledger's own reports and balances."),
      address: clientAddress(clientId, "tie-outs"),
    });
  return openItems;
}

/** The checks that are out of balance, which nobody accepted. */
function varyingOf({ checks, accepted }: ShownTieOutRun): readonly TieOut[] {
  return checks.filter(({ check, outcome }) => outcome === "variance" && !accepted.includes(check));
}

function useReviewItems(clientId: string, row: ClientRow | undefined): readonly OpenItem[] {
  const day = useTieOutDay(clientId);
  const span = usePeriodSpan(clientId);
  const from = span?.from ?? day;
  const duplicates = useCoreQuery("duplicates.list", { clientId, from, limit: DATED }, { enabled: span !== null });
  const alike = useCoreQuery("parties.suggestions", { clientId });
  const pairs = duplicates.data?.found ?? 0;
  const parties = (alike.data?.rows.length ?? 0) + (alike.data?.leftOut.found ?? 0);
  const findings = row?.findings ?? 0;
  const base = { kind: null, means: null, tone: "neutral" } as const;
  const openItems: readonly (OpenItem & { readonly count: number })[] = [
    {
      ...{ ...base, key: "duplicates", count: pairs, word: t("Duplicates"), act: t("Review duplicates") },
      // The surest pair comes first.
      tone: likelihood(duplicates.data?.rows[0]?.score ?? 0).tone,
      words: duplicateWords(pairs, from),
      means: duplicateDates(pairs, duplicates.data?.rows ?? []),
      address: recordAddress(clientId, "checks", "duplicates"),
    },
    {
      ...{ ...base, key: "contacts", count: parties, word: t("Contacts"), act: t("Review contacts") },
      words: t("{parties, plural, one {1 pair of possible duplicate contacts} other {{parties} pairs of possible duplicate contacts}}", {
        parties,
      }),
      address: recordAddress(clientId, "checks", "parties"),
    },
    {
      ...{ ...base, key: "findings", kind: "findings", count: findings, word: t("Exceptions"), act: t("Review exceptions") },
      words: t("{findings, plural, one {1 exception} other {{findings} exceptions}}", { findings }),
      address: clientAddress(clientId, "findings"),
    },
  ];
  return openItems.filter(({ count }) => count > 0);
}
