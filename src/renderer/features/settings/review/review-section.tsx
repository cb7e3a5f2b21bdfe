import { useState } from "react";
import type { ReviewConflict } from "#shared/contract/close/review-bundle.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatCount } from "../../../format/amounts/amount.ts";
import { formatBytes } from "../../../format/amounts/bytes.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { queryClient } from "../../../state/core/query-client.ts";
import { announce } from "../../../state/window/announcements.ts";
import layout from "../../../styles/layout.module.css";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { SealedFields } from "../encryption-fields.tsx";
import styles from "../settings-page.module.css";
import { ReviewImport } from "./review-import.tsx";
import { aboutLabel, DIFFERENCE_LABELS } from "./review-labels.ts";
import { ReviewSide } from "./review-side.tsx";

/** Work between people without a server: notes, explanations and signatures in one encrypted file. */
export function ReviewSection() {
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>
        {t(
          "A review bundle is an encrypted file with your firm's work, such as notes, explanations, reconciliations, sign-offs, imported bank statements and attachments. It doesn't contain books or ledger connections. Importing it never closes a period. Send the passphrase separately from the file.",
        )}
      </p>
      <Conflicts />
      <ExportForm />
      <ReviewImport />
    </div>
  );
}

function ExportForm() {
  const [path, setPath] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [clientId, setClientId] = useState("");
  const clients = useCoreQuery("clients.list", {});
  const write = useCoreCommand("review.export");
  const ready = path.trim() !== "" && passphrase.length >= 10;
  return (
    <form
      className={classes(styles.row, styles.labelled)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        write.mutate(
          { path: path.trim(), passphrase, ...(clientId === "" ? {} : { clientIds: [clientId] }) },
          {
            onSuccess: () => {
              announce(t("Bundle saved."));
              setPassphrase("");
            },
          },
        );
      }}
    >
      <span>{t("Save a bundle")}</span>
      <div className={styles.stack}>
        <label className={styles.choice}>
          <span className={text.label}>{t("Client")}</span>
          <select className={styles.select} value={clientId} onChange={(event) => setClientId(event.target.value)}>
            <option value="">{t("All connected clients")}</option>
            {clients.data?.rows.map((client) => (
              <option key={client.clientId} value={client.clientId}>
                {client.name}
              </option>
            ))}
          </select>
        </label>
        <SealedFields name="export" isNew path={path} passphrase={passphrase} onPath={setPath} onPassphrase={setPassphrase} />
        <div>
          <Button needs="preparer" type="submit" disabled={!ready || write.isPending}>
            {write.isPending ? t("Saving…") : t("Save bundle")}
          </Button>
        </div>
        {write.error === null ? null : <FailureNote failure={write.error.failure} />}
        {write.data === undefined ? null : (
          <p className={styles.note} role="status">
            <Sentence
              text="Saved: {part}, {bytes}. Notes: {notes}. Tasks: {tasks}. Decisions: {decisions}. Clients: {clients}."
              values={{
                part: <span className={styles.path}>{write.data.path}</span>,
                bytes: formatBytes(write.data.bytes),
                notes: formatCount(write.data.notes),
                tasks: formatCount(write.data.tasks),
                decisions: formatCount(write.data.decisions),
                clients: formatCount(write.data.clients),
              }}
            />
          </p>
        )}
      </div>
    </form>
  );
}

function Conflicts() {
  const conflicts = useCoreQuery("review.conflicts", {});
  if (conflicts.error !== null) return <FailureNote failure={conflicts.error.failure} />;
  if (conflicts.data === undefined) return <div aria-busy="true" />;
  if (conflicts.data.length === 0) return null;
  return (
    <section className={styles.stack} aria-label={t("Unresolved conflicts")}>
      <h3>{t("Unresolved conflicts")}</h3>
      <p className={styles.quiet}>{DIFFERENCE_LABELS.conflict.means}</p>
      {conflicts.data.map((conflict) => (
        <Conflict key={`${conflict.clientId} ${conflict.conflictNo}`} conflict={conflict} />
      ))}
    </section>
  );
}

function Conflict({ conflict }: { readonly conflict: ReviewConflict }) {
  const settle = useCoreCommand("review.settle");
  const { clientId, conflictNo } = conflict;
  const about = aboutLabel(conflict);
  const keep = (side: "ours" | "theirs") =>
    settle.mutate(
      { clientId, conflictNo, keep: side },
      {
        onSuccess: () => {
          announce(t("Resolved ({about}).", { about }));
          void queryClient.invalidateQueries();
        },
      },
    );
  return (
    <article className={styles.note} aria-label={about}>
      <p className={layout.wrappingLine}>
        <Chip tone="conflict" word={t("Conflict")} /> <strong>{about}</strong> <span className={styles.quiet}>{conflict.client}</span>
      </p>
      <div className={styles.sides}>
        <ReviewSide whose={t("Ours")} side={conflict.ours} />
        <ReviewSide whose={t("Theirs")} side={conflict.theirs} />
      </div>
      <p className={layout.wrappingLine}>
        <Button needs="reviewer" disabled={settle.isPending} aria-label={t("Keep ours ({about})", { about })} onClick={() => keep("ours")}>
          {t("Keep ours")}
        </Button>
        <Button
          needs="reviewer"
          disabled={settle.isPending}
          aria-label={t("Use theirs ({about})", { about })}
          onClick={() => keep("theirs")}
        >
          {t("Use theirs")}
        </Button>
        <span className={styles.quiet} title={conflict.importedBy}>
          {cameBy(conflict)}
        </span>
      </p>
      {settle.error === null ? null : <FailureNote failure={settle.error.failure} />}
    </article>
  );
}

/** An import notes person and computer, `Pat@laptop`; a record from the firm's server names the colleague alone. The text has the name. */
function cameBy({ importedBy }: ReviewConflict): string {
  return importedBy.includes("@")
    ? t("Imported by {importedBy}", { importedBy: nameOfNoted(importedBy) })
    : t("Sent by {importedBy}", { importedBy });
}
