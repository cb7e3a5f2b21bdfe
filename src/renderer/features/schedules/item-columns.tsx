import type { ScheduleItemRow } from "#shared/contract/close/schedules.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import { KIND_WORDS, stateWords } from "./schedule-words.ts";

/** The columns of the items: the period first, then what each month of the fiscal year posts. @param current the month on screen */
export function itemColumns(currency: string, months: readonly string[], current: string): readonly Column<ScheduleItemRow>[] {
  return [
    {
      id: "item",
      header: t("Item"),
      help: t("Press Enter on an item to see its schedule, month by month."),
      width: "minmax(180px, 2fr)",
      cell: ({ item, source }) => (
        <span className={text.oneLine} title={source ?? item.title}>
          <span className={text.medium}>{item.title}</span>
        </span>
      ),
      value: ({ item }) => item.title,
    },
    words("kind", t("Schedule"), "116px", ({ item }) => KIND_WORDS[item.kind]),
    { ...words("account", t("Account"), "minmax(180px, 1fr)", ({ account }) => account), minor: true },
    {
      ...words("from", t("From"), "96px", ({ item }) => formatDay(item.from)),
      minor: true,
      value: ({ item }) => item.from,
    },
    {
      ...words("left", t("Months left"), "84px", ({ monthsLeft }) => String(monthsLeft)),
      help: t("Months after this period in which the item has an entry or a reduction."),
      ...{ align: "end" as const, counts: true, minor: true },
    },
    amount("opening", t("Opening"), t("Balance before the first day of the period."), currency, ({ opening }) => opening, true),
    amount("added", t("Additions"), t("Amounts added to the item in the period."), currency, ({ added }) => added, true),
    amount(
      "reduced",
      t("Reductions"),
      t("Amounts expensed, earned, depreciated, reversed, settled, repaid or disposed of in the period."),
      currency,
      ({ reduced }) => reduced,
    ),
    amount("closing", t("Closing"), t("Balance per schedule on the last day of the period."), currency, ({ closing }) => closing),
    {
      id: "state",
      header: t("Entry"),
      help: t("Status of the journal entry for this period."),
      width: "112px",
      cell: ({ state }) => <EntryState state={state} />,
      value: ({ state }) => stateWords(state)?.word ?? null,
    },
    ...months.map((month, place): Column<ScheduleItemRow> => {
      const cellOf = ({ cells }: ScheduleItemRow) => cells.find((cell) => cell.month === month);
      return {
        id: `month-${month}`,
        header: formatPeriod(month),
        help: monthHelp(formatPeriod(month)),
        width: "92px",
        align: "end",
        // The nearer to the month on screen, the longer it stays.
        minor: Math.abs(place - months.indexOf(current)),
        cell: (row) => {
          const cell = cellOf(row);
          if (cell === undefined || cell.amount === null) return null;
          const isPosted = cell.state === "confirmed" || cell.state === "booked";
          return (
            <span className={isPosted ? undefined : text.muted} title={stateWords(cell.state, month > current)?.word}>
              <Figure amount={cell.amount} currency={currency} />
            </span>
          );
        },
        value: (row) => amountValue(cellOf(row)?.amount, currency),
      };
    }),
  ];
}

/** What a month's amount is: a loan's is more than what it takes off the balance, which is under *Reductions*. */
function monthHelp(month: string): string {
  return t("Total of the {month} journal entry; a loan's includes interest. Gray: the entry or its reversal isn't posted.", { month });
}

/** The entry of a month as a chip; posted ones are plain text. */
export function EntryState({ state, isLater = false }: { readonly state: ScheduleItemRow["state"]; readonly isLater?: boolean }) {
  const found = stateWords(state, isLater);
  if (found === null) return null;
  if (state === "due" || state === "booked") return <span title={found.means}>{found.word}</span>;
  return <Chip quiet={found.tone === "ok"} tone={found.tone} word={found.word} title={found.means} />;
}

function words(id: string, header: string, width: string, of: (row: ScheduleItemRow) => string): Column<ScheduleItemRow> {
  return {
    ...{ id, header, width, value: of },
    cell: (row) => (
      <span className={text.oneLine} title={of(row)}>
        {of(row)}
      </span>
    ),
  };
}

function amount(
  id: string,
  header: string,
  help: string,
  currency: string,
  of: (row: ScheduleItemRow) => string,
  minor = false,
): Column<ScheduleItemRow> {
  return {
    ...{ id, header, help, minor, width: "104px", align: "end" as const },
    cell: (row) => <Figure amount={of(row)} currency={currency} />,
    value: (row) => amountValue(of(row), currency),
  };
}
