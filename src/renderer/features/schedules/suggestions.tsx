import { useState } from "react";
import type { ScheduleSuggestion, SchedulesView } from "#shared/contract/close/schedules.ts";
import type { ScheduleItem } from "#shared/model/close/schedule-item.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { type Editing, readySuggestion, suggestedItem } from "./item-form.ts";
import { firstSuggestions, KIND_WORDS } from "./schedule-words.ts";
import styles from "./schedules.module.css";

interface SuggestionsProps {
  readonly clientId: string;
  readonly view: SchedulesView;
  readonly onEdit: (editing: Editing) => void;
}

/** Bills and expenses on prepaid and fixed asset accounts that aren't on a schedule yet. */
export function Suggestions({ clientId, view, onEdit }: SuggestionsProps) {
  const [all, setAll] = useState(false);
  const { suggestions, currency } = view;
  if (suggestions.length === 0) return null;
  const { count, rows } = firstSuggestions(suggestions);
  const shown = all ? suggestions : rows;
  return (
    <section className={styles.suggestions} aria-label={t("May need a schedule")}>
      <h2>{t("{count, plural, one {1 transaction may need a schedule} other {# transactions may need a schedule}}", { count })}</h2>
      <table>
        <tbody>
          {shown.map((one) => (
            <Suggestion key={`${one.recordId} ${one.accountId}`} clientId={clientId} currency={currency} one={one} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
      {suggestions.length > rows.length ? (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("Show fewer") : t("Show all {count}", { count })}
        </Button>
      ) : null}
    </section>
  );
}

interface SuggestionProps {
  readonly clientId: string;
  readonly currency: string;
  readonly one: ScheduleSuggestion;
  readonly onEdit: (editing: Editing) => void;
}

function Suggestion({ clientId, currency, one, onEdit }: SuggestionProps) {
  const { perform, pending } = useActs(clientId);
  const { kind, title, date, amount, account, recordId } = one;
  const ready = readySuggestion(one);
  const add = (item: ScheduleItem) =>
    void perform({
      key: recordId,
      words: t("{schedule} added: {title}.", { title, schedule: KIND_WORDS[kind] }),
      run: () => call("schedules.save", { clientId, item }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  return (
    <tr>
      <td>
        <a href={`#${documentAddress(clientId, recordId)}`}>{title}</a>
      </td>
      <td>{account}</td>
      <td>{formatDay(date)}</td>
      <td className={styles.end}>
        <Money amount={amount} currency={currency} />
      </td>
      <td className={styles.entry}>
        {ready === null ? null : (
          <Button
            needs="preparer"
            disabled={pending !== null}
            title={t("Spreads the amount over {months, plural, one {1 month} other {# months}}, like the last item on this account", {
              months: ready.months,
            })}
            aria-label={t("Add {title}", { title })}
            onClick={() => add(ready)}
          >
            {t("Add")}
          </Button>
        )}
        <Button
          needs="preparer"
          kind={ready === null ? "plain" : "quiet"}
          aria-label={t("Add {title} with details", { title })}
          onClick={() => onEdit({ itemId: null, form: suggestedItem(one) })}
        >
          {ready === null ? t("Add…") : t("Add with details…")}
        </Button>
      </td>
    </tr>
  );
}
