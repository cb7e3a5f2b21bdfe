import { X } from "lucide-react";
import { useState } from "react";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { EntityTreeDraft, Membership } from "#shared/model/consolidation/entity-tree.ts";
import { amountProblem, readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../group.module.css";
import { changeMembership, possibleParents } from "./tree-draft.ts";

interface MembershipFieldsProps {
  readonly draft: EntityTreeDraft;
  readonly membership: Membership;
  readonly onChange: (draft: EntityTreeDraft) => void;
}

/** Who holds an entity, with how many per cent, from and through which day; either may be open. */
export function MembershipFields({ draft, membership, onChange }: MembershipFieldsProps) {
  const set = (next: Membership | null) => onChange(changeMembership(draft, membership, next));
  // One that is stored stays to be chosen, whatever it is.
  const possible = new Set([membership.parentId, ...possibleParents(draft, membership.childId).map(({ id }) => id)]);
  const parents = draft.nodes.filter(({ id }) => possible.has(id));
  const parent = draft.nodes.find(({ id }) => id === membership.parentId)?.name ?? membership.parentId;
  const day = (name: "from" | "to", text: string): void => {
    const { [name]: _old, ...rest } = membership;
    const read = readCalendarDate(text);
    set(read === null ? rest : { ...rest, [name]: read });
  };
  return (
    <fieldset className={styles.membership} aria-label={t("Owned by {parent}", { parent })}>
      <LabelledField name={t("Owner")} error={undefined} wide>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={membership.parentId}
            onChange={(event) => set({ ...membership, parentId: event.target.value })}
          >
            {parents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <Button
        kind="quiet"
        className={styles.out ?? ""}
        aria-label={t("Remove owner {parent}", { parent })}
        icon={<X size={14} aria-hidden />}
        onClick={() => set(null)}
      />
      <Share membership={membership} onShare={(ownership) => set({ ...membership, ownership })} />
      {(["from", "to"] as const).map((name) => (
        <LabelledField key={name} name={name === "from" ? t("From") : t("To")} error={undefined}>
          {(rest) => <DayInput {...rest} className={styles.input} value={membership[name] ?? ""} onChange={(next) => day(name, next)} />}
        </LabelledField>
      ))}
    </fieldset>
  );
}

/** A share as typed; while it is no share, the one before stays. */
function Share({ membership, onShare }: { readonly membership: Membership; readonly onShare: (share: Membership["ownership"]) => void }) {
  const [text, setText] = useState<string | null>(null);
  const read = text === null ? membership.ownership : readAmount(text);
  return (
    <LabelledField name={t("Share, %")} error={read === null ? amountProblem(text ?? "", t("Enter a number, such as 80.")) : undefined}>
      {(rest) => (
        <input
          {...rest}
          className={classes(styles.input, styles.amount)}
          inputMode="decimal"
          autoComplete="off"
          value={text ?? membership.ownership}
          onChange={(event) => {
            setText(event.target.value);
            const share = readAmount(event.target.value);
            if (share !== null) onShare(share);
          }}
          onBlur={() => setText(null)}
        />
      )}
    </LabelledField>
  );
}
