import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import styles from "../form.module.css";
import { SelectInput, TextInput } from "../form-field.tsx";
import { type DocumentForm, EMPTY_LINE, editedLine, type FieldErrors, isBlank, type LineForm, netOf } from "./transaction-draft.ts";

interface LineEditorProps {
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly decimals: number;
  readonly lineTarget: "account" | "item" | "both";
  readonly dimensions: readonly Dimension[];
  readonly errors: FieldErrors;
  readonly onChange: (lines: readonly LineForm[]) => void;
}

/** The lines of a document: Enter adds one below, and goes to it. */
export function LineEditor(props: LineEditorProps) {
  const { form, onChange } = props;
  const { lines } = form;
  const table = useRef<HTMLTableElement>(null);
  const goTo = useRef<number | null>(null);
  const addBelow = (index: number) => {
    const key = Math.max(-1, ...lines.map((line) => line.key)) + 1;
    goTo.current = key;
    onChange([...lines.slice(0, index + 1), { ...EMPTY_LINE, kind: lines[index]?.kind ?? "account", key }, ...lines.slice(index + 1)]);
  };
  useEffect(() => {
    if (goTo.current === null) return;
    table.current?.querySelector<HTMLElement>(`[data-line="${goTo.current}"] [role="combobox"]`)?.focus();
    goTo.current = null;
  });
  const isJournal = form.type === "journal";
  return (
    <div className={layout.mediumStack}>
      <table ref={table} className={styles.lines} aria-label={t("Lines")}>
        <LineHead isJournal={isJournal} both={props.lineTarget === "both" && !isJournal} />
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            {...props}
            line={line}
            index={index}
            place={lines.slice(0, index).filter((other) => !isBlank(other)).length}
            onLine={(change) =>
              onChange(lines.map((other) => (other.key === line.key ? editedLine(other, change, form.type, props.decimals) : other)))
            }
            onRemove={() => onChange(lines.filter((other) => other.key !== line.key))}
            onEnter={() => addBelow(index)}
          />
        ))}
      </table>
      <div className={styles.tags}>
        <Button kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={() => addBelow(lines.length - 1)}>
          {t("Add a line")}
        </Button>
        <span className={textStyles.mutedSmall}>{t("Enter adds a line below. Ctrl+Enter continues to review.")}</span>
      </div>
    </div>
  );
}

function LineHead({ isJournal, both }: { readonly isJournal: boolean; readonly both: boolean }) {
  return (
    <>
      <colgroup>
        {both ? <col width="92" /> : null}
        <col width="26%" />
        <col />
        {isJournal ? null : <col width="82" />}
        <col width="120" />
        <col width="120" />
        <col width="104" />
        <col width="36" />
      </colgroup>
      <thead>
        <tr>
          {both ? <th scope="col">{t("On")}</th> : null}
          <th scope="col">{t("Account{isJournal}", { isJournal: isJournal ? "" : t(" or item") })}</th>
          <th scope="col">{t("Description")}</th>
          {isJournal ? null : (
            <th scope="col" className={styles.end}>
              {t("Quantity")}
            </th>
          )}
          <th scope="col" className={styles.end}>
            {isJournal ? t("Debit") : t("Price")}
          </th>
          <th scope="col" className={styles.end}>
            {isJournal ? t("Credit") : t("Net")}
          </th>
          <th scope="col">{t("Tax code")}</th>
          <th scope="col">
            <HiddenText>{t("Remove line")}</HiddenText>
          </th>
        </tr>
      </thead>
    </>
  );
}

interface LineRowProps extends LineEditorProps {
  readonly line: LineForm;
  readonly index: number;
  /** Its number among the lines that are not empty, from 0: how errors name it. */
  readonly place: number;
  readonly onLine: (change: Partial<LineForm>) => void;
  readonly onRemove: () => void;
  readonly onEnter: () => void;
}

