import { useRef, useState } from "react";
import { formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./flux.module.css";

/** The budgets of a client, and a way to bring one in from a CSV file or a workbook. */
export function BudgetButton({ clientId }: { readonly clientId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Budgets…")}
      </Button>
      {open ? (
        <Dialog title={t("Budgets")} onClose={() => setOpen(false)}>
          <Budgets clientId={clientId} />
        </Dialog>
      ) : null}
    </>
  );
}

function Budgets({ clientId }: { readonly clientId: string }) {
  const list = useCoreQuery("budgets.list", { clientId });
  const bring = useCoreCommand("budgets.import");
  const remove = useCoreCommand("budgets.remove");
  const failure = list.error ?? bring.error ?? remove.error;
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    bring.mutate(
      {
        clientId,
        name: file.name.replace(/\.[a-z]+$/i, ""),
        fileName: file.name,
        content: new Uint8Array(await file.arrayBuffer()).toBase64(),
      },
      { onSuccess: refresh },
    );
  };
  return (
    <>
      <div className={confirm.body}>
        <p className={text.muted}>
          {t(
            "Import a CSV file or an Excel workbook (.xlsx, first sheet) with column titles in the first row. You need an account column (code, name or ID), and either one column per month or a month column and an amount column. If several budgets have an amount for the same account and month, Tieout uses the most recently imported one.",
          )}
        </p>
        {list.data?.length === 0 ? <p>{t("No budgets yet. Import one to compare actuals with plan.")}</p> : null}
        <ul className={styles.stamps}>
          {list.data?.map(({ budgetNo, name, fileName, accounts, from, to }) => (
            <li key={budgetNo}>
              <b>{name}</b>{" "}
              {t("{accounts, plural, one {1 account} other {# accounts}}{months} ", {
                accounts,
                months: monthsWords(from, to),
              })}
              <RemoveBudget
                {...{ name, fileName }}
                disabled={remove.isPending}
                onRemove={() => remove.mutate({ clientId, budgetNo }, { onSuccess: refresh })}
              />
            </li>
          ))}
        </ul>
        {failure === null ? null : <FailureNote failure={failure.failure} />}
      </div>
      <div className={layout.dialogFoot}>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.xlsx"
          aria-label={t("Budget file")}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) void take(file);
            event.target.value = "";
          }}
        />
        <Button needs="preparer" kind="primary" data-first-focus="" disabled={bring.isPending} onClick={() => picker.current?.click()}>
          {bring.isPending ? t("Importing…") : t("Choose a file…")}
        </Button>
      </div>
    </>
  );
}

/** The months of a budget, after the number of its accounts; one month is named once. */
function monthsWords(from: string | null, to: string | null): string {
  if (from === null || to === null) return "";
  return from === to ? `, ${formatPeriod(from)}` : t(", {from} to {to}", { from: formatPeriod(from), to: formatPeriod(to) });
}

interface RemoveProps {
  readonly name: string;
  readonly fileName: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

/** Says what depends on a budget before it is removed: only importing the file again brings it back. */
function RemoveBudget({ name, fileName, disabled, onRemove }: RemoveProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        needs="reviewer"
        kind="quiet"
        disabled={disabled}
        aria-label={t("Remove budget {name}", { name })}
        onClick={() => setAsking(true)}
      >
        {t("Remove…")}
      </Button>
      {asking ? (
        <ConfirmDialog title={t("Remove budget {name}?", { name })} act={t("Remove")} onClose={() => setAsking(false)} onAct={onRemove}>
          <p>
            {t(
              "Statements and flux analysis will no longer use this budget. Where a budget imported earlier has an amount for the same account and month, Tieout uses that amount instead. If this changes the budget amount of a signed-off flux line, the line must be signed off again. To bring this budget back, import {file} again. It then counts as the most recently imported budget.",
              { file: fileName },
            )}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function refresh(): void {
  for (const method of ["budgets.list", "flux.list", "reports.statement"]) void queryClient.invalidateQueries({ queryKey: [method] });
}
