import { Plus, X } from "lucide-react";
import { isZero } from "#shared/kernel/decimal.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import styles from "./adjusting.module.css";
import type { EntryPart } from "./adjusting-form.ts";
import { emptyLine, entryBalance, type LineForm } from "./adjusting-form.ts";

/** The lines of an entry, debits and credits, with what they differ by. */
export function EntryLineFields({ clientId, currency, form, errors, onChange }: EntryPart) {
  const { lines } = form;
  const edit = (key: number, change: Partial<LineForm>): void =>
    onChange({ lines: lines.map((line) => (line.key === key ? { ...line, ...change } : line)) });
  const left = entryBalance(lines);
  return (
    <div className={layout.mediumStack}>
      <table className={styles.editLines} aria-label={t("Lines of the entry")}>
        <thead>
          <tr>
            <th scope="col">{t("Account")}</th>
            <th scope="col">{t("Description")}</th>
            <th scope="col" className={styles.end}>
              {t("Debit")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Credit")}
            </th>
            <th scope="col">
              <HiddenText>{t("Remove line")}</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <LineRow
              key={line.key}
              clientId={clientId}
              line={line}
              number={index + 1}
              error={errors.get(`line ${line.key}`)}
              onEdit={(change) => edit(line.key, change)}
              onRemove={lines.length <= 2 ? null : () => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.acts}>
        <Button kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={() => onChange({ lines: [...lines, emptyLine(lines)] })}>
          {t("Add a line")}
        </Button>
        <span className={classes(styles.push, text.muted)} role="status">
          {left !== null && isZero(left) ? (
            t("Debits equal credits")
          ) : (
            <>
              {t("Debits less credits:")} <Figure amount={left} currency={currency} />
            </>
          )}
        </span>
      </div>
    </div>
  );
}

interface LineRowProps {
  readonly clientId: string;
  readonly line: LineForm;
  readonly number: number;
  readonly error: string | undefined;
  readonly onEdit: (change: Partial<LineForm>) => void;
  readonly onRemove: (() => void) | null;
}

function LineRow({ clientId, line, number, error, onEdit, onRemove }: LineRowProps) {
  const amount = (side: "debit" | "credit", label: string) => (
    <td className={styles.sumCell}>
      <input
        className={classes(styles.input, text.end)}
        inputMode="decimal"
        autoComplete="off"
        aria-label={t("{label}, line {number}", { label, number })}
        value={line[side]}
        onChange={(event) =>
          onEdit(side === "debit" ? { debit: event.target.value, credit: "" } : { credit: event.target.value, debit: "" })
        }
      />
    </td>
  );
  return (
    <>
      <tr>
        <td className={styles.account}>
          <ComboboxField
            clientId={clientId}
            kind="account"
            label={t("Account, line {number}", { number })}
            value={line.account}
            error={error}
            onChange={(account) => onEdit({ account })}
          />
        </td>
        <td>
          <input
            className={styles.input}
            aria-label={t("Description, line {number}", { number })}
            maxLength={500}
            value={line.description}
            onChange={(event) => onEdit({ description: event.target.value })}
          />
        </td>
        {amount("debit", t("Debit"))}
        {amount("credit", t("Credit"))}
        <td>
          <Button
            kind="quiet"
            aria-label={t("Remove line {number}", { number })}
            icon={<X size={14} aria-hidden />}
            disabled={onRemove === null}
            onClick={() => onRemove?.()}
          />
        </td>
      </tr>
      {error === undefined ? null : (
        <tr>
          <td colSpan={5} className={text.error}>
            {error}
          </td>
        </tr>
      )}
    </>
  );
}
