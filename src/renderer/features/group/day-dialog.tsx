import { useState } from "react";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { EntityTreeVersion } from "#shared/model/entity-tree.ts";
import { call } from "../../api/client.ts";
import { DayInput } from "../../blocks/day-input.tsx";
import { Button } from "../../components/button.tsx";
import { classes } from "../../components/classes.ts";
import confirm from "../../components/confirm-dialog.module.css";
import { Dialog } from "../../components/dialog.tsx";
import { LabelledField } from "../../components/labelled-field.tsx";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import styles from "./group.module.css";
import { useGroupActs } from "./use-group-acts.ts";

interface DayDialogProps {
  readonly tree: EntityTreeVersion;
  readonly nodeIds: readonly string[];
  readonly members: string;
  readonly onClose: () => void;
}

/** Names the day whose historical rate fixes the equity of entities that always belonged; saves a new version of the tree. */
export function DayDialog({ tree, nodeIds, members, onClose }: DayDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);
  const { act } = useGroupActs();
  const save = (): void => {
    const day = readCalendarDate(text);
    if (day === null) {
      setError(t("Enter the day."));
      return;
    }
    const nodes = tree.tree.nodes.map((node) => (nodeIds.includes(node.id) ? { ...node, historicalDay: day } : node));
    onClose();
    act(
      `Equity of ${members} is translated with the rate of ${formatDay(day)}.`,
      () => call("groups.save", { tree: { ...tree.tree, nodes }, basedOn: tree.version }),
      () => call("groups.undo", { treeId: tree.treeId }),
    );
  };
  return (
    <Dialog title={t("Day of the historical rate")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={classes(confirm.body, styles.dayForm)}>
          <p>
            {t("The tree does not say when these entities joined, so a day has to be named whose rate fixes their equity: {members}.", {
              members,
            })}
          </p>
          <LabelledField name="Day" error={error}>
            {(rest) => (
              <DayInput
                {...rest}
                className={styles.input}
                data-first-focus=""
                value={text}
                onChange={(day) => {
                  setText(day);
                  setError(undefined);
                }}
              />
            )}
          </LabelledField>
        </div>
        <div className={confirm.foot}>
          <Button onClick={onClose}>{t("Go back")}</Button>
          <Button kind="primary" type="submit">
            {t("Save as a new version")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
