import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import type { Attachment } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { formatBytes } from "../../../format/amounts/bytes.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useRoleBar } from "../../../state/window/current-role.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { saveFile } from "../../../ui/grid/save-file.ts";
import type { OneAccount } from "./reconciliation-form.ts";
import styles from "./reconciliations.module.css";

/** The files that support a balance: chosen or dropped here, copied into the client's data, pinned by their hash. */
export function SupportFiles({ clientId, period, row }: OneAccount) {
  const [over, setOver] = useState(false);
  const bar = useRoleBar("preparer");
  const { perform, pending } = useActs(clientId);
  const { accountId, label } = row;
  const undo = ({ decisionNo }: { readonly decisionNo: number }) => call("decisions.undo", { clientId, decisionNo });
  const attach = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const content = new Uint8Array(await file.arrayBuffer()).toBase64();
      await perform({
        key: "attach",
        words: t("Attached {name} to {label}.", { name: file.name, label }),
        run: () => call("reconciliations.attach", { clientId, period, accountId, fileName: file.name, content }),
        undo,
      });
    }
  };
  const detach = ({ sha256, fileName }: Attachment) =>
    void perform({
      key: sha256,
      words: t("{fileName} removed. A copy is kept.", { fileName }),
      run: () => call("reconciliations.detach", { clientId, period, accountId, sha256 }),
      undo,
    });
  return (
    <div className={styles.form}>
      <h3>{isFileRequired(row) ? t("Files (required before sign-off)") : t("Files")}</h3>
      {row.attachments.length === 0 ? null : (
        <ul className={layout.closeStack} aria-label={t("Supporting files")}>
          {row.attachments.map((file) => (
            <FileLine key={file.sha256} clientId={clientId} file={file} disabled={pending !== null} onDetach={() => detach(file)} />
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        className={classes(styles.drop, over && bar === null && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (bar === null) void attach([...event.dataTransfer.files]);
        }}
      >
        <FilePicker busy={pending !== null} onFiles={(files) => void attach(files)}>
          {pending === "attach" ? t("Attaching…") : t("Attach files…")}
        </FilePicker>
        {bar === null ? <span className={text.muted}>{t("or drop them here, up to 50 MB each")}</span> : null}
      </div>
    </div>
  );
}

/** The aging needs no file, and imported bank statements are files of their own unless the row says otherwise. */
function isFileRequired({ policy, support, bank, state }: OneAccount["row"]): boolean {
  return policy.evidence && support?.source !== "subledger" && (bank === null || state === "needs_file");
}

interface FilePickerProps {
  readonly busy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: string;
}

function FilePicker({ busy, onFiles, children }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label={t("Supporting files")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button needs="preparer" icon={<Paperclip size={14} aria-hidden />} disabled={busy} onClick={() => picker.current?.click()}>
        {children}
      </Button>
    </>
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
  const [isRefused, setIsRefused] = useState(false);
  const save = () =>
    read.mutate(
      { clientId, sha256: file.sha256 },
      {
        onSuccess: async ({ content, fileName }) => {
          const outcome = await saveFile(fileName, Uint8Array.fromBase64(content), "application/octet-stream");
          setIsRefused(outcome === "refused");
        },
      },
    );
  return (
    <li>
      <div className={layout.wideLine}>
        <button
          type="button"
          data-printed=""
          className={styles.fileName}
          title={t("Save a copy (Tieout first checks that the file hasn't changed)")}
          onClick={save}
        >
          {file.fileName}
        </button>
        <span className={text.muted}>{formatBytes(file.bytes)}</span>
        <code className={styles.hash} title={t("File hash (SHA-256): {sha256}", { sha256: file.sha256 })}>
          {file.sha256.slice(0, 12)}
        </code>
        <Button
          needs="preparer"
          kind="quiet"
          aria-label={t("Remove {fileName}", { fileName: file.fileName })}
          title={t("Remove (a copy is kept)")}
          icon={<X size={14} aria-hidden />}
          disabled={disabled}
          onClick={onDetach}
        />
      </div>
      {read.error === null ? null : <FailureNote failure={read.error.failure} />}
      {isRefused ? (
        <FailureNote failure={{ message: t("For security, you can't save a copy of this kind of file. The file stays attached.") }} />
      ) : null}
    </li>
  );
}
