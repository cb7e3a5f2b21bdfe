import { Plus } from "lucide-react";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { EntityNode, EntityTreeDraft } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import styles from "../group.module.css";
import { MembershipFields } from "./ownership-fields.tsx";
import { bookKey, changeNode, NEW_ENTITY, NO_BOOKS, needsHistoricalDay, possibleParents, topsOf } from "./tree-draft.ts";

export interface NodePanelProps {
  readonly draft: EntityTreeDraft;
  readonly node: EntityNode;
  readonly onChange: (draft: EntityTreeDraft) => void;
}

const METHOD = t(
  "Method: full consolidation. The entity is included in full, and any share owned outside the group is shown as noncontrolling interest.",
);

/** One entity: its name, whose books it stands for, and who holds it from when with which share. */
export function NodePanel({ draft, node, onChange }: NodePanelProps) {
  const set = (change: Partial<EntityNode>) => onChange(changeNode(draft, node.id, change));
  const held = draft.memberships.filter(({ childId }) => childId === node.id);
  const holder = possibleParents(draft, node.id).find(({ id }) => !held.some(({ parentId }) => parentId === id));
  return (
    <ScrollSection className={styles.node} aria-label={t("Fields of {name}", { name: node.name })} data-node-fields="">
      <h2>{node.name}</h2>
      <LabelledField name={t("Name")} error={node.name.trim() === "" ? t("Enter the entity's name.") : undefined}>
        {(rest) => <input {...rest} className={styles.input} value={node.name} onChange={(event) => set({ name: event.target.value })} />}
      </LabelledField>
      <Books draft={draft} node={node} onChange={onChange} />
      <div className={styles.pairFields}>
        <LabelledField name={t("Functional currency")} error={undefined}>
          {(rest) => (
            <input
              {...rest}
              className={styles.input}
              maxLength={3}
              disabled={node.clientId !== undefined}
              value={node.functionalCurrency}
              onChange={(event) => set({ functionalCurrency: event.target.value.toUpperCase() })}
            />
          )}
        </LabelledField>
        {needsHistoricalDay(draft, node) ? (
          <HistoricalDay
            node={node}
            currency={draft.presentation.currency}
            isDated={held.some(({ from }) => from !== undefined)}
            onDay={(day) => onChange(withHistoricalDay(draft, node, day))}
          />
        ) : null}
      </div>
      {/* The ultimate parent has no share that is owned outside the group. */}
      {held.length === 0 ? null : <p className={styles.quiet}>{METHOD}</p>}
      <h3>{t("Owned by")}</h3>
      {held.length === 0 ? (
        <p className={styles.quiet}>
          {topsOf(draft).length > 1
            ? t("More than one entity has no owner, including this one. Leave only the ultimate parent without an owner.")
            : t("No owner, so this is the ultimate parent. A group can have only one ultimate parent.")}
        </p>
      ) : null}
      {held.map((membership, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a membership has no id; its place among those of the entity is its own
        <MembershipFields key={at} draft={draft} membership={membership} onChange={onChange} />
      ))}
      {/* The ultimate parent has none, since all others are below it. */}
      {holder === undefined ? null : (
        <Button
          kind="quiet"
          className={styles.flush ?? ""}
          icon={<Plus size={14} aria-hidden />}
          onClick={() =>
            onChange({
              ...draft,
              memberships: [...draft.memberships, { parentId: holder.id, childId: node.id, ownership: decimal("100") }],
            })
          }
        >
          {t("Add owner")}
        </Button>
      )}
    </ScrollSection>
  );
}

interface HistoricalDayProps {
  readonly node: EntityNode;
  readonly currency: string;
  /** Its ownership starts on a date, so it joined the group on one. Without such a date there's none to use instead. */
  readonly isDated: boolean;
  readonly onDay: (day: string) => void;
}

function HistoricalDay({ node, currency, isDated, onDay }: HistoricalDayProps) {
  return (
    <LabelledField
      name={t("Historical rate date")}
      error={undefined}
      hint={
        isDated
          ? t(
              "Date of the exchange rate used to translate equity into {currency}. If empty, Tieout uses the date the entity joined the group.",
              { currency },
            )
          : t("Date of the exchange rate used to translate equity into {currency}.", { currency })
      }
    >
      {(rest) => <DayInput {...rest} className={styles.input} value={node.historicalDay ?? ""} onChange={(day) => onDay(day)} />}
    </LabelledField>
  );
}

function withHistoricalDay(draft: EntityTreeDraft, node: EntityNode, text: string): EntityTreeDraft {
  const { historicalDay: _old, ...rest } = node;
  const day = readCalendarDate(text);
  const next = day === null ? rest : { ...rest, historicalDay: day };
  return { ...draft, nodes: draft.nodes.map((one) => (one.id === node.id ? next : one)) };
}

/** Whose books the entity stands for: a client's, those of a subsidiary of its ledger, or none. */
function Books({ draft, node, onChange }: NodePanelProps) {
  const suggestion = useCoreQuery("groups.suggest", {});
  const known = (suggestion.data?.tree.nodes ?? []).filter(({ clientId }) => clientId !== undefined);
  const own = bookKey(node);
  const options = own === NO_BOOKS || known.some((one) => bookKey(one) === own) ? known : [...known, node];
  const taken = new Set(draft.nodes.filter(({ id }) => id !== node.id).map(bookKey));
  const choose = (key: string): void => {
    const found = options.find((one) => bookKey(one) === key);
    const { clientId: _client, entityId: _entity, ...rest } = node;
    const named = node.name === NEW_ENTITY && found !== undefined ? found.name : node.name;
    const next: EntityNode =
      found === undefined
        ? rest
        : {
            ...rest,
            name: named,
            functionalCurrency: found.functionalCurrency,
            ...(found.clientId === undefined ? {} : { clientId: found.clientId }),
            ...(found.entityId === undefined ? {} : { entityId: found.entityId }),
          };
    onChange({ ...draft, nodes: draft.nodes.map((one) => (one.id === node.id ? next : one)) });
  };
  return (
    <LabelledField name={t("Books")} error={undefined}>
      {(rest) => (
        <select {...rest} className={styles.input} value={own} onChange={(event) => choose(event.target.value)}>
          <option value={NO_BOOKS}>{t("No books, only owns other entities")}</option>
          {options.map((one) => (
            <option key={bookKey(one)} value={bookKey(one)} disabled={taken.has(bookKey(one))}>
              {`${one.name}, ${one.functionalCurrency}${taken.has(bookKey(one)) ? t(" (already in the group)") : ""}`}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
