import { useState } from "react";
import { InboxList } from "../../blocks/inbox-list.tsx";
import { Button } from "../../components/button.tsx";
import controls from "../../components/controls.module.css";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { formatCount } from "../../format/amount.ts";
import { byClient } from "../../format/inbox-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { clientAddress } from "../../state/place.ts";
import { queryClient } from "../../state/query-client.ts";
import styles from "./inbox-page.module.css";

const WHOSE = [
  { value: "all", word: t("Everybody's") },
  { value: "mine", word: t("Mine"), means: t("Assigned to you, or asking you to look") },
] as const;

/** What needs a person, across all clients, worst first. Waiting and throttling never stand here. */
export function InboxPage() {
  const [whose, setWhose] = useState<(typeof WHOSE)[number]["value"]>("all");
  const inbox = useCoreQuery("inbox.list", { mine: whose === "mine" }, { keepPrevious: true });
  const see = useCoreCommand("inbox.seen");
  const items = inbox.data?.items ?? [];
  const unseen = items.filter(({ seen }) => !seen).map(({ key }) => key);
  return (
    <div className={styles.page}>
      <div className={controls.bar}>
        <h1>{t("Inbox")}</h1>
        <Segments label={t("Whose")} options={WHOSE} chosen={whose} onChange={setWhose} />
        {inbox.data === undefined ? null : <span className={styles.quiet}>{countWords(inbox.data.counts)}</span>}
        <span className={controls.space} />
        <Button
          disabled={unseen.length === 0 || see.isPending}
          onClick={() =>
            see.mutate(
              { keys: unseen.slice(0, 500) },
              { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["inbox.list"] }) },
            )
          }
        >
          {t("Mark all as seen")}
        </Button>
      </div>
      {inbox.error === null ? null : (
        <div className={styles.note}>
          <FailureNote failure={inbox.error.failure} />
        </div>
      )}
      {inbox.data !== undefined && items.length === 0 ? (
        <EmptyNote title={whose === "mine" ? t("Nothing waits for you") : t("Nothing waits for a person")}>
          <p>{t("Sign-ins, rejected and conflicting writes, locks that moved back, new variances, tasks and mentions stand here.")}</p>
        </EmptyNote>
      ) : (
        <div className={styles.content} aria-busy={inbox.isPending}>
          {byClient(items).map(({ clientId, client, items: own }) => (
            <section key={clientId} aria-label={client}>
              <h2 className={styles.client}>
                <a href={`#${clientAddress(clientId, "overview")}`}>{client}</a>
              </h2>
              <InboxList label={t("Waiting at {client}", { client })} items={own} />
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

function countWords({ all, mine, overdue }: { readonly all: number; readonly mine: number; readonly overdue: number }): string {
  return [
    t("{all} in all", { all: formatCount(all) }),
    t("{mine} yours", { mine: formatCount(mine) }),
    overdue === 0 ? "" : t("{overdue} overdue", { overdue: formatCount(overdue) }),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