function LineRow(props: LineRowProps) {
  const { form, lineTarget, dimensions, errors, line, index, place, onLine, onEnter } = props;
  const isJournal = form.type === "journal";
  const empty = isBlank(line) && !(place === 0 && form.lines.every(isBlank));
  const error = (field: string) => (empty ? undefined : errors[`lines[${place}].${field}`]);
  const label = (words: string) => t("Line {index}: {words}", { index: index + 1, words });
  const both = lineTarget === "both" && !isJournal;
  const wrong = ["accountId", "quantity", "unitAmount", "net", "credit", "taxCode", "description", "dimensions"].flatMap(
    (field) => error(field) ?? [],
  );
  const columns = (both ? 8 : 7) - (isJournal ? 1 : 0);
  const shown = dimensions.filter((dimension) => dimension.level !== "header" || (line.dimensions[dimension.id] ?? "") !== "");
  return (
    <tbody
      data-line={line.key}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
        if (!(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onEnter();
      }}
    >
      <LineCells {...props} error={error} label={label} isJournal={isJournal} both={both} />
      {shown.length === 0 && wrong.length === 0 ? null : (
        <tr className={styles.more}>
          <td colSpan={columns}>
            <div className={styles.tags}>
              {wrong.map((message) => (
                <span key={message} className={styles.error}>
                  {message}
                </span>
              ))}
              <DimensionChoices dimensions={shown} line={line} label={label} onLine={onLine} />
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface CellProps extends LineRowProps {
  readonly error: (field: string) => string | undefined;
  readonly label: (words: string) => string;
  readonly isJournal: boolean;
  readonly both: boolean;
}

function LineCells(props: CellProps) {
  const { clientId, line, both, error, label, onLine, onRemove } = props;
  return (
    <tr>
      {both ? (
        <td>
          <SelectInput
            label={label(t("account or item"))}
            value={line.kind}
            options={KINDS}
            onChange={(kind) => onLine({ kind, target: null })}
          />
        </td>
      ) : null}
      <td>
        <ComboboxField
          clientId={clientId}
          kind={line.kind}
          label={label(line.kind)}
          value={line.target}
          error={error("accountId")}
          placeholder={line.kind === "item" ? t("Item") : t("Account")}
          onChange={(target) => onLine({ target })}
        />
      </td>
      <td>
        <TextInput
          label={label("description")}
          value={line.description}
          error={error("description")}
          onChange={(description) => onLine({ description })}
        />
      </td>
      <AmountCells {...props} />
      <td>
        <TextInput label={label(t("tax code"))} value={line.taxCode} error={error("taxCode")} onChange={(taxCode) => onLine({ taxCode })} />
      </td>
      <td>
        <Button
          kind="quiet"
          aria-label={label(t("remove"))}
          title={t("Remove line")}
          icon={<X size={14} aria-hidden />}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

const KINDS = [
  ["account", t("Account")],
  ["item", t("Item")],
] as const;

function AmountCells({ form, decimals, line, onLine, error, label, isJournal }: CellProps) {
  const worked = line.net.trim() === "" ? (netOf(line, form.type, decimals) ?? undefined) : undefined;
  const fields = isJournal
    ? (["net", "credit"] as const).map((field) => ({ field, words: field === "net" ? "debit" : "credit", placeholder: undefined }))
    : ([
        { field: "quantity", words: "quantity", placeholder: undefined },
        { field: "unitAmount", words: "price", placeholder: undefined },
        { field: "net", words: "net", placeholder: worked },
      ] as const);
  return fields.map(({ field, words, placeholder }) => (
    <td key={field}>
      <TextInput
        amount
        label={label(words)}
        value={line[field]}
        error={error(field)}
        placeholder={placeholder}
        onChange={(text) => onLine({ [field]: text })}
      />
    </td>
  ));
}

function DimensionChoices({
  dimensions,
  line,
  label,
  onLine,
}: {
  readonly dimensions: readonly Dimension[];
  readonly line: LineForm;
  readonly label: (words: string) => string;
  readonly onLine: (change: Partial<LineForm>) => void;
}) {
  return dimensions.map(({ id, name, values }) => (
    <label key={id} className={styles.tag}>
      {name}
      <select
        className={classes(styles.input)}
        aria-label={label(name)}
        value={line.dimensions[id] ?? ""}
        onChange={(event) => onLine({ dimensions: { ...line.dimensions, [id]: event.target.value } })}
      >
        <option value="">–</option>
        {values
          .filter((value) => value.active || value.id === line.dimensions[id])
          .map((value) => (
            <option key={value.id} value={value.id}>
              {value.name}
            </option>
          ))}
      </select>
    </label>
  ));
}
