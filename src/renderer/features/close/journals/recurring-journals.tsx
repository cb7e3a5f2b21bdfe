import { Plus } from "lucide-react";
import { useState } from "react";
import type { AdjustingDefinitionView } from "#shared/contract/close/adjustments.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import type { AdjustingEntry } from "#shared/model/close/adjusting-entry.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { formatPeriod } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { clientAddress } from "../../../state/window/screen-address.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import type { SectionProps } from "../close-labels.ts";
import styles from "./adjusting.module.css";
import { type EntryForm, emptyEntry, entryForm, KIND_WORDS, scheduleFacts, scheduleOf } from "./adjusting-form.ts";
import { EntryFields } from "./entry-fields.tsx";
import { Schedule } from "./schedule.tsx";

interface Editing {
  readonly definitionId: string | null;
  readonly form: EntryForm;
}

interface DefinitionsProps extends Pick<SectionProps, "clientId" | "period"> {
  /** No entry is due in the period. Without definitions either, nothing else is on the screen. */
  readonly isNothingDue: boolean;
}

/** The definitions of adjusting entries, each with its schedule; new ones begin here. */
export function Definitions({ clientId, period, isNothingDue }: DefinitionsProps) {
  const query = useCoreQuery("adjustments.definitions", { clientId });
  const [editing, setEditing] = useState<Editing | null>(null);
  const currency = useCurrency(clientId);
  const periods = useCoreQuery("periods.list", { clientId });
  // An entry is for the period that is being closed, which is seldom today's.
  const from = periods.data?.find(({ id }) => id === period)?.end ?? today();
  const isBlank = isNothingDue && query.data?.length === 0;
  return (
    <section className={styles.part} aria-label={t("Recurring and adjusting entries")}>
      <div className={styles.acts}>
        <h2>{t("Recurring and adjusting entries")}</h2>
        <a href={`#${clientAddress(clientId, "schedules")}`}>{t("To track each prepaid expense, fixed asset or loan, go to Schedules")}</a>
        <span className={styles.push} />
        <Button
          needs="preparer"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => setEditing({ definitionId: null, form: emptyEntry("accrual", from) })}
        >
          {t("New entry…")}
        </Button>
      </div>
      <QueryAnswer query={query} label={t("recurring and adjusting entries")}>
        {(definitions) =>
          isBlank ? (
            <EmptyState title={t("No adjusting entries yet")}>
              <p>{t("Add an accrual or a recurring entry, and Tieout lists it in each period that it's due in.")}</p>
            </EmptyState>
          ) : definitions.length === 0 ? (
            <p className={styles.none}>{t("No entries yet.")}</p>
          ) : (
            <DefinitionTable
              clientId={clientId}
              currency={currency}
              definitions={definitions}
              onEdit={(one) => setEditing({ definitionId: one.definitionId, form: entryForm(one) })}
            />
          )
        }
      </QueryAnswer>
      {editing === null ? null : (
        <EntryFields
          clientId={clientId}
          currency={currency}
          definitionId={editing.definitionId}
          start={editing.form}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}

function useCurrency(clientId: string): string {
  const list = useCoreQuery("clients.list", {});
  return list.data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? "";
}

interface TableProps {
  readonly clientId: string;
  readonly currency: string;
  readonly definitions: readonly AdjustingDefinitionView[];
  readonly onEdit: (definition: AdjustingDefinitionView) => void;
}

function DefinitionTable({ clientId, currency, definitions, onEdit }: TableProps) {
  return (
    <table className={styles.table} aria-label={t("List of recurring and adjusting entries")}>
      <thead>
        <tr>
          <th scope="col">{t("Entry")}</th>
          <th scope="col">{t("Schedule")}</th>
          <th scope="col" className={styles.end}>
            {t("Amount per period")}
          </th>
          <th scope="col">{t("Last change")}</th>
          <th scope="col">{t("Actions")}</th>
        </tr>
      </thead>
      <tbody>
        {definitions.map((definition) => (
          <DefinitionRow
            key={definition.definitionId}
            clientId={clientId}
            currency={currency}
            definition={definition}
            onEdit={() => onEdit(definition)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly clientId: string;
  readonly currency: string;
  readonly definition: AdjustingDefinitionView;
  readonly onEdit: () => void;
}

function DefinitionRow({ clientId, currency, definition, onEdit }: RowProps) {
  const [shown, setShown] = useState(false);
  const { perform, pending } = useActs(clientId);
  const { definitionId, entry, person, at } = definition;
  const lines = scheduleOf(entry, currencyDigits(currency));
  const remove = () =>
    void perform({
      key: definitionId,
      words: t("“{title}” removed. Journals already drafted or posted are kept.", { title: entry.title }),
      run: () => call("adjustments.remove", { clientId, definitionId }),
      undo: () => call("adjustments.save", { clientId, definitionId, entry }),
    });
  return (
    <tr>
      <td>
        <div className={text.medium}>{entry.title}</div>
        <div className={text.muted}>{KIND_WORDS[entry.kind]}</div>
      </td>
      <td>
        <button type="button" data-printed="" className={styles.link} aria-haspopup="dialog" onClick={() => setShown(true)}>
          {scheduleWords(entry, lines)}
        </button>
      </td>
      <td className={styles.end}>
        <Money amount={lines[0]?.amount ?? "0"} currency={currency} />
      </td>
      <td>
        <DecidedBy verb={t("Saved")} person={person} at={at} />
      </td>
      <td className={styles.links}>
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Edit {title}", { title: entry.title })}
          onClick={onEdit}
        >
          {t("Edit…")}
        </Button>
        <Button
          needs="preparer"
          kind="quiet"
          disabled={pending !== null}
          aria-label={t("Remove {title}", { title: entry.title })}
          onClick={remove}
        >
          {t("Remove")}
        </Button>
        {shown ? (
          <Dialog title={t("Schedule for {title}", { title: entry.title })} onClose={() => setShown(false)}>
            <ScrollSection className={styles.scroll} data-first-focus="" aria-label={t("Schedule for {title}", { title: entry.title })}>
              <Schedule entry={entry} currency={currency} />
            </ScrollSection>
          </Dialog>
        ) : null}
      </td>
    </tr>
  );
}

function scheduleWords(entry: AdjustingEntry, lines: ReturnType<typeof scheduleOf>): string {
  const first = formatPeriod(entry.from.slice(0, 7));
  const { last, endless } = scheduleFacts(lines, entry);
  const reverses = entry.kind === "accrual" && entry.reverses;
  if (endless) return t("Every period from {first}", { first });
  if (lines.length === 1)
    return reverses ? t("{first} only, auto-reversing on the first day of the next period", { first }) : t("{first} only", { first });
  const facts = { lines: lines.length, first, last: formatPeriod(last) };
  return reverses
    ? t("{lines} periods, {first} to {last}, each entry auto-reversing on the first day of the next period", facts)
    : t("{lines} periods, {first} to {last}", facts);
}
