import { useState } from "react";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { capitalized } from "../../../format/text/capitalized.ts";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { DayInput } from "../../../ui/fields/date-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../group.module.css";
import { RATE_LABELS } from "../group-labels.ts";
import { useGroupActs } from "../use-group-actions.ts";
import { BLANK_RATE, type MissingForm, NOTHING_TYPED, needKey, readMissing } from "./missing-rates-form.ts";
import { type RateNeed, rateDayLabel } from "./rate-form.ts";
import { saveRates, undoRates } from "./save-missing-rates.ts";

interface MissingRatesProps {
  readonly tree: EntityTreeVersion;
  /** Those that are missing. */
  readonly needs: readonly RateNeed<unknown>[];
}

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** Every rate that is missing, filled in at once; what is left empty stays missing. */
export function MissingRates({ tree, needs }: MissingRatesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, MissingForm>>>({});
  const [source, setSource] = useState("");
  const [errors, setErrors] = useState(NO_ERRORS);
  const { act, pending } = useGroupActs();
  const change = (key: string, part: Partial<MissingForm>): void => {
    setTyped({ ...typed, [key]: { ...(typed[key] ?? BLANK_RATE), ...part } });
    setErrors(NO_ERRORS);
  };
  const save = (): void => {
    const read = readMissing(needs, typed, source);
    setErrors(read.errors);
    if (read.errors.size > 0) return;
    act(savedWords(read.rates.length, read.days.size), () => saveRates(tree, read), undoRates);
  };
  return (
    <form
      className={styles.missing}
      aria-label={t("Missing rates")}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2 className={styles.title}>{t("{needs, plural, one {# rate is missing} other {# rates are missing}}", { needs: needs.length })}</h2>
      <p className={styles.quiet}>
        {t(
          "The group's figures appear once every rate they need is entered. Tieout never inverts rates, derives cross rates or uses rates from other dates.",
        )}
      </p>
      <LabelledField name={t("Source of these rates")} error={undefined} hint={t("For example, a central bank.")}>
        {(rest) => <input {...rest} className={styles.input} value={source} onChange={(event) => setSource(event.target.value)} />}
      </LabelledField>
      <table className={styles.table} aria-label={t("Missing rates")}>
        <thead>
          <tr>
            <th scope="col">{t("Currencies")}</th>
            <th scope="col">{t("Type")}</th>
            <th scope="col">{t("Date")}</th>
            <th scope="col">{t("One unit equals")}</th>
            <th scope="col">{t("Source, if different")}</th>
            <th scope="col">{t("Used by")}</th>
          </tr>
        </thead>
        <tbody>
          {needs.map((need) => (
            <MissingRow
              key={needKey(need)}
              tree={tree}
              need={need}
              form={typed[needKey(need)] ?? BLANK_RATE}
              errors={errors}
              onChange={(part) => change(needKey(need), part)}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.acts}>
        <Button needs="preparer" kind="primary" type="submit" disabled={pending}>
          {t("Save rates")}
        </Button>
        <span role="status" className={styles.error}>
          {errors.size === 0 ? null : (errors.get(NOTHING_TYPED) ?? t("Not saved. Check the highlighted fields."))}
        </span>
      </div>
    </form>
  );
}

function savedWords(rates: number, days: number): string {
  const saved = t("{rates, plural, one {# rate saved.} other {# rates saved.}}", { rates });
  if (days === 0) return saved;
  return `${saved} ${t("{days, plural, one {A historical rate date was} other {Historical rate dates were}} saved in the entity tree.", { days })}`;
}

interface MissingRowProps {
  readonly tree: EntityTreeVersion;
  readonly need: RateNeed<unknown>;
  readonly form: MissingForm;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<MissingForm>) => void;
}

function MissingRow({ tree, need, form, errors, onChange }: MissingRowProps) {
  const { from, to, kind, day, nodeIds } = need;
  const pair = t("{kind} rate {from} to {to}", { kind: RATE_LABELS[kind].word.toLowerCase(), from, to });
  const name = day === null ? pair : t("{pair}, {day}", { pair, day: formatDay(day) });
  const wrong = (field: string) => errors.get(`${needKey(need)}|${field}`);
  const members = nodeIds.map((id) => tree.tree.nodes.find((node) => node.id === id)?.name ?? id).join(", ");
  return (
    <tr>
      <th scope="row">{t("{from} to {to}", { from, to })}</th>
      <td title={RATE_LABELS[kind].means}>{RATE_LABELS[kind].word}</td>
      <td>
        {day === null ? (
          <DayInput
            className={styles.input ?? ""}
            aria-label={t("Date: {name}", { name })}
            aria-invalid={wrong("day") !== undefined}
            value={form.day}
            onChange={(value) => onChange({ day: value })}
          />
        ) : (
          rateDayLabel(kind, day)
        )}
        <Wrong words={wrong("day")} />
      </td>
      <td>
        <input
          className={classes(styles.input, styles.amount)}
          inputMode="decimal"
          placeholder={to}
          autoComplete="off"
          aria-label={capitalized(name)}
          aria-invalid={wrong("rate") !== undefined}
          value={form.rate}
          onChange={(event) => onChange({ rate: event.target.value })}
        />
        <Wrong words={wrong("rate")} />
      </td>
      <td>
        <input
          className={styles.input}
          aria-label={t("Source: {name}", { name })}
          aria-invalid={wrong("source") !== undefined}
          value={form.source}
          onChange={(event) => onChange({ source: event.target.value })}
        />
        <Wrong words={wrong("source")} />
      </td>
      <td>{members}</td>
    </tr>
  );
}

function Wrong({ words }: { readonly words: string | undefined }) {
  return words === undefined ? null : <div className={styles.error}>{words}</div>;
}
