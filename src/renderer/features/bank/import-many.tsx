import { useEffect, useRef, useState } from "react";
import type { BankAccountRow, BankStatementView, StatementPreview } from "#shared/contract/close/bank.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { call } from "../../api/client.ts";
import { owedWords } from "../../format/amounts/owed-words.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { MatchExactChoice, useExactMatches } from "./exact-matches.tsx";
import { tooLarge, wordsAmongMany } from "./import-limit.ts";
import { attempt, useBankCall } from "./use-bank-call.ts";

interface ImportManyProps {
  readonly clientId: string;
  readonly period: string;
  readonly files: readonly File[];
  readonly onClose: () => void;
}

/** A file once it was read: what it holds and for which account, or why it can't be imported. */
interface ReadFile {
  readonly name: string;
  readonly content: string;
  readonly statements: StatementPreview["statements"];
  readonly failure: Failure | null;
}

/** Several files at once: each is imported into the account that its bank account was imported for before. */
export function ImportMany({ clientId, period, files, onClose }: ImportManyProps) {
  const [read, setRead] = useState<readonly ReadFile[]>([]);
  const [refused, setRefused] = useState<readonly { readonly name: string; readonly failure: Failure }[]>([]);
  const accounts = useCoreQuery("bank.accounts", { clientId, period }).data ?? [];
  const { busy, run } = useBankCall();
  const match = useExactMatches(clientId, period);
  const foot = useRef<HTMLDivElement>(null);
  const ready = read.filter(isReady);
  const canImport = read.length === files.length && ready.length > 0 && !busy;
  useEffect(() => {
    let isOpen = true;
    void Promise.all(files.map((file) => readFile(clientId, file))).then((found) => isOpen && setRead(found));
    return () => {
      isOpen = false;
    };
  }, [files, clientId]);
  useEffect(() => {
    if (canImport) foot.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [canImport]);
  const importAll = async () => {
    const kept: BankStatementView[] = [];
    const left: { name: string; failure: Failure }[] = [];
    await run(async () => {
      for (const { name, content } of ready) {
        const done = await attempt(() => call("bank.import", { clientId, content, fileName: name, onlyNew: false }));
        if (done.failure === null) kept.push(...(done.value ?? []));
        else left.push({ name, failure: done.failure });
      }
    });
    setRefused(left);
    await match(kept);
    if (left.length === 0) onClose();
    else setRead(read.filter(({ name }) => left.some((one) => one.name === name)));
  };
  return (
    <Dialog title={t("Import {count, plural, one {# file} other {# files}}", { count: files.length })} wide onClose={onClose}>
      <div className={styles.import}>
        {read.length === 0 ? <p className={text.muted}>{t("Reading the files…")}</p> : null}
        <ul className={styles.files} aria-label={t("Files")}>
          {read.map((file) => (
            <FileRow
              key={file.name}
              file={file}
              accounts={accounts}
              failure={refused.find(({ name }) => name === file.name)?.failure ?? file.failure}
            />
          ))}
        </ul>
        <MatchExactChoice />
      </div>
      <div ref={foot} className={layout.dialogFoot}>
        <Button onClick={onClose}>{refused.length === 0 ? t("Cancel") : t("Close")}</Button>
        <Button
          needs="preparer"
          kind="primary"
          data-first-focus=""
          disabled={!canImport || refused.length > 0}
          onClick={() => void importAll()}
        >
          {busy
            ? t("Importing…")
            : ready.length === 0
              ? t("Import")
              : t("Import {count, plural, one {# file} other {# files}}", { count: ready.length })}
        </Button>
      </div>
    </Dialog>
  );
}

interface FileRowProps {
  readonly file: ReadFile;
  readonly accounts: readonly BankAccountRow[];
  readonly failure: Failure | null;
}

function FileRow({ file: { name, statements }, accounts, failure }: FileRowProps) {
  return (
    <li>
      <b>{name}</b>
      {failure === null ? null : <p className={text.error}>{wordsAmongMany(failure)}</p>}
      {failure !== null
        ? null
        : statements.map(({ bankAccount, currency, from, to, closing, lines, knownAccountId }) => {
            const account = accounts.find(({ accountId }) => accountId === knownAccountId);
            return (
              <div key={`${bankAccount} ${from}`} className={styles.file}>
                <span>
                  {account?.name ??
                    (bankAccount === null
                      ? t("This file doesn't say which bank account it's for. Open the account in Tieout and import the file there.")
                      : t(
                          "Tieout doesn't know yet which account in the books belongs to bank account {number}. Open the account in Tieout and import the file there.",
                          {
                            number: bankAccount,
                          },
                        ))}
                </span>
                <span>{t("{from} to {to}", { from: formatDay(from), to: formatDay(to) })}</span>
                <span>{t("{lines, plural, one {# line} other {# lines}}", { lines })}</span>
                {closing === null ? null : <Closing closing={closing} account={account} currency={currency ?? account?.currency ?? ""} />}
              </div>
            );
          })}
    </li>
  );
}

interface ClosingProps {
  readonly closing: DecimalString;
  readonly account: BankAccountRow | undefined;
  readonly currency: string;
}

/** The closing balance of one of several accounts: what is owed on a card says so. */
function Closing({ closing, account, currency }: ClosingProps) {
  if (account?.isLiability !== true) return <Money amount={closing} currency={currency} showCurrency />;
  const { amount, word } = owedWords(balanceSheetSign(closing, account));
  return (
    <span data-mixed="">
      <Money amount={amount} currency={currency} showCurrency />
      {word === null ? null : <span className={text.muted}> {word}</span>}
    </span>
  );
}

const isReady = ({ failure, statements }: ReadFile): boolean =>
  failure === null && statements.length > 0 && statements.every(({ knownAccountId }) => knownAccountId !== null);

async function readFile(clientId: string, file: File): Promise<ReadFile> {
  const { name } = file;
  const large = tooLarge(file);
  if (large !== null) return { name, content: "", statements: [], failure: large };
  const content = new Uint8Array(await file.arrayBuffer()).toBase64();
  const { value, failure } = await attempt(() => call("bank.preview", { clientId, content }));
  const unclear: Failure = {
    code: "invalid_input",
    message: t("Tieout can't tell what this file's columns contain. Import the file separately and choose its columns."),
  };
  const statements = value?.statements ?? [];
  return { name, content, statements, failure: failure ?? (statements.length === 0 ? unclear : null) };
}
