import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { InboxKind } from "#shared/contract/clients/inbox.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { usePeriodSpan } from "../../state/period/selected-range.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";

/** Something that is open at a client and may be no matter of the inbox: what, and the way to where it is dealt with. */
export interface Matter {
  readonly key: string;
  /** The kind of matter of the inbox that tells of the same. */
  readonly kind: InboxKind | null;
  readonly words: string;
  readonly means: string | null;
  readonly word: string;
  readonly tone: Tone;
  readonly act: string;
  readonly address: string;
}

/** What the close, the checks and the exceptions have open, the most important first. */
export function useMatters(clientId: string, row: ClientRow | undefined): readonly Matter[] {
  return [...useCloseMatters(clientId, row), ...useReviewMatters(clientId, row)];
}

function useCloseMatters(clientId: string, row: ClientRow | undefined): readonly Matter[] {
  const period = useBarPeriod(clientId);
  const day = useTieOutDay(clientId);
  const close = useCoreQuery("close.status", { clientId, period: period ?? "" }, { enabled: typeof period === "string" });
  const checks = useCoreQuery("tieOuts.last", { clientId, asOfDate: day });
  const late = close.data?.progress.late ?? 0;
  const varying = checks.data?.checks.filter(({ outcome }) => outcome === "variance").length ?? 0;
  const synced = row?.asOf != null;
  const matters: Matter[] = [];
  if (varying > 0)
    matters.push({
      ...{ key: "variance", kind: "variance", word: t("Out of balance"), tone: "warning", means: null, act: t("See difference") },
      words: t("{varying, plural, one {1 check is out of balance} other {{varying} checks are out of balance}}", { varying }),
      address: clientAddress(clientId, "tie-outs"),
    });
  if (close.data !== undefined && !close.data.started && close.data.status !== "closed")
    matters.push({
      ...{ key: "start", kind: "close", word: t("Close"), tone: "neutral", means: null, act: t("Go to close") },
      words: t("The close of {period} hasn't started", { period: formatPeriod(close.data.period.label) }),
      address: clientAddress(clientId, "close"),
    });
  else if (late > 0)
    matters.push({
      ...{ key: "late", kind: "close", word: t("Late close"), tone: "warning", means: null, act: t("Open checklist") },
      words: t("{late, plural, one {1 close task is late} other {{late} close tasks are late}}", { late }),
      address: clientAddress(clientId, "close"),
    });
  if (checks.data === null && synced)
    matters.push({
      ...{ key: "unchecked", kind: null, word: t("Not checked"), tone: "neutral", act: t("Go to tie-outs") },
      words: t("The figures haven't been tied out yet"),
      means: t("Compare them with the ledger's own reports and balances."),
      address: clientAddress(clientId, "tie-outs"),
    });
  return matters;
}

function useReviewMatters(clientId: string, row: ClientRow | undefined): readonly Matter[] {
  const day = useTieOutDay(clientId);
  const span = usePeriodSpan(clientId);
  const within = { from: span?.from ?? day, to: span?.to ?? day };
  const duplicates = useCoreQuery("duplicates.list", { clientId, ...within, limit: 1 }, { enabled: span !== null });
  const alike = useCoreQuery("parties.suggestions", { clientId });
  const pairs = duplicates.data?.found ?? 0;
  const parties = (alike.data?.rows.length ?? 0) + (alike.data?.leftOut.found ?? 0);
  const findings = row?.findings ?? 0;
  const base = { kind: null, means: null, tone: "neutral" } as const;
  const matters: readonly (Matter & { readonly count: number })[] = [
    {
      ...{ ...base, key: "duplicates", count: pairs, word: t("Duplicates"), act: t("Review duplicates") },
      words: t("{pairs, plural, one {1 possible duplicate} other {{pairs} possible duplicates}}", { pairs }),
      address: recordAddress(clientId, "checks", "duplicates"),
    },
    {
      ...{ ...base, key: "contacts", count: parties, word: t("Contacts"), act: t("Review contacts") },
      words: t("{parties, plural, one {1 possible duplicate contact} other {{parties} possible duplicate contacts}}", { parties }),
      address: recordAddress(clientId, "checks", "parties"),
    },
    {
      ...{ ...base, key: "findings", kind: "findings", count: findings, word: t("Exceptions"), act: t("Review exceptions") },
      words: t("{findings, plural, one {1 exception} other {{findings} exceptions}}", { findings }),
      address: clientAddress(clientId, "findings"),
    },
  ];
  return matters.filter(({ count }) => count > 0);
}
