import { useMemo, useState } from "react";
import type { PolicyRow } from "#shared/contract/close/reconciliations.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { recordAddress } from "../../../state/window/screen-address.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import text from "../../../styles/text.module.css";
import { ButtonLink } from "../../../ui/controls/button.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { AccountName } from "../../../ui/figures/account-name.tsx";
import { GridFilterBar } from "../../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { Column } from "../../../ui/grid/grid-types.ts";
import { useGridView } from "../../../ui/grid/state/use-grid-view.ts";
import { SidePanel } from "../../../ui/layout/side-panel.tsx";
import { ANYONE_WORDS } from "../close-labels.ts";
import { PolicyBulk } from "./policy-bulk.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { FREQUENCY_WORDS, RISK_WORDS, TYPE_WORDS } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

const COLUMNS = policyColumns();

/** How every balance-sheet account is reconciled; Enter opens an account's policy. */
export function Policies({ clientId, period }: { readonly clientId: string; readonly period: string }) {
  const query = useCoreQuery("reconciliations.policies", { clientId, period }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("reconciliation policies")}>
      {(rows) => <PolicyTable clientId={clientId} period={period} rows={rows} busy={query.isFetching} />}
    </QueryAnswer>
  );
}

interface TableProps {
  readonly clientId: string;
  readonly period: string;
  readonly rows: readonly PolicyRow[];
  readonly busy: boolean;
}

function PolicyTable({ clientId, period, rows, busy }: TableProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [selected, setSelected] = useState<readonly PolicyRow[]>([]);
  const keyOf = ({ accountId }: PolicyRow): string => accountId;
  const lines = useMemo(() => rows, [rows]);
  const grid = useGridView({ id: `reconciliation policies ${clientId}`, columns: COLUMNS, lines, keyOf });
  const open = rows.find(({ accountId }) => accountId === openId);
  const close = () => {
    setOpenId(null);
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(open === undefined ? null : close);
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        <div className={styles.bar}>
          <ButtonLink href={`#${recordAddress(clientId, "close", "reconciliations")}`}>{t("Back to reconciliations")}</ButtonLink>
          <PolicyBulk clientId={clientId} period={period} rows={selected} />
        </div>
        <GridFilterBar view={grid} label={t("Filter policies")} />
        {grid.shown === 0 ? null : (
          <DataGrid
            label={t("Reconciliation policies")}
            layoutId="reconciliation policies"
            columns={COLUMNS}
            {...grid.grid}
            beside={open !== undefined}
            busy={busy}
            onSelect={setSelected}
            openKey={openId ?? undefined}
            onOpen={({ accountId }) => setOpenId(accountId)}
          />
        )}
      </div>
      {open === undefined ? null : (
        <SidePanel kind={t("Reconciliation policy")} title={open.label} onClose={close}>
          <PolicyForm
            key={`${open.accountId} ${open.policy.set?.decisionNo}`}
            {...{ clientId, period, ...open }}
            isControl={isControlAccount(open)}
          />
        </SidePanel>
      )}
    </div>
  );
}

/** Only receivables and payables have an aging to compare with. */
export function isControlAccount({ account }: Pick<PolicyRow, "account">): boolean {
  return account?.role === "receivable" || account?.role === "payable";
}

function policyColumns(): readonly Column<PolicyRow>[] {
  const column = (id: string, header: string, width: string, of: (row: PolicyRow) => string): Column<PolicyRow> => ({
    ...{ id, header, width },
    cell: of,
    value: of,
  });
  return [
    {
      ...column("account", t("Account"), "minmax(220px, 2fr)", ({ label }) => label),
      cell: ({ account, label }) => (
        <span className={styles.account} title={label}>
          <AccountName code={account?.code || null} name={account?.name ?? label} />
        </span>
      ),
    },
    column("required", t("Frequency"), "120px", ({ policy }) => (policy.required ? FREQUENCY_WORDS[policy.frequency] : t("Not required"))),
    column("type", t("Type"), "130px", ({ policy }) => TYPE_WORDS[policy.type]),
    column("risk", t("Risk"), "90px", ({ policy }) => RISK_WORDS[policy.risk]),
    {
      ...column("tolerance", t("Tolerance"), "100px", ({ policy }) => formatNumeral(policy.tolerance)),
      align: "end",
      counts: true,
      minor: true,
    },
    { ...column("evidence", t("File"), "100px", ({ policy }) => (policy.evidence ? t("Required") : t("Optional"))), minor: true },
    { ...column("preparer", t("Preparer"), "140px", ({ policy }) => policy.preparer ?? ANYONE_WORDS.preparer), minor: true },
    { ...column("reviewer", t("Reviewer"), "140px", ({ policy }) => policy.reviewer ?? ANYONE_WORDS.reviewer), minor: true },
    {
      // The cell has the name alone; the tip and files have the computer too.
      ...{ id: "set", header: t("Set by"), width: "140px", minor: true },
      cell: ({ policy: { set } }) =>
        set === null ? (
          t("Default")
        ) : (
          <span className={text.ellipsis} title={set.person}>
            {nameOfNoted(set.person)}
          </span>
        ),
      value: ({ policy }) => policy.set?.person ?? t("Default"),
    },
  ];
}
