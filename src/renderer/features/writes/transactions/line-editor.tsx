import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Dimension } from "#shared/model/books/dimension.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useMayAs } from "../../../state/window/current-role.ts";
import { isOwnKey } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { HiddenText } from "../../../ui/controls/hidden-text.tsx";
import { Kbd, Keys } from "../../../ui/controls/kbd.tsx";
import styles from "../form.module.css";
import { AmountCells, DimensionCell, type LineContext, RemoveCell, TargetCell, TaxCell, TextCell } from "./line-cells.tsx";
import {
  type DocumentForm,
  EMPTY_LINE,
  editedLine,
  type FieldErrors,
  isBlank,
  type LineForm,
  type LineKinds,
} from "./transaction-draft.ts";
import type { EntryAids } from "./use-entry-aids.ts";

interface LineEditorProps {
  /** Ctrl+Enter saves what is entered; otherwise it is reviewed first. */
  readonly saves: boolean;
  readonly clientId: string;
  readonly form: DocumentForm;
  readonly decimals: number;
  readonly lineTarget: "account" | "item" | "both";
  readonly dimensions: readonly Dimension[];
  readonly aids: EntryAids;
  readonly errors: FieldErrors;
  readonly onChange: (lines: readonly LineForm[]) => void;
}

/** How many dimensions have their own column; others are below the line. */
const DIMENSION_COLUMNS = 2;

/** The lines of a document. Enter and Tab move from cell to cell, and the last line is always empty for those who can fill it in. */
export function LineEditor(props: LineEditorProps) {
  const { form, onChange, aids } = props;
  const mayEnter = useMayAs("preparer");
  const lines = mayEnter ? withBlankLine(form) : form.lines;
  const table = useRef<HTMLTableElement>(null);
  const goTo = useRef<number | null>(null);
  const context = lineContext(props, lines);
  useEffect(() => {
    if (goTo.current === null) return;
    table.current?.querySelector<HTMLElement>(`[data-line="${goTo.current}"] input`)?.focus();
    goTo.current = null;
  });
  const addLine = () => {
    const blank = blankLine(form, lines);
    goTo.current = blank.key;
    onChange([...lines, blank]);
  };
  const removeLine = (key: number) => {
    const at = lines.findIndex((line) => line.key === key);
    goTo.current = (lines[at + 1] ?? lines[at - 1])?.key ?? null;
    onChange(lines.filter((line) => line.key !== key));
  };
  const keys = {
    enter: <Kbd>{t("Enter")}</Kbd>,
    tab: <Kbd>{t("Tab")}</Kbd>,
    remove: <Keys keys="ctrl+shift+backspace" />,
    done: <Keys keys="ctrl+enter" />,
  };
  return (
    <div className={layout.mediumStack}>
      <table ref={table} className={styles.lines} aria-label={t("Lines")}>
        <LineHead context={context} />
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            context={context}
            line={line}
            index={index}
            place={lines.slice(0, index).filter((other) => !isBlank(other)).length}
            onLine={(change) =>
              onChange(
                lines.map((other) =>
                  other.key === line.key
                    ? editedLine(other, { ...usual(other, change, aids, form), ...change }, form.type, props.decimals)
                    : other,
                ),
              )
            }
            onRemove={() => removeLine(line.key)}
          />
        ))}
      </table>
      <div className={styles.tags}>
        <Button kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={addLine}>
          {t("Add a line")}
        </Button>
        <span className={styles.keys}>
          {props.saves ? (
            <Sentence text="{enter} or {tab} next cell, {remove} remove line, {done} save" values={keys} />
          ) : (
            <Sentence text="{enter} or {tab} next cell, {remove} remove line, {done} review" values={keys} />
          )}
        </span>
      </div>
    </div>
  );
}

/** Adds an empty line at the end, so that there is always one to fill in. */
function withBlankLine(form: DocumentForm): readonly LineForm[] {
  const last = form.lines.at(-1);
  return last !== undefined && isBlank(last) ? form.lines : [...form.lines, blankLine(form, form.lines)];
}

function blankLine(form: DocumentForm, lines: readonly LineForm[]): LineForm {
  const kind = form.lines.at(-1)?.kind ?? "account";
  return { ...EMPTY_LINE, kind, key: Math.max(-1, ...lines.map((line) => line.key)) + 1 };
}

/** Defaults for a line's first edit: the contact's usual account and tax code. */
function usual(
  line: LineForm,
  change: Partial<LineForm>,
  { defaults, taxList, refused }: EntryAids,
  form: DocumentForm,
): Partial<LineForm> {
  if (!isBlank(line) || form.type === "journal" || line.taxCode !== "") return {};
  const own = defaults?.line ?? null;
  const code = own?.taxCode ?? taxList.find((each) => each.usual)?.code ?? "";
  const taxCode = refused.taxCode === undefined && form.basis !== "none" && code !== "" ? { taxCode: code } : {};
  const target = change.target === undefined && own !== null && form.party !== null ? { kind: own.kind, target: own.target } : {};
  return { ...taxCode, ...target };
}

function lineContext(props: LineEditorProps, lines: readonly LineForm[]): LineContext {
  const { form, dimensions, lineTarget, aids } = props;
  const isJournal = form.type === "journal";
  const shown = dimensions.filter(
    (dimension) => dimension.level !== "header" || lines.some((line) => (line.dimensions[dimension.id] ?? "") !== ""),
  );
  return {
    clientId: props.clientId,
    form: { ...form, lines },
    decimals: props.decimals,
    isJournal,
    kinds: lineKinds(form.type, lineTarget, aids),
    taxList: aids.taxList,
    hasTax: aids.taxList.length > 0 && aids.refused.taxCode === undefined && form.basis !== "none",
    accountsWithoutPrice: aids.refused["lines.account.quantity"],
    usualTarget: form.party === null ? undefined : aids.defaults?.line?.target.name,
    columns: shown.length <= DIMENSION_COLUMNS ? shown : [],
    below: shown.length <= DIMENSION_COLUMNS ? [] : shown,
    errors: props.errors,
  };
}

