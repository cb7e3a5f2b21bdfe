import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import type { Attachment } from "#shared/contract/reconciliations.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { classes } from "../../components/classes.ts";
import { FailureNote } from "../../components/failure-note.tsx";
import { saveFile } from "../../components/table-file.ts";
import { base64Of, bytesOf } from "../../format/base64.ts";
import { formatBytes } from "../../format/bytes.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { useActs } from "../../state/last-act.ts";
import type { OneAccount } from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";

/** The files that support a balance: chosen or dropped here, copied into the client's data, pinned by their hash. */
export function SupportFiles({ clientId, period, row }: OneAccount) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { perform, pending } = useActs(clientId);
  const { accountId, label } = row;
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const attach = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const content = base64Of(await file.arrayBuffer());
      await perform({
        key: "attach",
        words: t("{name} attached to {label}.", { name: file.name, label }),
        run: () => call("reconciliations.attach", { clientId, period, accountId, fileName: file.name, content }),
        undo,
      });
    }
  };
  const detach = ({ sha256, fileName }: Attachment) =>
    void perform({
      key: sha256,
      words: t("{fileName} no longer attached; its copy is kept.", { fileName }),
      run: () => call("reconciliations.detach", { clientId, period, accountId, sha256 }),
      undo,
    });
  return (
    <div className={styles.form}>
      <h3>{t("Files")}</h3>
      {row.attachments.length === 0 ? null : (
        <ul className={styles.files} aria-label={t("Files of support")}>
          {row.attachments.map((file) => (
            <FileLine key={file.sha256} clientId={clientId} file={file} disabled={pending !== null} onDetach={() => detach(file)} />
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className={classes(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void attach([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label={t("Files of support")}
          onChange={(event) => {
            void attach([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button icon={<Paperclip size={14} aria-hidden />} disabled={pending !== null} onClick={() => picker.current?.click()}>
          {pending === "attach" ? t("Copying…") : t("Attach files…")}
        </Button>
        <span className={styles.quiet}>{t("or drop them here; at most 50 MB each")}</span>
      </div>
    </div>
  );
}

interface FileLineProps {
  readonly clientId: string;
  readonly file: Attachment;
  readonly disabled: boolean;
  readonly onDetach: () => void;
}

function FileLine({ clientId, file, disabled, onDetach }: FileLineProps) {
  const read = useCoreCommand("reconciliations.file");
  const save = () =>
    read.mutate(
      { clientId, sha256: file.sha256 },
      { onSuccess: ({ content, fileName }) => saveFile(fileName, bytesOf(content), "application/octet-stream") },
    );
  return (
    <li>
      <div className={styles.file}>
        <button type="button" className={styles.fileName} title={t("Save a copy, checked against its hash")} onClick={save}>
          {file.fileName}
        </button>
        <span className={styles.quiet}>{formatBytes(file.bytes)}</span>
        <code className={styles.hash} title={t("SHA-256 {sha256}", { sha256: file.sha256 })}>
          {file.sha256.slice(0, 12)}
        </code>
        <Button
          kind="quiet"
          aria-label={t("Take off {fileName}", { fileName: file.fileName })}
          title={t("Take it off; its copy is kept")}
          icon={<X size={14} aria-hidden />}
          disabled={disabled}
          onClick={onDetach}
        />
      </div>
      {read.error === null ? null : <FailureNote failure={read.error.failure} />}
    </li>
  );
}
