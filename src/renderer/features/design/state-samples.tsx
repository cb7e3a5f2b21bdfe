import { Plus } from "lucide-react";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Waiting } from "../../ui/feedback/query-answer.tsx";
import { StateNote } from "../../ui/feedback/state-note.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./design-page.module.css";

interface SampleRow {
  readonly name: string;
  readonly due: string | null;
  readonly open: string;
}

const ROWS: readonly SampleRow[] = [
  { name: "Birch Logistics", due: null, open: "368.94" },
  { name: "Granite Plumbing Ltd", due: null, open: "-35863.89" },
  { name: "Marlow Roofing Partners", due: null, open: "0.00" },
];

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: "name", header: t("Contact"), width: "minmax(120px, 2fr)", cell: ({ name }) => name, value: ({ name }) => name },
  { id: "due", header: t("Due"), width: "90px", cell: ({ due }) => due, value: ({ due }) => due },
  {
    id: "open",
    header: t("Outstanding"),
    width: "90px",
    align: "end",
    cell: ({ open }) => <Figure amount={open} currency="USD" />,
    value: ({ open }) => amountValue(open, "USD"),
  },
];

/** A table: sized to its values, with a column that is left out because it holds nothing. */
export function GridSample({ theme }: { readonly theme: string }) {
  return (
    <div className={styles.grid}>
      <DataGrid
        label={t("Sample table ({theme} theme)", { theme })}
        columns={COLUMNS}
        rowCount={ROWS.length}
        rowAt={(index) => ROWS[index]}
        keyOf={({ name }) => name}
        openKey="Birch Logistics"
        onOpen={() => undefined}
      />
    </div>
  );
}

export function StateSamples() {
  return (
    <>
      <div className={styles.state}>
        <Waiting label={t("budgets")} />
      </div>
      <div className={styles.state}>
        <EmptyState title={t("No budgets yet")}>
          <p>{t("Import one to compare actuals with plan.")}</p>
          <Button icon={<Plus size={14} aria-hidden />}>{t("Import a budget")}</Button>
        </EmptyState>
      </div>
      <div className={styles.state}>
        <EmptyState state="filtered" title={t("No rows match the filter")}>
          <Button>{t("Clear filter")}</Button>
        </EmptyState>
      </div>
      <div className={styles.state}>
        <EmptyState state="done" title={t("All caught up")} />
      </div>
      <div className={styles.state}>
        <StateNote state="offline" title={t("You're offline")} />
      </div>
      <div className={styles.state}>
        <StateNote state="throttled" title={t("Waiting for the rate limit")} />
      </div>
      <div className={styles.state}>
        <StateNote state="rejected" title={t("The ledger rejected the bill")} />
      </div>
      <div className={styles.state}>
        <StateNote state="error" title={t("The trial balance couldn't be loaded")}>
          <Button>{t("Try again")}</Button>
        </StateNote>
      </div>
      <div className={styles.state}>
        <StateNote state="no_permission" title={t("Your role can't change thresholds")} />
      </div>
      <FailureNote
        failure={{
          message: t("The ledger rejected the bill: the vendor is inactive."),
          next: t("Choose another vendor, or activate this one in the ledger."),
        }}
      />
    </>
  );
}
