import { useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";

/** Brings in the items of a spreadsheet: all of them or none. */
export function ImportItems({ clientId }: { readonly clientId: string }) {
  const [open, setOpen] = useState(false);
  const { perform, pending } = useActs(clientId);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File): Promise<void> => {
    const content = new Uint8Array(await file.arrayBuffer()).toBase64();
    setOpen(false);
    await perform({
      key: "import",
      words: ({ itemIds }) =>
        t("{count, plural, one {1 item} other {# items}} imported from {file}.", { count: itemIds.length, file: file.name }),
      run: () => call("schedules.import", { clientId, content }),
      undo: async ({ decisionNos }) => {
        for (const decisionNo of decisionNos) await call("decisions.undo", { clientId, decisionNo });
      },
    });
  };
  return (
    <>
      <Button needs="preparer" disabled={pending !== null} onClick={() => setOpen(true)}>
        {t("Import…")}
      </Button>
      {open ? (
        <Dialog title={t("Import schedule items")} onClose={() => setOpen(false)}>
          <div className={confirm.body}>
            <p>{t("A CSV file or workbook with one item per row. The first row needs these columns:")}</p>
            <p className={text.medium}>{t("Schedule, Item, Account, Other account, Amount, From, Months")}</p>
            <p className={text.muted}>
              {t(
                "In “Schedule,” enter prepaid expense, fixed asset, deferred revenue, accrual or loan. “Account” is the balance-sheet account, and “Other account” is the expense or income account. Enter accounts by code or name, and dates as 2026-10-31.",
              )}
            </p>
            <p className={text.muted}>
              {t(
                "Fixed assets also need the column “Accumulated depreciation account,” and loans need the column “Rate.” Every schedule can have “Booked through” and “Memo.” Prepaid expenses and deferred revenue can have “Spread” (by month or by day). Fixed assets can have “Salvage,” “Method” (straight line or declining balance) and “Factor.” Loans can have “Payment.”",
              )}
            </p>
          </div>
          <div className={layout.dialogFoot}>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".csv,.xlsx"
              aria-label={t("File of schedule items")}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file !== undefined) void take(file);
                event.target.value = "";
              }}
            />
            <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
            <Button kind="primary" data-first-focus="" onClick={() => picker.current?.click()}>
              {t("Choose a file…")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
