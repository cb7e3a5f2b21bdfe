import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { textOfBytes } from "#shared/kernel/text-of-bytes.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import layout from "../../../styles/layout.module.css";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { FileButton } from "../connection-file/file-button.tsx";
import step from "../step.module.css";
import styles from "./list-page.module.css";
import { ListResult } from "./list-result.tsx";
import { type ListRow, type OpenedFiles, readList } from "./list-rows.ts";
import { ListTable } from "./list-table.tsx";
import { useListRun } from "./use-list-import.ts";

const EXAMPLE = "Name,Ledger,Company ID,Connection file\nAlder Bakery & Co,Ledger A,,\nBirch Dental,,,birch.json\n";

/** Adds a whole list of clients: pasted or opened, looked over, then added a few at a time. */
export function ListPage() {
  const list = useCoreQuery("clients.list", {});
  const choices = useCoreQuery("signIn.choices", {});
  const [text, setText] = useState("");
  const [files, setFiles] = useState<OpenedFiles>({});
  /** The list as it was when it was begun: what has been added since would look like a double. */
  const [begun, setBegun] = useState<readonly ListRow[] | null>(null);
  const run = useListRun(files);
  const rows = begun ?? readList(text, { clients: list.data?.rows ?? [], choices: choices.data ?? [], files });
  const good = rows.filter((row) => row.problem === null);
  const begin = (which: readonly ListRow[]) => {
    setBegun(rows);
    void run.run(which);
  };
  const over = begun !== null && !run.running;
  const failed = good.filter((row) => run.progress[row.name]?.state === "failed");
  return (
    <div className={styles.page}>
      <div className={styles.inside}>
        <h1>{t("Add a list of clients")}</h1>
        {list.error === null ? null : <FailureNote failure={list.error.failure} />}
        {begun === null ? <Source text={text} onText={setText} files={files} onFiles={setFiles} /> : null}
        {rows.length === 0 ? null : <ListTable rows={rows} progress={run.progress} />}
        {over ? <ListResult rows={good} progress={run.progress} /> : null}
        <Acts
          rows={rows}
          good={good.length}
          allNew={good.every(({ clientId }) => clientId === null)}
          failed={failed.length}
          begun={begun !== null}
          running={run.running}
          onAdd={() => begin(good)}
          onRetry={() => begin(failed)}
          onNewList={() => {
            setBegun(null);
            setText("");
            void list.refetch();
          }}
        />
      </div>
    </div>
  );
}

interface SourceProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly files: OpenedFiles;
  readonly onFiles: (files: OpenedFiles) => void;
}

function Source({ text, onText, files, onFiles }: SourceProps) {
  const open = async (chosen: readonly File[]) => {
    const read = await Promise.all(chosen.map(async (file) => [file.name, await file.text()] as const));
    onFiles({ ...files, ...Object.fromEntries(read) });
  };
  return (
    <>
      <p className={step.lead}>
        {t(
          "Enter one client per line: the client's name and, optionally, the ledger and the company ID in the ledger. You can paste columns from a spreadsheet or choose a CSV file.",
        )}
      </p>
      <p className={step.lead}>
        {t(
          "If you sign in through the browser, you need no more columns. Otherwise, name a connection file from your IT provider in a fourth column. It tells Tieout how to connect the client to its ledger.",
        )}
      </p>
      <div className={step.field}>
        <div className={styles.labelLine}>
          <label htmlFor="client-list">{t("Client list")}</label>
          <span className={styles.pickers}>
            <FileButton
              words={t("Choose a CSV file…")}
              accept=".csv,.txt,.tsv,text/csv"
              onFiles={async ([file]) =>
                onText(file === undefined ? "" : textOfBytes(new Uint8Array(await file.arrayBuffer()), TextDecoder))
              }
            />
            <FileButton words={t("Choose connection files (advanced)…")} accept=".json,application/json" several onFiles={open} />
          </span>
        </div>
        <textarea
          id="client-list"
          className={styles.text}
          rows={8}
          spellCheck={false}
          value={text}
          placeholder={EXAMPLE}
          // biome-ignore lint/a11y/noAutofocus: the one field of the page
          autoFocus
          onChange={(event) => onText(event.target.value)}
        />
        {Object.keys(files).length === 0 ? null : (
          <p className={step.quiet}>{t("Connection files: {files}", { files: Object.keys(files).join(", ") })}</p>
        )}
      </div>
    </>
  );
}

interface ActsProps {
  readonly rows: readonly ListRow[];
  readonly good: number;
  /** None of the good lines names an existing client. */
  readonly allNew: boolean;
  readonly failed: number;
  readonly begun: boolean;
  readonly running: boolean;
  readonly onAdd: () => void;
  readonly onRetry: () => void;
  readonly onNewList: () => void;
}

function Acts({ rows, good, allNew, failed, begun, running, onAdd, onRetry, onNewList }: ActsProps) {
  const bad = rows.length - good;
  return (
    <div className={step.acts}>
      {begun ? null : (
        <Button needs="preparer" kind="primary" disabled={good === 0} onClick={onAdd}>
          {good === 0
            ? t("Add clients")
            : allNew
              ? t("{count, plural, one {Add 1 client} other {Add {count} clients}}", { count: good })
              : t("{count, plural, one {Continue with 1 client} other {Continue with {count} clients}}", { count: good })}
        </Button>
      )}
      {begun && !running && failed > 0 ? (
        <Button needs="preparer" kind="primary" onClick={onRetry}>
          {t("{count, plural, one {Try again for 1 client} other {Try again for # clients}}", { count: failed })}
        </Button>
      ) : null}
      {begun && !running ? <Button onClick={onNewList}>{t("New list")}</Button> : null}
      <ButtonLink href={begun ? "#/" : "#/connect"}>{begun ? t("Go to clients") : t("Back")}</ButtonLink>
      {bad > 0 && !begun ? (
        <span className={classes(layout.line, step.problem)}>
          <TriangleAlert size={14} aria-hidden />
          {t("{count, plural, one {1 line will be skipped unless you fix it} other {{count} lines will be skipped unless you fix them}}.", {
            count: bad,
          })}
        </span>
      ) : null}
      {running ? <span role="status">{t("Working through the list, a few clients at a time.")}</span> : null}
    </div>
  );
}
