import type { ReactNode } from "react";
import type { FindingRow } from "#shared/contract/clients/clients.ts";
import { withAmounts } from "../../format/amounts/amounts-in-text.ts";
import { withDays } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import link from "../../styles/link.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import { Description } from "./description.tsx";
import { fieldOf, kindLabel, recordOf, whatHappened } from "./exception-labels.ts";
import styles from "./exceptions-page.module.css";

/** The findings whose descriptions are unfolded. Kept for the whole table, since other rows take a row's place while it scrolls. */
interface Unfolded {
  /** All of them, as where there are so few that nothing needs folding. */
  readonly all?: boolean;
  readonly numbers: readonly number[];
  readonly onToggle: (findingNo: number) => void;
}

/** The columns of the findings; `act` is what can be done to one. */
export function findingColumns(
  clientId: string,
  setOf: (stream: string) => string,
  unfolded: Unfolded,
  act: (row: FindingRow, tabIndex: 0 | -1) => ReactNode,
): readonly Column<FindingRow>[] {
  return [
    {
      id: "kind",
      header: t("Type"),
      help: t("The type of exception."),
      width: "180px",
      cell: ({ code, acknowledged }) => <Chip tone={acknowledged === null ? "warning" : "neutral"} word={kindLabel(code)} />,
      value: ({ code }) => kindLabel(code),
    },
    {
      id: "what",
      header: t("Description"),
      help: t("What Tieout noticed during a sync, or by comparing two syncs."),
      width: "minmax(420px, 3fr)",
      wraps: true,
      cell: (row, tabIndex) => (
        <Description
          text={plain(whatHappened(row))}
          open={unfolded.all === true || unfolded.numbers.includes(row.findingNo)}
          folds={unfolded.all !== true}
          tabIndex={tabIndex}
          onToggle={() => unfolded.onToggle(row.findingNo)}
        />
      ),
      value: ({ message }) => plain(message),
    },
    {
      id: "record",
      header: t("Record"),
      help: t("The transaction, contact or other record that the exception is about."),
      width: "minmax(260px, 2fr)",
      cell: (row) => <Record clientId={clientId} row={row} />,
      value: (row) => plain(recordOf(row)),
    },
    ...placeColumns(setOf),
    {
      id: "seen",
      header: t("First seen"),
      help: t("When Tieout first noticed the exception."),
      width: "96px",
      cell: ({ firstSeen }) => <Age instant={firstSeen} />,
      value: ({ firstSeen }) => firstSeen,
    },
    {
      id: "looked",
      control: true,
      header: t("Acknowledged"),
      help: t("Who acknowledged the exception."),
      width: "150px",
      cell: act,
      value: ({ acknowledged }) => acknowledged?.person ?? null,
    },
  ];
}

/** Where it was found. The description says it too, so these give way to it together. */
function placeColumns(setOf: (stream: string) => string): readonly Column<FindingRow>[] {
  const last = { minor: 2, pair: "place" };
  return [
    {
      ...last,
      id: "field",
      header: t("Field"),
      help: t("The field with the problem, or the lock date that was moved back."),
      width: "120px",
      cell: (row) => fieldOf(row) ?? "–",
      value: fieldOf,
    },
    {
      ...last,
      id: "stream",
      header: t("Data set"),
      help: t("The data set in which the exception was found."),
      width: "120px",
      cell: ({ stream }) => <Cut text={setOf(stream)} />,
      value: ({ stream }) => setOf(stream),
    },
  ];
}

function plain(text: string): string {
  return withAmounts(withDays(text));
}

function Cut({ text }: { readonly text: string }) {
  return (
    <span className={styles.cut} title={text}>
      {text}
    </span>
  );
}

function Record({ clientId, row }: { readonly clientId: string; readonly row: FindingRow }) {
  const name = plain(recordOf(row));
  if (row.recordId === null) return "–";
  if (!row.isDocument) return <Cut text={name} />;
  return (
    <a className={classes(link.link, styles.cut)} title={name} href={`#${documentAddress(clientId, row.recordId)}`}>
      {name}
    </a>
  );
}

function Age({ instant }: { readonly instant: string }) {
  return <AsOf alone instant={instant} nowMs={useNow()} />;
}
