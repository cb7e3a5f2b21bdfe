import { useEffect, useState } from "react";
import type { InboxItem, InboxKind } from "#shared/contract/clients/inbox.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { byGroup, groupOf, INBOX_KINDS, INBOX_LABELS } from "../../format/labels/attention-labels.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { INBOX_ACTS, useInboxActs } from "../../state/core/attention-actions.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { unfoldGroups, useFoldedGroups } from "../../state/views/folded-groups.ts";
import { useKeptOrder } from "../../state/views/kept-order.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { useKeySettings } from "../../state/window/shortcut-settings.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import { Kbd } from "../../ui/controls/kbd.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { GroupSection } from "./inbox-group.tsx";
import styles from "./needs-attention-page.module.css";
import { Outages } from "./outages.tsx";

const WHOSE = [
  { value: "all", word: t("Everyone's") },
  { value: "mine", word: t("Mine"), means: t("Your tasks, mentions of you, and your clients' late close tasks") },
] as const;

/** What needs a person, across all clients, worst first. Waits and throttling are never listed. */
export function InboxPage() {
  const [whose, setWhose] = useState<(typeof WHOSE)[number]["value"]>("all");
  const [kind, setKind] = useState<InboxKind | "all">("all");
  const inbox = useCoreQuery("inbox.list", { mine: whose === "mine" }, { keepPrevious: true });
  const items = useKeptOrder(inbox.data?.items ?? [], keyOfItem, whose);
  const letters = useKeySettings((state) => state.letters);
  useFirstByKey();
  const kinds = new Set(items.map((item) => item.kind));
  const shown = kind === "all" ? items : items.filter((item) => item.kind === kind);
  useNothingToPrint(shown.length === 0);
  const choose = (chosen: InboxKind | "all"): void => {
    setKind(chosen);
    // A person who asks for one type means to see it.
    if (chosen !== "all") unfoldGroups(items.filter((item) => item.kind === chosen).map(groupOf));
  };
  return (
    <div className={layout.column}>
      <div className={classes(controls.bar, styles.bar)}>
        <h1>{t("Inbox")}</h1>
        <Segments label={t("Show")} options={WHOSE} chosen={whose} onChange={setWhose} />
        <KindChoice kinds={kinds} chosen={kind} onChoose={choose} items={items} />
        {inbox.data === undefined ? null : <span className={text.muted}>{countLabel(shown, whose === "all")}</span>}
        {/* In the room that is left: it must not push the buttons into a second line. */}
        <span className={classes(text.growingLine, text.muted)}>{shown.length > 1 ? <Order /> : null}</span>
        {items.length === 0 || !letters ? null : (
          <span className={text.muted}>
            <Sentence
              text="{j}{k} move, {enter} open, {e} dismiss or mark done"
              values={{ j: <Kbd>J</Kbd>, k: <Kbd>K</Kbd>, enter: <Kbd>{t("Enter")}</Kbd>, e: <Kbd>E</Kbd> }}
            />
          </span>
        )}
        <SeeAll items={shown} />
      </div>
      {inbox.error === null ? null : (
        <div className={styles.failure}>
          <FailureNote failure={inbox.error.failure} />
        </div>
      )}
      {whose === "all" && kind === "all" ? <Outages outages={inbox.data?.outages ?? []} /> : null}
      <UndoMessage clientId={INBOX_ACTS} />
      {inbox.data !== undefined && shown.length === 0 ? (
        <EmptyState
          state={kind === "all" ? "done" : "filtered"}
          title={kind !== "all" ? t("No items of this type") : whose === "mine" ? t("You're all caught up") : t("All caught up")}
        >
          <p>
            {whose === "mine"
              ? t("Your tasks, mentions of you, and your clients' late close tasks appear here.")
              : t(
                  "Items that need attention appear here, such as rejected ledger updates, figures out of balance, late close tasks and exceptions.",
                )}
          </p>
          {kind === "all" ? null : <Button onClick={() => setKind("all")}>{t("Show all types")}</Button>}
        </EmptyState>
      ) : (
        <div className={styles.content}>
          {inbox.isPending ? <ComingItems /> : null}
          {byGroup(shown).map(({ group, items: own }) => (
            <GroupSection key={group} group={group} items={own} />
          ))}
        </div>
      )}
    </div>
  );
}

function Order() {
  return (
    <span
      title={t(
        "The most urgent types come first. Within a type, items are sorted by due date, then newest first. Closes with late tasks are sorted by days late. New items come last until you leave the inbox.",
      )}
    >
      {t("Most urgent first")}
    </span>
  );
}

/** Lines where a heading and its items will be. */
function ComingItems() {
  return (
    <div className={styles.coming} role="status" aria-busy="true" aria-label={t("Loading {label}", { label: t("inbox") })}>
      <div className={styles.comingHeading}>
        <span />
      </div>
      {["a", "b", "c"].map((item) => (
        <div key={item} className={styles.comingItem}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

const keyOfItem = ({ key }: InboxItem): string => key;

/** With nothing selected, J or K selects the first item. */
function useFirstByKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const plain = !(event.ctrlKey || event.metaKey || event.altKey) && useKeySettings.getState().letters;
      if (!plain || event.target !== document.body || !["j", "k"].includes(event.key.toLowerCase())) return;
      (document.querySelector<HTMLElement>("[data-inbox-row]") ?? document.querySelector<HTMLElement>("[data-inbox-group]"))?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

interface KindChoiceProps {
  readonly kinds: ReadonlySet<InboxKind>;
  readonly chosen: InboxKind | "all";
  readonly onChoose: (kind: InboxKind | "all") => void;
  readonly items: readonly InboxItem[];
}

/** One kind of item, or all; kinds without items are left out. */
function KindChoice({ kinds, chosen, onChoose, items }: KindChoiceProps) {
  return (
    <label className={styles.choice}>
      {t("Type")}
      <select
        className={styles.select}
        value={chosen}
        onChange={(event) => onChoose(INBOX_KINDS.find((one) => one === event.target.value) ?? "all")}
      >
        <option value="all">{t("All types")}</option>
        {INBOX_KINDS.filter((one) => kinds.has(one) || one === chosen).map((one) => (
          <option key={one} value={one}>
            {`${INBOX_LABELS[one].words} (${formatCount(items.filter((item) => item.kind === one).length)})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Marks what is shown; a hidden mention that was marked, too, would leave the list unread. */
function SeeAll({ items: listed }: { readonly items: readonly InboxItem[] }) {
  const { seeAll, pending } = useInboxActs(INBOX_ACTS);
  const folded = useFoldedGroups(({ groups }) => groups);
  const items = listed.filter((item) => !folded.includes(groupOf(item)));
  return (
    <Button disabled={items.every(({ seen }) => seen) || pending !== null} onClick={() => seeAll(items)}>
      {t("Mark all as read")}
    </Button>
  );
}

/** Of the items that the filter shows. */
function countLabel(shown: readonly InboxItem[], isEveryones: boolean): string {
  if (shown.length === 0) return "";
  const mine = isEveryones ? shown.filter((item) => item.mine).length : 0;
  const overdue = shown.filter((item) => item.overdue).length;
  const parts = [
    mine === 0 ? "" : t("{mine} yours", { mine: formatCount(mine) }),
    overdue === 0 ? "" : t("{overdue} overdue", { overdue: formatCount(overdue) }),
  ].filter((part) => part !== "");
  const count = t("{count, plural, one {1 item} other {{items} items}}", { count: shown.length, items: formatCount(shown.length) });
  return parts.length === 0 ? count : t("{count}: {parts}", { count, parts: parts.join(", ") });
}
