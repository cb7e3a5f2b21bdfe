import { Upload } from "lucide-react";
import { call } from "../../api/client.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import styles from "./bank.module.css";
import type { AccountProps } from "./bank-lines.ts";

/** What an account without a statement offers: import one, or with a demo client the practice bank's. */
export function NoStatement({
  clientId,
  period,
  account,
  onImport,
  onBalance,
}: AccountProps & { readonly onImport: () => void; readonly onBalance: () => void }) {
  const { perform, pending } = useActs(clientId);
  const mayImport = useMayAs("preparer");
  const span = useCoreQuery("periods.list", { clientId }).data?.find(({ id }) => id === period);
  const asked = { clientId, accountId: account.accountId, from: span?.start ?? PLACEHOLDER, to: span?.end ?? PLACEHOLDER };
  const practice = useCoreQuery("demo.bankStatement", asked, { enabled: span !== undefined }).data ?? null;
  const importPractice = (file: NonNullable<typeof practice>) =>
    void perform({
      key: "practice",
      words: t("Practice statement imported."),
      run: () => call("bank.import", { clientId, accountId: account.accountId, ...file }),
      undo: (statements) => Promise.all(statements.map(({ statementNo }) => call("bank.remove", { clientId, statementNo }))),
    });
  if (!mayImport)
    return (
      <div className={styles.empty}>
        <EmptyState
          title={
            span === undefined
              ? t("No statement for {account} yet", { account: account.name })
              : t("No {period} statement for {account} yet", { period: formatLongPeriod(span.label), account: account.name })
          }
        >
          <p>{t("When a preparer imports a statement, you'll see which of its lines match the books and what is outstanding.")}</p>
        </EmptyState>
      </div>
    );
  return (
    <div className={styles.empty}>
      <EmptyState title={t("Import a statement for {account}", { account: account.name })}>
        <p>
          {t(
            "Tieout matches the statement's lines with the books and shows what is outstanding. OFX, QFX, CAMT.053, MT940 and CSV files work. If you only have a PDF, enter its closing balance.",
          )}
        </p>
        <div className={styles.choices}>
          <Button needs="preparer" kind="primary" data-key="bank-import" icon={<Upload size={14} aria-hidden />} onClick={onImport}>
            {t("Import statement…")}
          </Button>
          <Button needs="preparer" onClick={onBalance}>
            {t("Enter closing balance…")}
          </Button>
          {practice === null ? null : (
            <Button needs="preparer" disabled={pending !== null} onClick={() => importPractice(practice)}>
              {pending === null ? t("Use the practice statement") : t("Importing…")}
            </Button>
          )}
        </div>
        <p>{t("Or drop the file here.")}</p>
      </EmptyState>
    </div>
  );
}

/** Never asked for: the question waits for the period. */
const PLACEHOLDER = "2000-01-01" as never;
