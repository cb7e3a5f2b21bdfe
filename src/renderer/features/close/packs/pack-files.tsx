import type { PackRow } from "#shared/contract/close/packs.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { formatBytes } from "../../../format/amounts/bytes.ts";
import { t } from "../../../language/t.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { saveFile } from "../../../ui/grid/save-file.ts";
import { Fact } from "../../../ui/layout/facts.tsx";
import styles from "./packs.module.css";

interface PackFilesProps {
  readonly clientId: string;
  readonly pack: PackRow;
  /** Why an act failed; null when the next one begins. */
  readonly onFailure: (failure: Failure | null) => void;
}

/** The two files of a pack by name and size, and what can be done with each: saved elsewhere, opened, shown in its folder. */
export function PackFiles({ clientId, pack, onFailure }: PackFilesProps) {
  const { packNo, version, clientCopy } = pack;
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    onFailure(null);
    await act().catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      onFailure(error.failure);
    });
  };
  const save = (what: "file" | "client" | "report") =>
    attempt(async () => {
      const { name, content } = await call("packs.content", { clientId, packNo, what });
      void saveFile(name, Uint8Array.fromBase64(content), what === "report" ? "application/pdf" : "application/zip");
    });
  const show = (how: "open" | "show", what: "file" | "client") =>
    attempt(async () => void (await call("packs.show", { clientId, packNo, what, how })));
  return (
    <>
      <FileActions
        word={t("Firm's copy")}
        label={t("Firm's copy of version {version}", { version })}
        file={pack}
        acts={[
          { word: t("Save as…"), run: () => save("file") },
          { word: t("Open"), run: () => show("open", "file") },
          { word: t("Show in folder"), run: () => show("show", "file") },
        ]}
      />
      {clientCopy === null ? null : (
        <FileActions
          word={t("Client's copy")}
          label={t("Client's copy of version {version}", { version })}
          file={clientCopy}
          acts={[
            { word: t("Save as…"), run: () => save("client") },
            { word: t("Open"), run: () => show("open", "client") },
            { word: t("Show in folder"), run: () => show("show", "client") },
            { word: t("Save report as PDF…"), run: () => save("report") },
          ]}
        />
      )}
    </>
  );
}

interface FileActionsProps {
  readonly word: string;
  readonly label: string;
  readonly file: Pick<PackRow, "name" | "bytes" | "isThere">;
  readonly acts: readonly { readonly word: string; readonly run: () => Promise<void> }[];
}

function FileActions({ word, label, file: { name, bytes, isThere }, acts }: FileActionsProps) {
  return (
    <Fact name={word}>
      <div className={styles.acts} role="group" aria-label={label}>
        <code>{name}</code>
        <span className={styles.size}>{formatBytes(bytes)}</span>
        <div className={styles.buttons}>
          {acts.map((act) => (
            <Button
              key={act.word}
              kind="quiet"
              disabled={!isThere}
              {...(isThere ? {} : { title: t("The file was changed or is no longer where it was saved.") })}
              onClick={() => void act.run()}
            >
              {act.word}
            </Button>
          ))}
        </div>
      </div>
    </Fact>
  );
}
