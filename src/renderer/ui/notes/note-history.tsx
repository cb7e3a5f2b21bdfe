import { useState } from "react";
import type { WorkEvent } from "#shared/contract/clients/notes.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { withDays } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { AsOf } from "../figures/as-of.tsx";
import styles from "./notes.module.css";

interface NoteHistoryProps {
  readonly clientId: string;
  readonly itemId: string;
  /** What distinguishes the button from others. */
  readonly label: string;
}

/** Every step in the life of a note or task, with what it said before and after; asked for when it is opened. */
export function NoteHistory({ clientId, itemId, label }: NoteHistoryProps) {
  const [open, setOpen] = useState(false);
  const history = useCoreQuery("work.history", { clientId, itemId }, { enabled: open });
  const nowMs = useNow();
  return (
    <>
      <Button kind="quiet" aria-expanded={open} aria-label={label} onClick={() => setOpen(!open)}>
        {t("History")}
      </Button>
      {open ? (
        <ol className={styles.history} aria-busy={history.isPending}>
          {history.data?.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a history is ever moved
            <li key={index}>
              {stepWords(event)} <span className={text.muted}>{t("by {person},", { person: nameOfNoted(event.person) })}</span>{" "}
              <AsOf instant={event.at} nowMs={nowMs} />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

const STEPS: Readonly<Record<string, string>> = {
  written: t("Written"),
  edited: t("Edited"),
  made: t("Created"),
  renamed: t("Renamed"),
  assigned: t("Assignee"),
  due: t("Due date"),
  done: t("Done"),
  reopened: t("Reopened"),
  removed: t("Removed"),
  restored: t("Restored"),
};

/** One step in words: what was done, and what it said before and after. */
function stepWords({ what, before, after }: WorkEvent): string {
  const step = STEPS[what] ?? what;
  if (before === null && after === null) return step;
  if (before === null) return t("{step}: “{after}”", { step, after: withDays(after ?? "") });
  if (after === null) return t("{step}: “{before}” removed", { step, before: withDays(before) });
  return t("{step}: from “{before}” to “{after}”", { step, before: withDays(before), after: withDays(after) });
}