const KINDS = ["account", "item"] as const;

/** What the lines of a document can name with this ledger. */
export function lineKinds(type: DocumentForm["type"], lineTarget: LineEditorProps["lineTarget"], { refused }: EntryAids): LineKinds {
  if (type === "journal") return ["account"];
  return KINDS.filter((kind) => (lineTarget === "both" || lineTarget === kind) && refused[`lines.${kind}`] === undefined);
}

function LineHead({ context }: { readonly context: LineContext }) {
  const { isJournal, kinds, hasTax, columns, form } = context;
  return (
    <>
      {/* The description takes what the others leave. */}
      <colgroup>
        <col width="20%" />
        <col />
        {isJournal ? null : <col width="68" />}
        {isJournal ? null : <col width="96" />}
        {hasTax ? <col width="136" /> : null}
        {columns.map(({ id }) => (
          <col key={id} width="104" />
        ))}
        {isJournal ? <col width="112" /> : null}
        <col width="112" />
        <col width="36" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{kinds.length === 2 ? t("Account or item") : kinds[0] === "item" ? t("Item") : t("Account")}</th>
          <th scope="col">{t("Description")}</th>
          {isJournal ? null : (
            <th scope="col" className={styles.end}>
              {t("Quantity")}
            </th>
          )}
          {isJournal ? null : (
            <th scope="col" className={styles.end}>
              {t("Price")}
            </th>
          )}
          {hasTax ? <th scope="col">{t("Tax code")}</th> : null}
          {columns.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
          {isJournal ? (
            <th scope="col" className={styles.end}>
              {t("Debit")}
            </th>
          ) : null}
          <th scope="col" className={styles.end}>
            {isJournal ? t("Credit") : form.basis === "inclusive" ? t("Amount with tax") : t("Amount")}
          </th>
          <th scope="col">
            <HiddenText>{t("Remove line")}</HiddenText>
          </th>
        </tr>
      </thead>
    </>
  );
}

interface LineRowProps {
  readonly context: LineContext;
  readonly line: LineForm;
  readonly index: number;
  /** Its index among the lines that aren't empty, as errors refer to it. */
  readonly place: number;
  readonly onLine: (change: Partial<LineForm>) => void;
  readonly onRemove: () => void;
}

const LINE_FIELDS = ["accountId", "quantity", "unitAmount", "net", "credit", "taxCode", "description", "dimensions"];

/** Whether what is wrong with a field is said below its line, or of all of them below the table. */
export function isShownInLines(field: string): boolean {
  const part = /^lines\[\d+\]\.(\w+)$/.exec(field)?.[1];
  return field === "lines" || (part !== undefined && LINE_FIELDS.includes(part));
}

function LineRow({ context, line, index, place, onLine, onRemove }: LineRowProps) {
  const { form, errors, isJournal, hasTax, columns, below } = context;
  const empty = isBlank(line) && !(index === 0 && form.lines.every(isBlank));
  const error = (field: string) => (empty ? undefined : errors[`lines[${place}].${field}`]);
  const label = (words: string) => t("Line {index}: {fields}", { index: index + 1, fields: words });
  const wrong = LINE_FIELDS.flatMap((field) => error(field) ?? []);
  const cell = { context, line, counts: !empty, error, label, onLine };
  // Up to the amount: the button that removes the line has nothing below it.
  const width = 4 + (isJournal ? 0 : 1) + (hasTax ? 1 : 0) + columns.length;
  return (
    <tbody data-line={line.key} onKeyDown={(event) => onLineKey(event, onRemove)}>
      <tr>
        <TargetCell {...cell} />
        <TextCell {...cell} />
        {isJournal ? null : <AmountCells {...cell} fields={["quantity", "unitAmount"]} />}
        {hasTax ? <TaxCell {...cell} /> : null}
        {columns.map((dimension) => (
          <td key={dimension.id}>
            <DimensionCell {...cell} dimension={dimension} />
          </td>
        ))}
        <AmountCells {...cell} fields={isJournal ? ["net", "credit"] : ["net"]} />
        <RemoveCell number={index + 1} onRemove={onRemove} />
      </tr>
      {(below.length === 0 || empty) && wrong.length === 0 ? null : (
        <tr className={styles.more}>
          <td colSpan={width}>
            {wrong.map((message) => (
              <p key={message} className={styles.error}>
                {message}
              </p>
            ))}
            <div className={styles.dimensions}>
              {below.map((dimension) => (
                // biome-ignore lint/a11y/noLabelWithoutControl: the field inside names itself
                <label key={dimension.id} className={styles.dimension}>
                  {dimension.name}
                  <DimensionCell {...cell} dimension={dimension} />
                </label>
              ))}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Enter goes to the next cell, and from the last one to the next line; in an open list it takes the row and goes on. */
function onLineKey(event: KeyboardEvent<HTMLTableSectionElement>, onRemove: () => void): void {
  const { target } = event;
  if (!isOwnKey(event)) return;
  if (event.key === "Backspace" && event.ctrlKey && event.shiftKey) {
    event.preventDefault();
    onRemove();
    return;
  }
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const cells = [...(event.currentTarget.closest("table")?.querySelectorAll<HTMLInputElement>("tbody input:not(:disabled)") ?? [])];
  const next = cells[cells.indexOf(target) + (event.shiftKey ? -1 : 1)];
  // A row that the same key took from a list is drawn first: leaving the field before that would put back what it had.
  queueMicrotask(() => next?.focus());
}
