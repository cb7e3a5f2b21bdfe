import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { InboxKind } from "#shared/contract/clients/inbox.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTieOutDay } from "../../state/period/as-of-day.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { usePeriodSpan } from "../../state/period/selected-range.ts";
import { clientAddress, recordAddress } from "../../state/window/screen-address.ts";
import { AttentionList } from "../../ui/notes/attention-list.tsx";
import styles from "./overview-page.module.css";

interface Matter {
  /** The kind of matter of the inbox that tells of the same. */
  readonly kind: InboxKind | null;
  readonly words: string;
  readonly address: string;
}

/** What waits for a person: matters of the inbox, and what the close, the checks and the findings have open. */
export function Waiting({ clientId, row }: { readonly clientId: string; readonly row: ClientRow | undefined }) {
  const inbox = useCoreQuery("inbox.list", { clientId });
  const items = inbox.data?.items ?? [];
  const told = new Set<string>(items.map(({ kind }) => kind));
  const matters = useMatters(clientId, row).filter(({ kind }) => kind === null || !told.has(kind));
  const nothing = items.length === 0 && matters.length === 0;
  return (
    <section className={styles.waiting} aria-label={t("Needs attention")} aria-busy={inbox.isPending}>
      <h2 className={styles.head}>{nothing ? t("Nothing needs attention here") : t("Needs attention")}</h2>
      {items.length === 0 ? null : <AttentionList label={t("Waiting here")} items={items} />}
      {matters.length === 0 ? null : (
        <ul className={styles.matters} aria-label={t("Open in this client")}>
          {matters.map(({ words, address }) => (
            <li key={words}>
              <a href={`#${address}`}>{words}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is open here and is no matter of the inbox: each a way to where it is dealt with. */
function useMatters(clientId: string, row: ClientRow | undefined): readonly Matter[] {
  const period = useBarPeriod(clientId);
  const day = useTieOutDay(clientId);
  const close = useCoreQuery("close.status", { clientId, period: period ?? "" }, { enabled: typeof period === "string" });
  const checks = useCoreQuery("tieOuts.last", { clientId, asOfDate: day });
  const span = usePeriodSpan(clientId);
  const within = { from: span?.from ?? day, to: span?.to ?? day };
  const duplicates = useCoreQuery("duplicates.list", { clientId, ...within, limit: 1 }, { enabled: span !== null });
  const alike = useCoreQuery("parties.suggestions", { clientId });
  const late = close.data?.progress.late ?? 0;
  const varying = checks.data?.checks.filter(({ outcome }) => outcome === "variance").length ?? 0;
  const pairs = duplicates.data?.found ?? 0;
  const parties = (alike.data?.rows.length ?? 0) + (alike.data?.leftOut.found ?? 0);
  const findings = row?.findings ?? 0;
  const matters: readonly (Matter & { readonly count: number })[] = [
    {
      count: late,
      kind: "close",
      words: t("{late, plural, one {1 close task is late} other {{late} close tasks are late}}", { late }),
      address: clientAddress(clientId, "close"),
    },
    {
      count: varying,
      kind: "variance",
      words: t("{varying, plural, one {1 check is out of balance} other {{varying} checks are out of balance}}", { varying }),
      address: clientAddress(clientId, "tie-outs"),
    },
    {
      count: pairs,
      kind: null,
      words: t("{pairs, plural, one {1 possible duplicate} other {{pairs} possible duplicates}}", { pairs }),
      address: recordAddress(clientId, "checks", "duplicates"),
    },
    {
      count: parties,
      kind: null,
      words: t("{parties, plural, one {1 possible duplicate contact} other {{parties} possible duplicate contacts}}", {
        parties,
      }),
      address: recordAddress(clientId, "checks", "parties"),
    },
    {
      count: findings,
      kind: "findings",
      words: t("{findings, plural, one {1 exception} other {{findings} exceptions}}", { findings }),
      address: clientAddress(clientId, "findings"),
    },
  ];
  return matters.filter(({ count }) => count > 0);
}
