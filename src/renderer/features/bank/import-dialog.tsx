import { useEffect, useRef, useState } from "react";
import type { BankAccountRow, BankStatementView, CsvMapping, StatementPreview } from "#shared/contract/close/bank.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { Fact, Facts } from "../../ui/layout/facts.tsx";
import styles from "./bank.module.css";
import { type AccountProps, lineText } from "./bank-lines.ts";
import { CsvColumns } from "./csv-columns.tsx";
import { MatchExactChoice, useExactMatches } from "./exact-matches.tsx";
import { tooLarge } from "./import-limit.ts";
import { attempt, useBankCall } from "./use-bank-call.ts";

type DialogProps = AccountProps & { readonly file: File; readonly onClose: () => void };

/** Shows what a file holds before it is imported; of a CSV file also how it is read. */
export function ImportDialog({ clientId, period, account, file, onClose }: DialogProps) {
  const { accountId, currency } = account;
  const { preview, failure, mapping, setMapping, run, busy } = useImport({ clientId, period, accountId, file, onClose });
  const canImport = preview !== null && preview.statements.length > 0 && !busy;
  const foot = useRef<HTMLDivElement>(null);
  // The button can be pressed only once the file was read.
  useEffect(() => {
    if (canImport) foot.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [canImport]);
  const isOld = failure?.code === "already_exists" && failure.next !== undefined;
  return (
    <Dialog title={t("Import {name}", { name: file.name })} wide onClose={onClose}>
      <div className={styles.import}>
        {failure === null ? null : <FailureNote failure={failure} />}
        {preview === null && failure === null ? <p className={text.muted}>{t("Reading the file…")}</p> : null}
        {preview?.statements.map((statement) => (
          <Preview
            key={`${statement.bankAccount} ${statement.from}`}
            statement={statement}
            currency={statement.currency ?? currency}
            account={account}
          />
        ))}
        {preview?.csv === undefined || preview.csv === null ? null : (
          <CsvColumns
            rows={preview.csv.rows}
            delimiter={preview.csv.delimiter}
            mapping={mapping ?? preview.csv.mapping}
            remembered={preview.csv.remembered}
            onChange={setMapping}
          />
        )}
        {canImport ? <MatchExactChoice /> : null}
      </div>
      <div ref={foot} className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        {isOld ? (
          <Button needs="preparer" kind="primary" disabled={busy} onClick={() => void run(true)}>
            {t("Import only new lines")}
          </Button>
        ) : (
          <Button needs="preparer" kind="primary" data-first-focus="" disabled={!canImport} onClick={() => void run(false)}>
            {busy ? t("Importing…") : t("Import")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface ImportSetting {
  readonly clientId: string;
  readonly period: string;
  readonly accountId: string;
  readonly file: File;
  readonly onClose: () => void;
}

function useImport({ clientId, period, accountId, file, onClose }: ImportSetting) {
  const match = useExactMatches(clientId, period);
  const { busy, failure, setFailure, run: send } = useBankCall();
  const [content, setContent] = useState<string | null>(null);
  const [preview, setPreview] = useState<StatementPreview | null>(null);
  const [mapping, setMapping] = useState<CsvMapping | null>(null);
  const given = { clientId, accountId, ...(mapping === null ? {} : { mapping }) };
  useEffect(() => {
    let isOpen = true;
    const read = async () => {
      const large = tooLarge(file);
      if (large !== null) {
        setFailure(large);
        return;
      }
      const bytes = content ?? new Uint8Array(await file.arrayBuffer()).toBase64();
      const found = await attempt(() =>
        call("bank.preview", { clientId, accountId, content: bytes, ...(mapping === null ? {} : { mapping }) }),
      );
      if (!isOpen) return;
      setContent(bytes);
      setFailure(found.failure);
      if (found.value !== null) setPreview(found.value);
    };
    void read();
    return () => {
      isOpen = false;
    };
  }, [file, content, mapping, clientId, accountId, setFailure]);
  const run = async (onlyNew: boolean): Promise<void> => {
    if (content === null) return;
    const kept = await send(
      (): Promise<readonly BankStatementView[]> => call("bank.import", { ...given, content, fileName: file.name, onlyNew }),
    );
    if (kept === null) return;
    await match(kept);
    onClose();
  };
  return { preview, failure, mapping, setMapping, run, busy };
}

interface PreviewProps {
  readonly statement: StatementPreview["statements"][number];
  readonly currency: string;
  readonly account: BankAccountRow;
}

function Preview({ statement, currency, account }: PreviewProps) {
  const { bankAccount, from, to, opening, closing, lines, first } = statement;
  return (
    <>
      <Facts>
        <Fact name={t("Bank account")}>{bankAccount === null ? account.name : `${account.name} (${bankAccount})`}</Fact>
        <Fact name={t("Dates")}>{t("{from} to {to}", { from: formatDay(from), to: formatDay(to) })}</Fact>
        <Fact name={t("Lines")}>{String(lines)}</Fact>
        <Fact name={t("Opening balance")} kind={opening === null ? undefined : "figure"}>
          {opening === null ? t("Not in the file") : <Money amount={balanceSheetSign(opening, account)} currency={currency} showCurrency />}
        </Fact>
        <Fact name={t("Closing balance")} kind={closing === null ? undefined : "figure"}>
          {closing === null ? t("Not in the file") : <Money amount={balanceSheetSign(closing, account)} currency={currency} showCurrency />}
        </Fact>
      </Facts>
      <ul className={styles.first} aria-label={t("Preview")}>
        {first.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file have no other name, and don't move
          <li key={at} className={styles.entry}>
            <span className={styles.day}>{formatDay(line.date)}</span>
            <span className={styles.who}>{lineText(line)}</span>
            <Money amount={line.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  );
}
